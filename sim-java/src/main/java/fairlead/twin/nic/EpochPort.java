// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header1;

/** The ports of EpochUnit to the host port, RequestTx, RequestRx and CommitUnit. */
public interface EpochPort {
    /** The port of its origin half. */
    interface Origin {
        /** Question of EpochGate: whether a transfer of epoch `index` to `target` (packed Coord) may enter. */
        boolean isOpen(int index, int target);

        /**
         * Notice of EpochGate: the transfer has entered and is counted in this cycle. Valid only after {@link #isOpen}.
         *
         * @param extra number of packets of an unordered put beyond its first
         */
        void enter(int index, boolean isPut, int extra);

        /** EpochLookup: returns the target's table entry of epoch `index`. */
        int entry(int index);

        /** EpochLookup: returns the generation of the target's table entry. */
        int generation(int index);

        /**
         * Notice: a get, fetch-add or compare-and-swap of the epoch is complete, or was refused. At most one of this
         * and the following notices occurs in a cycle.
         */
        void getDone(int localIndex, boolean refused);

        /** Notice: a packet of a get of the epoch was refused; other packets of it are under way. */
        void getPart(int localIndex);

        /** Notice: ACK of PUT_COUNT, for which `putRefused` is valid, or of TERM has arrived. */
        void ack(int localIndex, boolean putRefused);

        /** Notice: INIT_ACK has arrived. */
        void initAck(int localIndex, int entry, int generation);

        /** Notice: the target refused the INIT. */
        void initNack(int localIndex, int reason);
    }

    /** The port of its target half. */
    interface Target {
        int QUEUED = -100; // answer to INIT: the epoch waits; the unit itself sends INIT_ACK later

        /** EpochAccess: returns whether this PUT, GET, FADD or CAS may access the memory. */
        boolean allows(boolean epoch, int entry, int generation, int origin);

        /**
         * Notice: the packet with `last` of a put of the entry is in memory, or was refused. At most one of this and
         * the following notices occurs in a cycle.
         */
        void putDone(int entry, int generation, int origin, boolean refused);

        /** Notice: another packet of an unordered put of the entry is in memory, or was refused. */
        void putPart(int entry, int generation, int origin, boolean refused);

        /**
         * Notice: PUT_COUNT of `value` puts has arrived.
         *
         * @param parts number of packets of the unordered puts beyond one each, modulo 2^15
         */
        void count(int entry, int generation, int origin, int localIndex, long value, int parts);

        /** Notice: TERM has arrived. */
        void term(int entry, int generation);

        /**
         * Notice: INIT of epoch `id` has arrived. Returns in the same cycle QUEUED, entry | generation << 8, or the
         * negative RefusalReason.
         */
        int init(int origin, int localIndex, long id);
    }

    /**
     * The fields of Header1 that PUT_COUNT uses in its own way (docs/spec/words.md): `tag` holds the origin's epoch
     * index and, above it, the low bits of the packet count; `ctr` and `ctrValid` hold the high bits. The packet count
     * is the number of packets of unordered puts beyond one for each put, modulo 2^15.
     */
    public static final class PutCount {
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
}
