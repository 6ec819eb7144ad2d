// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.nic.CollectiveInjector.PacketFifo;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A node of the collective network, cycle for cycle as in docs/spec/collective-network.md. It has three links, one
 * channel for the collectives of each class route, and one channel for all messages from point to point.
 */
public final class CollectiveRouter {
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int ROUTES = HwLayout.CLASS_ROUTES;
    private static final int CHANNELS = HwLayout.TREE_CHANNELS;
    private static final int NOTHING = -1;

    private final TreeBuffer[][] buffers; // by link and channel
    private final PacketFifo[] injection; // by channel
    private final PacketFifo[] reception;
    private final TreeLink[] links;
    private final CombineChannel[] collectives;
    private final MessageChannel messages;
    private final CollectiveInjector injector;
    /** The flit that was read in the previous cycle, or null. */
    public TreeFlit received;

    /** Whether the read of the previous cycle found no complete packet. */
    public boolean empty;

    private boolean ending; // whether the packet that enters the message channel's FIFO is the last of its message
    /** Whether the packet that became complete last in the FIFO of messages is the last of its message. */
    public boolean closed;

    /** Mask of the channels on which a packet became complete in the previous cycle. */
    public int arrived;

    // inputs of this cycle
    private int gives = NOTHING; // the TileCommand
    private int giver; // processor
    private long given0;
    private long given1;
    private int reads = -1;
    private boolean planned;
    private boolean moves; // decided in this cycle: whether a flit moves
    private int completes; // decided in this cycle: mask of the channels on which a packet becomes complete

    public CollectiveRouter(CollectiveConfig config) {
        buffers = new TreeBuffer[LINKS][CHANNELS];
        for (TreeBuffer[] row : buffers) {
            Arrays.setAll(row, c -> new TreeBuffer(config.linkDepth()));
        }
        injection = fifos(config.injection());
        reception = fifos(config.reception());
        links = new TreeLink[LINKS];
        Arrays.setAll(links, l -> new TreeLink(config.linkDepth()));
        collectives = new CombineChannel[ROUTES];
        Arrays.setAll(collectives, r -> new CombineChannel(config, r));
        messages = new MessageChannel(config);
        injector = new CollectiveInjector(config, injection);
    }

    private static PacketFifo[] fifos(int depth) {
        PacketFifo[] fifos = new PacketFifo[CHANNELS];
        int many = HwLayout.TREE_PACKETS * HwLayout.TREE_PACKET_FLITS;
        Arrays.setAll(fifos, c -> new PacketFifo(depth, c < ROUTES ? HwLayout.TREE_FIFO_FLITS : many));
        return fifos;
    }

    // ---- pins

    /** Notes that a flit is on the input pins of this link in this cycle. */
    public void arrive(int link, int channel, TreeFlit flit) {
        buffers[link][channel].arrive(flit);
    }

    /**
     * Notes that slots of these channels are free again at the other end of this link; the pins show it in this cycle.
     */
    public void credit(int link, int channels) {
        links[link].credit(channels);
    }

    /** A processor gives a flit to the network in this cycle: a head, or the next flit of the payload. */
    public void inject(boolean head, int processor, long w0, long w1) {
        gives = head ? TileCommand.TREE_GIVE : TileCommand.TREE_BODY;
        giver = processor;
        given0 = w0;
        given1 = w1;
    }

    /** In this cycle what a processor has given and not ended is dropped, or a channel becomes its own. */
    public void abort(int processor, long word) {
        gives = TileCommand.TREE_ABORT;
        giver = processor;
        given0 = word;
    }

    /** Returns whether a channel is granted to another one than this task. */
    public boolean isForeign(int channel, int task) {
        return injector.isForeign(channel, task);
    }

    /** Takes the oldest flit of this channel's reception FIFO in this cycle. A number that is no channel finds none. */
    public void read(int channel) {
        reads = channel;
    }

    /** Returns the flit on the output pins of this link, or null. */
    public TreeFlit out(int link) {
        return links[link].out;
    }

    public int outChannel(int link) {
        return links[link].channel;
    }

    /** Returns the mask of the channels of which a slot at the end of this link was freed in the previous cycle. */
    public int credits(int link) {
        int mask = 0;
        for (int c = 0; c < CHANNELS; c++) {
            mask |= buffers[link][c].credit ? 1 << c : 0;
        }
        return mask;
    }

    /** Returns the number of flits in the buffer of a channel at the end of a link. */
    public int occupancy(int link, int channel) {
        return buffers[link][channel].slots.size();
    }

    /** Returns the number of credits that the node has for the buffer at the other end of a link. */
    public int linkCredits(int link, int channel) {
        return links[link].credits[channel];
    }

    /** Returns the HwLayout.CollectiveRefusal of the packet that was given in the previous cycle, or 0. */
    public int refused() {
        return injector.reason;
    }

    public long refusedTag() {
        return injector.tag;
    }

    /** Returns the mask of the channels that have a complete packet to receive. */
    public int waiting() {
        int mask = 0;
        for (int c = 0; c < CHANNELS; c++) {
            mask |= reception[c].front() != null ? 1 << c : 0;
        }
        return mask;
    }

    // ---- one cycle

    private TreeFlit offered(int link, int channel) {
        return channel < ROUTES ? collectives[channel].offered(link) : messages.stage[link];
    }

    private TreeFlit home(int channel) {
        return channel < ROUTES ? collectives[channel].received() : messages.stage[LINKS];
    }

