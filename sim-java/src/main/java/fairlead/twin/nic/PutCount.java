// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout;

/**
 * The fields of Header1 that PUT_COUNT uses in its own way (docs/spec/words.md): `tag` holds the origin's epoch index
 * and, above it, the low bits of the packet count; `ctr` and `ctrValid` hold the high bits. The packet count is the
 * number of packets of unordered puts beyond one for each put, modulo 2^15.
 */
public final class PutCount {
    private static final int INDEX_BITS = HwLayout.INDEX_BITS;
    private static final int LOW_BITS = Header1.TAG_WIDTH - INDEX_BITS;
    private static final int HIGH_MASK = (1 << Header1.CTR_WIDTH + 1) - 1;

    private PutCount() {}

    /** Returns the fields for an epoch index, a put count and a packet count. */
    public static long fields(int index, long puts, long parts) {
        return (long) index << Header1.TAG_LSB
                | puts << Header1.ADDR_LSB
                | (parts & (1 << LOW_BITS) - 1) << Header1.TAG_LSB + INDEX_BITS
                | (parts >> LOW_BITS & HIGH_MASK) << Header1.CTR_LSB;
    }

    public static int index(long word1) {
        return (int) Header1.tag(word1) & HwLayout.ORIGIN_EPOCHS - 1;
    }

    public static int parts(long word1) {
        return (int) (Header1.tag(word1) >> INDEX_BITS | (word1 >> Header1.CTR_LSB & HIGH_MASK) << LOW_BITS);
    }
}
