// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The ports between units, under the names of the RTL; {@link EpochPort} and {@link MemoryPorts} have files of their
 * own. A <em>question</em> answers from the state at the start of the cycle and changes nothing. A <em>notice</em> is
 * stored by the receiving unit and takes effect in that unit's own {@code edge}. The order in which units are stepped
 * within a cycle therefore has no effect.
 */
public interface Ports {
    /** The port of DlaArbiter to FenceUnit. */
    interface DlaCounts {
        /** Returns whether a request has been accepted since reset. */
        boolean everUsed();

        /** Returns the number of accepted requests, modulo 2^16. */
        int enqueued();

        /** Returns the number of requests whose tail has been taken, modulo 2^16. */
        int dequeued();
    }

    /**
     * The port of DlaArbiter to RequestTx 0: the words of complete requests, header first. All methods except {@link
     * #prepared} and {@link #take} are questions about the front of the DLA FIFO.
     */
    interface DlaStream {
        boolean valid();

        boolean isHead();

        boolean isTail();

        long w0();

        long w1();

        /** Notice: the front request will be taken, from the next cycle on. */
        default void prepared() {}

        /** Notice: the front word is handed to the network in this cycle. */
        void take();
    }

    /** The port of DmaRx to DmaTx. All methods are notices. */
    interface ReceivePort {
        /** Notice of ResponseTx r: a claimed response slot is free again. */
        void freed(int r);

        /**
         * Notice with an answer (CounterLoad): a get that leaves at port r takes the byte counter for `value` bytes.
         * There is at most one for each port and cycle, that of port 0 first. Returns false if the counter has another
         * user, and keeps it.
         */
        boolean counterLoad(int r, int counter, int value);
    }

    /** The port of FenceUnit to RequestTx and CommitUnit. */
    interface FencePort {
        /** Returns bit f for each injection FIFO f that a FENCE blocks. */
        int blocked();

        /** Returns those of the injection FIFOs with a fence at the head for which an entry is free. */
        int armable(int fences, ServiceOrder order);

        /**
         * Returns the port whose `arm` is `ready` in this cycle if the ports with `valid` request; -1 if there is none.
         */
        int grant(boolean valid0, boolean valid1);

        /**
         * Notice with an answer in the same cycle: the descriptor of the port that {@link #grant} returned is accepted.
         *
         * @param fence true for FENCE, false for FLUSH
         * @param self true if the target is this node
         * @param loose true if later packets may be unordered
         * @return -1 if there is no PING, otherwise the entry of the PING that must be sent after all packets of that
         *     FIFO
         */
        int arm(int port, boolean fence, boolean self, boolean loose, int fifo, int task, int tag, int target);

        /** Notice: a PONG was committed. */
        void pong(int entry);

        /**
         * Notice: a NACK of an operation was committed.
         *
         * @param task whose it is, unless there is an {@link #acked} in this cycle
         */
        void refused(int task);

        /**
         * Returns the mask of those of the given FIFOs, all with unordered heads, for which an acknowledgement counter
         * is available.
         *
         * @param targets packed Coord, by FIFO
         */
        int counters(int fifos, int[] targets, ServiceOrder order);

        /**
         * Notice with an answer: a packet of an unordered head is prepared. Returns counter | generation << 8; valid
         * only for a FIFO in the result of {@link #counters}.
         */
        int count(int fifo, int task, int target);

        /**
         * Notice: a packet of an unordered put is in the target's memory, a get with an unordered request is complete,
         * or either was refused.
         *
         * @param epoch true if the generation belongs to an epoch instead of the counter
         */
        void acked(int counter, int generation, boolean epoch);
    }

    /** The port of DmaTx to CommitUnit. */
    interface TransmitPort {
        /** Notice: a CREDIT of `target` (packed Coord), for its reception FIFO, has arrived. */
        void creditReturn(int target, int fifo);

        /**
         * Notice: fills a slot of port r that a request claimed.
         *
         * @param mode Header0.mode: for DATA the mode of its GET, otherwise 0
         * @param word1 Header1 to send; for DATA, addr is the landing address of the first byte
         * @param source for DATA, the address from which this node reads
         * @param length for DATA, the number of bytes
         * @param last Header0.last of a one-packet response
         * @param value for FADD_R, the old value
         */
        void push(int r, int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value);
    }

    /** The self counter of DmaEngine, which counts operations of this node on itself. */
    interface SelfTraffic {
        /** Notice: an operation has started; at most one for each local port and cycle. */
        void produced();

        /** Notice: an operation has finished. */
        void consumed();

        /** Question: whether an operation is unfinished. */
        boolean outstanding();
    }

    /**
     * ControlPacket: a source of header-only packets. Its register shows one packet until the packet is taken. All
     * methods except {@link #take} are questions.
     */
    interface ControlSource {
        boolean valid();

        int ptype();

        /** Returns the destination as a packed Coord. */
        int dst();

        /** Returns the packed Header1. */
        long word1();

        /** Notice: the packet is prepared in this cycle (`ready`). */
        void take();
    }

    /** The units next to the two halves of a DMA engine. */
    record Beside(
            EpochPort.Origin origin, EpochPort.Target target, FencePort fences, DlaStream dla, SelfTraffic self) {}
}
