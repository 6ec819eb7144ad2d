// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * Four 16-bit counts in one word, one for each link, so that one operation changes or tests all four. A test for each
 * link would often be mispredicted, because the active links differ from cycle to cycle.
 */
final class Lanes {
    private static final int WIDTH = 16;
    private static final long ONES = 0x0001_0001_0001_0001L;
    private static final long BELOW_TOP = 0x7FFF_7FFF_7FFF_7FFFL;
    // multiplier that moves bits 0, 16, 32 and 48 to bits 48, 49, 50 and 51
    private static final long GATHER = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;
    // multiplier that moves bits 0 to 3 to bits 0, 16, 32 and 48
    private static final long SCATTER = 1L | 1L << 15 | 1L << 30 | 1L << 45;
    private static final int LINKS = 15;

    private Lanes() {}

    /** Returns the word with a count of 1 for this link. */
    static long one(int link) {
        return 1L << WIDTH * link;
    }

    /** Returns the word with the same count for every link; every count is below 32768. */
    static long all(int count) {
        return ONES * count;
    }

    /** Returns the word with a count of 1 for each of these links. */
    static long ones(int links) {
        return links * SCATTER & ONES;
    }

    /** Returns the links whose count is not 0. */
    static int present(long lanes) {
        return (int) ((lanes + BELOW_TOP >>> WIDTH - 1 & ONES) * GATHER >>> 3 * WIDTH) & LINKS;
    }

    static int count(long lanes, int link) {
        return (int) (lanes >>> WIDTH * link) & (1 << WIDTH) - 1;
    }

    /** Returns whether no count exceeds that of its link in `most`; used by assertions. */
    static boolean within(long lanes, long most) {
        for (int link = 0; link < 4; link++) {
            if (count(lanes, link) > count(most, link)) {
                return false;
            }
        }
        return true;
    }
}
