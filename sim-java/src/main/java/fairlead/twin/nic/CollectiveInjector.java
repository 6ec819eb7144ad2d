// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.CollectiveRefusal;
import java.io.Serializable;
import java.util.ArrayDeque;

/** The port at which a node gives packets to its injection FIFOs. */
final class CollectiveInjector {
    private static final int MESSAGES = HwLayout.CLASS_ROUTES; // channel of all messages from point to point
    private static final int LARGEST = 6; // greatest operand size code
    private static final int SHORTEST = 4; // bytes of an operand of size 0
    private static final long WAY = CollectiveHeader.ROUTE_MASK << CollectiveHeader.ROUTE_LSB
            | CollectiveHeader.UP_MASK << CollectiveHeader.UP_LSB
            | CollectiveHeader.DOWN_MASK << CollectiveHeader.DOWN_LSB
            | CollectiveHeader.PATH_MASK << CollectiveHeader.PATH_LSB;

    private final CollectiveConfig config;
    private final PacketFifo[] fifos;
    private int parts; // number of packets of the open message
    private int sender; // its processor
    private long itsWay;
    private int left; // number of payload flits that the open packet still lacks
    private int whose; // its processor
    private int channel;
    private boolean closes; // whether the open packet completes what may leave
    int reason; // reason of the refusal in the previous cycle, or 0 for none
    long tag;

    CollectiveInjector(CollectiveConfig config, PacketFifo[] fifos) {
        this.config = config;
        this.fifos = fifos;
    }

    void nothing() {
        reason = 0;
    }

    void head(int processor, long header, long itsTag) {
        reason = judge(processor, header);
        if (reason == 0) {
            accept(processor, header, itsTag);
        } else {
            tag = itsTag;
        }
    }

    void body(int processor, long w0, long w1) {
        reason = 0;
        if (left > 0 && processor == whose) {
            left--;
            fifos[channel].arrive(new TreeFlit(false, left == 0, w0, w1), closes);
        }
    }

    /** Drops what a processor has given and not ended. */
    void abort(int processor) {
        reason = 0;
        if (left > 0 && processor == whose) {
            drop(channel, processor);
            left = 0;
        }
        if (parts > 0 && processor == sender) {
            drop(MESSAGES, processor);
            parts = 0;
        }
    }

    private void drop(int from, int processor) {
        fifos[from].cut();
        reason = CollectiveRefusal.ABORTED;
        tag = processor;
    }

    private static boolean isMessage(long header) {
        return CollectiveHeader.mode(header) == CollectiveMode.MESSAGE;
    }

    private static int channel(long header) {
        return isMessage(header) ? MESSAGES : (int) CollectiveHeader.route(header);
    }

    private int judge(int processor, long header) {
        int route = (int) CollectiveHeader.route(header);
        int mode = (int) CollectiveHeader.mode(header);
        boolean combines = mode == CollectiveMode.COMBINE || mode == CollectiveMode.ALLREDUCE;
        boolean hasPart = combines
                ? config.isMember(route)
                : config.isUsed(route) && (isMessage(header) || config.parent(route) == 0);
        if (isMessage(header) && parts > 0 && (processor != sender || (header & WAY) != itsWay)) {
            return CollectiveRefusal.STRAY;
        }
        if (left > 0) {
            return CollectiveRefusal.OPEN;
        }
        if (!isLegal(header, combines)) {
            return CollectiveRefusal.MALFORMED;
        }
        if (!hasPart) {
            return CollectiveRefusal.ROUTE;
        }
        if (isMessage(header) && CollectiveHeader.last(header) == 0 && parts + 1 >= config.injection()) {
            return CollectiveRefusal.TOO_LONG;
        }
        return fifos[channel(header)].hasRoom() ? 0 : CollectiveRefusal.FULL;
    }

    private static boolean isLegal(long header, boolean combines) {
        int length = (int) CollectiveHeader.length(header);
        int size = (int) CollectiveHeader.size(header);
        boolean whole = length > 0
                && size <= LARGEST
                && length % (SHORTEST << size) == 0
                && CollectiveHeader.op(header) <= CollectiveOp.XOR;
        return length <= HwLayout.TREE_PAYLOAD && (!combines || whole);
    }

    private void accept(int processor, long header, long itsTag) {
        boolean last = !isMessage(header) || CollectiveHeader.last(header) != 0;
        int flits = ((int) CollectiveHeader.length(header) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        left = flits;
        whose = processor;
        channel = channel(header);
        closes = last;
        if (isMessage(header)) {
            parts = last ? 0 : parts + 1;
            sender = processor;
            itsWay = header & WAY;
        }
        long word = header & ~(1L << CollectiveHeader.MIXED_LSB);
        fifos[channel].arrive(new TreeFlit(true, flits == 0, word, itsTag), last);
    }

    /**
     * The injection or reception FIFO of one channel. Flits become visible only when what they belong to is complete: a
     * packet or, in the injection FIFO of the point-to-point channel, a message up to its last packet.
     */
    static final class PacketFifo {
        private record Entry(TreeFlit flit, boolean end) implements Serializable {}

        private final int depth; // in packets
        private final int slots; // in flits
        private final ArrayDeque<Entry> entries = new ArrayDeque<>();
        private int packets; // number of packets whose head is in the FIFO and whose tail has not been taken
        private int whole; // number of complete packets or messages in the FIFO

        // decided in this cycle
        private Entry arriving;
        private boolean taken;
        private boolean cut;

        PacketFifo(int depth, int slots) {
            this.depth = depth;
            this.slots = slots;
        }

        /** Returns whether there is room for another packet of any length. */
        boolean hasRoom() {
            return packets < depth && entries.size() + HwLayout.TREE_PACKET_FLITS <= slots;
        }

        /** Returns the oldest visible flit, or null. */
        TreeFlit front() {
            return whole == 0 ? null : entries.peek().flit;
        }

        void arrive(TreeFlit flit, boolean ends) {
            arriving = new Entry(flit, ends && flit.tail());
        }

        void take() {
            taken = true;
        }

        /** Drops what has arrived since the last end. */
        void cut() {
            cut = true;
        }

        void edge() {
            if (taken) {
                Entry entry = entries.poll();
                packets -= entry.flit.tail() ? 1 : 0;
                whole -= entry.end ? 1 : 0;
            }
            if (arriving != null) {
                entries.add(arriving);
                packets += arriving.flit.head() ? 1 : 0;
                whole += arriving.end ? 1 : 0;
            }
            while (cut && !entries.isEmpty() && !entries.peekLast().end) {
                packets -= entries.removeLast().flit.head() ? 1 : 0;
            }
            arriving = null;
            taken = false;
            cut = false;
        }
    }
}