    /** Decides from the registers what moves; the inputs of the cycle do not matter. */
    private void plan() {
        if (planned) {
            return;
        }
        planned = true;
        moves = false;
        completes = 0;
        int[] taken = new int[CHANNELS]; // by channel: links, then reception
        TreeFlit[] offers = new TreeFlit[CHANNELS];
        for (int l = 0; l < LINKS; l++) {
            for (int c = 0; c < CHANNELS; c++) {
                offers[c] = offered(l, c);
            }
            int served = links[l].decide(offers);
            if (served >= 0) {
                taken[served] |= 1 << l;
            }
        }
        for (int c = 0; c < CHANNELS; c++) {
            TreeFlit flit = home(c);
            if (flit != null && (!flit.head() || reception[c].hasRoom())) {
                if (c == ROUTES && flit.head()) {
                    ending = CollectiveHeader.last(flit.w0()) != 0;
                }
                reception[c].arrive(flit, true);
                taken[c] |= 1 << LINKS;
                completes |= flit.tail() ? 1 << c : 0;
                moves = true;
            }
            take(c, taken[c]);
        }
    }

    private void take(int c, int taken) {
        TreeFlit[] fronts = new TreeFlit[LINKS + 1];
        for (int l = 0; l < LINKS; l++) {
            fronts[l] = buffers[l][c].front();
        }
        fronts[LINKS] = injection[c].front();
        int sources = c < ROUTES ? collectives[c].decide(fronts, taken) : messages.decide(fronts, taken);
        moves |= c < ROUTES ? collectives[c].acts() : messages.acts();
        for (int l = 0; l < LINKS; l++) {
            if ((sources >> l & 1) != 0) {
                buffers[l][c].take();
            }
        }
        if ((sources >> LINKS & 1) != 0) {
            injection[c].take();
        }
    }

    public void edge(long t) {
        plan();
        received = reads < 0 || reads >= CHANNELS ? null : reception[reads].front();
        empty = reads >= 0 && received == null;
        arrived = completes;
        if ((completes >> ROUTES & 1) != 0) {
            closed = ending;
        }
        if (received != null) {
            reception[reads].take();
        }
        switch (gives) {
            case TileCommand.TREE_GIVE -> injector.head(giver, given0, given1);
            case TileCommand.TREE_BODY -> injector.body(giver, given0, given1);
            case TileCommand.TREE_ABORT -> injector.abort(giver, given0);
            default -> injector.nothing();
        }
        for (int l = 0; l < LINKS; l++) {
            links[l].edge();
            for (TreeBuffer buffer : buffers[l]) {
                buffer.edge();
            }
        }
        for (int r = 0; r < ROUTES; r++) {
            collectives[r].edge();
        }
        messages.edge();
        for (int c = 0; c < CHANNELS; c++) {
            injection[c].edge();
            reception[c].edge();
        }
        gives = NOTHING;
        reads = -1;
        planned = false;
    }

    public boolean busy() {
        plan();
        boolean active = moves || received != null || empty || arrived != 0 || injector.reason != 0;
        for (int l = 0; l < LINKS; l++) {
            active |= links[l].isBusy() || credits(l) != 0;
        }
        return active;
    }

    /** The output of one link. In each cycle it serves one of the channels that have a flit and a credit, in turn. */
    static final class TreeLink {
        private static final int CHANNELS = HwLayout.TREE_CHANNELS;

        final int[] credits = new int[CHANNELS];
        private int turn; // channel that is asked first
        TreeFlit out; // flit on the link, or null if the link is idle
        int channel;

        // decided in this cycle
        private int pick;
        private TreeFlit next;
        private int returned;

        TreeLink(int depth) {
            Arrays.fill(credits, depth);
        }

        /** Notes that slots of these channels are free again at the other end of the link. */
        void credit(int channels) {
            returned = channels;
        }

        /**
         * Chooses among the flits that the channels offer (null for none), and returns the channel that is served, or
         * -1.
         */
        int decide(TreeFlit[] offered) {
            int requests = 0;
            for (int c = 0; c < CHANNELS; c++) {
                requests |= offered[c] != null && credits[c] > 0 ? 1 << c : 0;
            }
            pick = requests == 0 ? -1 : IndexSet.next(requests, turn);
            next = pick < 0 ? null : offered[pick];
            return pick;
        }

        /** Returns whether a flit is sent in this cycle or is in flight. */
        boolean isBusy() {
            return out != null || next != null;
        }

        void edge() {
            for (int c = 0; c < CHANNELS; c++) {
                credits[c] += (returned >> c & 1) - (c == pick ? 1 : 0);
            }
            out = next;
            if (next != null) {
                channel = pick;
                turn = (pick + 1) % CHANNELS;
            }
            returned = 0;
        }
    }

    /** The buffer of one channel at the end of a link. */
    static final class TreeBuffer {
        private final int depth;
        private final ArrayDeque<TreeFlit> slots;
        boolean credit; // whether a slot was freed in the previous cycle

        // decided in this cycle
        private TreeFlit arriving;
        private boolean taken;

        TreeBuffer(int depth) {
            this.depth = depth;
            slots = new ArrayDeque<>(depth);
        }

        TreeFlit front() {
            return slots.peek();
        }

        void arrive(TreeFlit flit) {
            arriving = flit;
        }

        void take() {
            taken = true;
        }

        void edge() {
            if (arriving != null) {
                if (slots.size() == depth) {
                    throw new IllegalStateException("a flit arrives without a credit");
                }
                slots.add(arriving);
            }
            if (taken) {
                slots.remove();
            }
            credit = taken;
            arriving = null;
            taken = false;
        }
    }
}
