// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static fairlead.twin.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.twin.router.RouterState.NODE_SHIFT;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;

/**
 * The arrivals at the routers of a range of nodes: flits and credits on their pins, and heads that reach the front of
 * their VCs. {@link RouterPartition} executes the other half of a cycle.
 *
 * <p>The routers do not search for requests in each cycle. The word `ready` has a bit for each VC whose front flit may
 * move, and the events that affect the bit change it: an arrival, a grant, a credit, or the release of an output VC.
 * Only the growth of rows allocates memory.
 */
abstract class RouterInputs extends Apart implements PartitionPorts.InjectionLinks {
    private static final int FIRST_LOCAL = RouterShape.FIRST_LOCAL;

    final int from;
    final int to;
    final RouterState state;
    final Packets packets;

    // arrays of the whole machine's state
    final long[] in;
    final long[] out;
    final long[] occupied;
    final long[] ready;
    final long[] heads;
    final int vcs;
    final CutThrough cutThrough; // null with wormhole switching
    private final char[] stamps;

    // one bit for each node, by node / 64; only the bits of the partition's own nodes are used
    final long[] awake; // nodes whose `ready` is not 0
    final long[] held; // nodes whose `occupied` is not 0

    final PartitionLinks links;
    final PinList injected; // flits from injection ports
    final PinList freed; // credits from ejection ports

    long now;

    /** @param all array that receives the links of all partitions; this partition stores its links at index `self` */
    RouterInputs(RouterState state, PartitionLinks[] all, int self, Packets packets) {
        this.state = state;
        this.packets = packets;
        from = TorusRouter.first(state.nodes, self, all.length);
        to = TorusRouter.first(state.nodes, self + 1, all.length);
        in = state.in;
        out = state.out;
        stamps = state.stamps;
        occupied = state.occupied;
        ready = state.ready;
        heads = state.heads;
        vcs = state.vcs;
        cutThrough = state.cutThrough ? new CutThrough(state) : null;
        awake = new long[state.nodes + Long.SIZE - 1 >> 6];
        held = new long[awake.length];
        links = new PartitionLinks(state, all, self, from, to);
        all[self] = links;
        injected = new PinList((to - from) * RouterShape.LOCALS);
        freed = new PinList((to - from) * RouterShape.LOCALS);
    }

    // ---- local ports ----

    @Override
    public void inject(int node, int port, int flit) {
        int place = FIRST_LOCAL + port;
        if (Packets.isHead(flit)) {
            int pointer = node * RouterShape.LOCALS + port;
            int write = state.injectPointer[pointer] & OutputVc.RING_MASK;
            state.rings[ring(node, place) + write] = Packets.packet(flit);
            state.injectPointer[pointer] = (byte) (write == state.last(place) ? 0 : write + 1);
        }
        assert Packets.isTail(flit) == (Packets.index(flit) == tail(packets.header0(Packets.packet(flit))))
                : "a packet is its head and ceil(length / 16) flits: node=" + node;
        injected.tell(node << NODE_SHIFT | place);
    }

    @Override
    public void ejectCredit(int node, int port) {
        freed.tell(node << NODE_SHIFT | FIRST_LOCAL + port);
    }

