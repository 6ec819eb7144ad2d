// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import fairlead.hw.HwLayout.CollectiveRefusal;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;

/** The port at which a node gives packets to its injection FIFOs. */
final class CollectiveInjector {
    /** With the channel, in w0 of an abort of the system: it is the processor's now. */
    static final int TAKES = 16;

    /** With the channel, in w0 of an abort of the system: it is the processor's no more. */
    static final int GIVES = 8;

    /** In place of the channel: none. */
    static final int NO_CHANNEL = GIVES - 1;

    private static final int MESSAGES = HwLayout.CLASS_ROUTES; // channel of all messages from point to point
    private static final int NOBODY = -1;
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
    // by channel
    private final int[] left = new int[HwLayout.TREE_CHANNELS]; // payload flits that the open packet still lacks
    private final int[] whose = new int[HwLayout.TREE_CHANNELS]; // its processor
    private final int[] owners = new int[HwLayout.TREE_CHANNELS]; // to whom the system has granted it, or NOBODY
    private boolean closes; // whether the open packet of a message is the last one
    int reason; // reason of the refusal in the previous cycle, or 0 for none
    long tag;

    CollectiveInjector(CollectiveConfig config, PacketFifo[] fifos) {
        this.config = config;
        this.fifos = fifos;
        Arrays.fill(owners, NOBODY);
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
        int channel = open(processor);
        if (channel >= 0) {
            left[channel]--;
            boolean ends = channel != MESSAGES || closes;
            fifos[channel].arrive(new TreeFlit(false, left[channel] == 0, w0, w1), ends);
        }
    }

    /** Returns the channel on which a processor has a packet open, or -1. */
    private int open(int processor) {
        for (int channel = 0; channel < left.length; channel++) {
            if (left[channel] > 0 && whose[channel] == processor) {
                return channel;
            }
        }
        return -1;
    }

    /**
     * Drops what a processor has given and not ended, or makes a channel its own.
     *
     * @param word the channel with TAKES or GIVES, or 0
     */
    void abort(int processor, long word) {
        reason = 0;
        int named = (int) word & NO_CHANNEL;
        boolean is = named < owners.length; // a channel
        if ((word & TAKES) != 0) {
            owners[is ? named : 0] = is ? processor : owners[0];
            return;
        }
        if ((word & GIVES) != 0 && is && owners[named] == processor) {
            owners[named] = NOBODY;
        }
        int channel = open(processor);
        if (channel >= 0) {
            drop(channel, processor);
            left[channel] = 0;
        }
        if (parts > 0 && processor == sender) {
            drop(MESSAGES, processor);
            parts = 0;
        }
    }

    /** Returns whether a channel is granted to another one than this task. */
    boolean isForeign(int channel, int task) {
        return channel < owners.length && owners[channel] != NOBODY && owners[channel] != task;
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
        if (left[channel(header)] > 0 || open(processor) >= 0) {
            return CollectiveRefusal.OPEN;
        }
        if (!isLegal(header, combines)) {
            return CollectiveRefusal.MALFORMED;
        }
        if (!hasPart || isForeign(channel(header), processor)) {
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
        int channel = channel(header);
        left[channel] = flits;
        whose[channel] = processor;
        if (isMessage(header)) {
            closes = last;
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
