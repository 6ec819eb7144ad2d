// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

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

        /** Notice: ACK of PUT_COUNT, for which `putRefused` is valid, or of TERM has arrived. */
        void ack(int localIndex, boolean putRefused);

        /** Notice: INIT_ACK has arrived. */
        void initAck(int localIndex, int entry, int generation);

        /** Notice: the target refused the INIT. */
        void initNack(int localIndex);
    }

    /** The port of its target half. */
    interface Target {
        /** Answer to INIT: the epoch is refused. */
        int REFUSED = -1;

        /** Answer to INIT: the epoch waits; the unit itself sends INIT_ACK later. */
        int QUEUED = -2;

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
         * Notice: INIT of epoch `id` has arrived. Returns in the same cycle REFUSED, QUEUED or entry | generation << 8.
         */
        int init(int origin, int localIndex, long id);
    }
}
