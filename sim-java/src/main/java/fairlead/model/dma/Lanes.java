// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dma;

/** Four counts of 16 bits in one word, one for each link, so that four are changed and looked at together: links of a cycle differ, and a test for each is mispredicted. */
final class Lanes {
    private static final int WIDTH = 16;
    private static final long ONES = 0x0001_0001_0001_0001L;
    private static final long BELOW_TOP = 0x7FFF_7FFF_7FFF_7FFFL;
    private static final long GATHER = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3; // bits 0, 16, 32, 48 to 48, 49, 50, 51
    private static final long SCATTER = 1L | 1L << 15 | 1L << 30 | 1L << 45; // bits 0 to 3 to 0, 16, 32, 48
    private static final int LINKS = 15;

    private Lanes() {}

    /** One of this link. */
    static long one(final int link) {
        return 1L << WIDTH * link;
    }

    /** The same count for every link; less than 32768, as every count. */
    static long all(final int count) {
        return ONES * count;
    }

    /** One of each of these links. */
    static long ones(final int links) {
        return links * SCATTER & ONES;
    }

    /** The links whose count is not zero. */
    static int present(final long lanes) {
        return (int) ((lanes + BELOW_TOP >>> WIDTH - 1 & ONES) * GATHER >>> 3 * WIDTH) & LINKS;
    }

    static int count(final long lanes, final int link) {
        return (int) (lanes >>> WIDTH * link) & (1 << WIDTH) - 1;
    }

    /** No count is above `most`; for assertions. */
    static boolean within(final long lanes, final int most) {
        for (int link = 0; link < 4; link++) {
            if (count(lanes, link) > most) {
                return false;
            }
        }
        return true;
    }
}