    /** Returns the index of a packet's tail flit. */
    static int tail(long header0) {
        return ((int) Header0.length(header0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    /** Stores the flits and credits that are on the pins in cycle t. */
    void arrivals(long t) {
        for (int other : links.sources()) {
            DueRing flits = links.flitsFrom(other);
            arrivals(flits.row(t), flits.count(t));
            flits.clear(t);
        }
        arrivals(injected.words, injected.count);
        injected.clear();
        for (int other : links.sources()) {
            DueRing credits = links.creditsFrom(other);
            credits(credits.row(t), credits.count(t));
            credits.clear(t);
        }
        credits(freed.words, freed.count);
        freed.clear();
        now = t + 1;
    }

    /** Moves the calls of the NICs in this cycle to the pins of the next cycle. */
    void registers() {
        injected.register();
        freed.register();
    }

    private void arrivals(int[] words, int count) {
        for (int i = 0; i < count; i++) {
            int node = words[i] >>> NODE_SHIFT;
            int place = words[i] & EVENT_PLACE_MASK;
            int at = node * vcs + place;
            long word = in[at];
            assert InputVc.count(word) < state.depths[place] : "RT_A1: flit arrives in a full buffer: node=" + node;
            if (InputVc.isAwaiting(word)) {
                occupied[node] |= 1L << place;
                held[node >> 6] |= 1L << node;
                arrivedHead(node, place, InputVc.arrived(word));
            } else {
                // without branches, because the processor cannot predict whether the buffer was empty and whether there
                // is a credit
                in[at] = InputVc.arrived(word);
                long first = isZero(InputVc.count(word));
                long able = first & ~OutputVc.isStuck(out[node * vcs + InputVc.output(word)]);
                occupied[node] |= first << place;
                held[node >> 6] |= first << node;
                ready[node] |= able << place;
                awake[node >> 6] |= able << node;
            }
        }
    }

    private void credits(int[] words, int count) {
        for (int i = 0; i < count; i++) {
            int node = words[i] >>> NODE_SHIFT;
            int place = words[i] & EVENT_PLACE_MASK;
            int at = node * vcs + place;
            long word = out[at];
            assert OutputVc.credits(word) < state.credits[place]
                    : "RT_A5: more credits returned than spent: node=" + node;
            out[at] = OutputVc.credited(word);
            if (cutThrough != null) {
                cutThrough.credit(node, place, OutputVc.credited(word));
                awake[node >> 6] |= (long) isSome(ready[node] | heads[node]) << node;
            } else if (OutputVc.credits(word) == 0) {
                long able = OutputVc.isOwned(word) ? 1L << OutputVc.owner(word) & occupied[node] : waiters(word);
                if (able != 0) {
                    ready[node] |= able;
                    awake[node >> 6] |= 1L << node;
                }
            }
        }
    }

    /** Handles a flit that arrives while no packet is being forwarded. */
    void arrivedHead(int node, int place, long word) {
        head(node, place, word);
    }

    /** Handles the next head, which is in front because a tail has left. */
    void frontHead(int node, int place, long word) {
        head(node, place, word);
    }

    /** Routes the packet that has reached the front of an input VC, and sets whether its head may move. */
    final void head(int node, int place, long word) {
        int base = node * vcs;
        int at = base + place;
        int read = InputVc.ring(word);
        int packet = state.rings[ring(node, place) + read];
        int next = read == state.last(place) ? 0 : read + 1;
        long header = packets.header0(packet);
        int route = RouteUnit.route(state.coords[node], state.vcRule, RouterShape.number(place), header);
        int wants = RouterShape.place(RouteUnit.port(route), RouteUnit.vc(route));
        in[at] = InputVc.head(word, packet, tail(header), next, wants);
        stamps[at] = state.ageless ? 0 : (char) Header0.stamp(header);
        if (cutThrough != null ? cutThrough.head(node, place, header, wants) : mayGo(node, wants, place)) {
            heads[node] |= 1L << place;
            awake[node >> 6] |= 1L << node;
        } else {
            heads[node] &= ~(1L << place);
        }
    }

    /** Returns the heads that wait for the first credit of an output VC that no packet owns. */
    private static long waiters(long word) {
        return RouterShape.ALLOCATES ? 0 : OutputVc.waiters(word);
    }

    /**
     * Adds a head to those that wait for an output VC under wormhole switching; returns whether the output VC is free.
     */
    boolean mayGo(int node, int wants, int place) {
        int at = node * vcs + wants;
        long word = out[at];
        out[at] = OutputVc.withWaiter(word, place);
        return !OutputVc.isOwned(word) && OutputVc.credits(word) != 0;
    }

    final int ring(int node, int place) {
        return node * state.ringsOfNode + state.ringStarts[place];
    }

    /** Returns 1 for 0, and 0 for any other number up to 2^31 - 1. */
    static int isZero(int count) {
        return count - 1 >>> 31;
    }

    /** Returns 0 for 0, and 1 for any other mask. */
    static int isSome(long mask) {
        return (int) (-mask >>> 63);
    }

    /** The event words of local ports: words given in a cycle of the NIC are on the pins in the next cycle. */
    static final class PinList extends Apart {
        int[] words; // words on the pins, of which `count` are valid
        int count;
        private int[] told;
        private int toldCount;

        /** @param most greatest number of words given in one cycle */
        PinList(int most) {
            words = new int[most];
            told = new int[most];
        }

        void tell(int word) {
            told[toldCount++] = word;
        }

        void clear() {
            count = 0;
        }

        /** Moves the words given in this cycle to the pins. */
        void register() {
            int[] spare = words;
            words = told;
            told = spare;
            count = toldCount;
            toldCount = 0;
        }
    }
}
