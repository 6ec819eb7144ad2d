// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import static fairlead.router.RouterState.AWAIT;
import static fairlead.router.RouterState.COUNT_MASK;
import static fairlead.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.router.RouterState.FLIT_MASK;
import static fairlead.router.RouterState.IN_COUNT_SHIFT;
import static fairlead.router.RouterState.IN_PLACE_SHIFT;
import static fairlead.router.RouterState.IN_POINTER_SHIFT;
import static fairlead.router.RouterState.NODE_SHIFT;
import static fairlead.router.RouterState.ONE_FLIT;
import static fairlead.router.RouterState.ONE_WAITER;
import static fairlead.router.RouterState.OWNED;
import static fairlead.router.RouterState.OWNER_MASK;
import static fairlead.router.RouterState.OWNER_SHIFT;
import static fairlead.router.RouterState.POINTER_MASK;
import static fairlead.router.RouterState.POINTER_SHIFT;
import static fairlead.router.RouterState.ROOM;
import static fairlead.router.RouterState.TAIL_MASK;
import static fairlead.router.RouterState.TAIL_SHIFT;
import static fairlead.router.RouterState.WAITERS_SHIFT;

import fairlead.flow.Apart;
import fairlead.flow.EjectionLinks;
import fairlead.flow.InjectionLinks;
import fairlead.flow.Packets;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;

/**
 * The routers of a range of nodes: what of {@link TorusRouter} one thread does. The hot path.
 *
 * <p>A cycle is {@link #grants}, then {@link #arrivals}, then {@link #registers}. What a partition sends another is on the pins in a later cycle: within a cycle the partitions
 * touch nothing of each other but slots of rings that the other neither reads nor writes in it. So they may run at the same time, with one meeting between two cycles.
 *
 * <p>Requests are not looked for but kept: `ready` has a bit for each VC whose flit may go, changed by the events that change it (arrival, grant, credit, release of an
 * output VC). A router without such a bit does nothing and is not visited. Nothing is allocated but for growth of rows.
 *
 * <p>Its one subclass is not loaded where routers of the RTL are wanted, so nothing here pays for it.
 */
class RouterPartition extends Apart implements InjectionLinks {
    private static final int LINKS = RouterShape.LINKS;
    private static final int PORTS = RouterShape.PORTS;
    private static final int FIRST_LOCAL = RouterShape.FIRST_LOCAL;
    private static final int ROOM_SHIFT = Integer.numberOfTrailingZeros(ROOM);
    /** Bits of an output VC of which its owner's body needs one. */
    private static final int GOES = COUNT_MASK | ROOM;
    /** Bits of an output VC that a new owner leaves as they are. */
    static final long KEPT = -ONE_WAITER | (1L << OWNER_SHIFT) - 1;

    private static final long UNKNOWN = -1;

    static final long BEFORE_PLACE = (1L << IN_PLACE_SHIFT) - 1;

    final int from;
    final int to;
    final RouterState state;
    private final Packets packets;
    private final EjectionLinks nic;
    private final HopSink hops;

    // of the state, whole
    private final long[] in;
    private final long[] out;
    private final char[] stamps;
    private final long[] occupied;
    private final long[] ready;
    private final int[] link;
    private final int vcs;
    private final int linkLast; // credits - 1
    private final int localLast;
    private final CutThrough cutThrough; // null: wormhole

    // one bit a node, by node / 64; only the own nodes' bits are used
    private final long[] awake; // ready is not 0
    private final long[] held; // occupied is not 0
    private final int firstWord;
    private final int endWord;

    private final PartitionLinks links;
    private final SwitchAllocator switchAllocator;
    private final Connections connections;
    private final PinList injected; // flits of injection ports
    private final PinList freed; // credits of ejection ports

    // scratch of a cycle
    private final int[] winner = new int[PORTS];
    private final int[] wanted = new int[PORTS]; // by the winner

    private long now;
    private long blockedRouters;

    /** @param all becomes the links of all partitions, those of this one at `self` */
    RouterPartition(
            final RouterState state,
            final PartitionLinks[] all,
            final int self,
            final PartitionPorts ports) {
        this.state = state;
        packets = ports.packets();
        nic = ports.nic();
        hops = ports.hopsOrNull();
        from = TorusRouter.first(state.nodes, self, all.length);
        to = TorusRouter.first(state.nodes, self + 1, all.length);
        in = state.in;
        out = state.out;
        stamps = state.stamps;
        occupied = state.occupied;
        ready = state.ready;
        link = state.link;
        vcs = state.vcs;
        linkLast = state.linkCredits - 1;
        localLast = state.localDepth - 1;
        cutThrough = state.cutThrough ? new CutThrough(state) : null;
        awake = new long[state.nodes + Long.SIZE - 1 >> 6];
        held = new long[awake.length];
        firstWord = from >> 6;
        endWord = to + Long.SIZE - 1 >> 6;
        links = new PartitionLinks(state, all, self, from, to);
        all[self] = links;
        switchAllocator = new SwitchAllocator(state);
        connections = new Connections(state, cutThrough);
        injected = new PinList((to - from) * RouterShape.LOCALS);
        freed = new PinList((to - from) * RouterShape.LOCALS);
    }

    // ---- local ports ----

    @Override
    public void inject(final int node, final int port, final int flit) {
        final int place = FIRST_LOCAL + port;
        if (Packets.isHead(flit)) {
            final int pointer = node * RouterShape.LOCALS + port;
            final int write = state.injectPointer[pointer] & POINTER_MASK;
            state.rings[ring(node, place) + write] = Packets.packet(flit);
            state.injectPointer[pointer] = (byte) (write == localLast ? 0 : write + 1);
        }
        assert Packets.isTail(flit) == (Packets.index(flit) == tail(packets.header0(Packets.packet(flit))))
                : "a packet is its head and ceil(length / 16) flits: node=" + node;
        injected.tell(node << NODE_SHIFT | place);
    }

    @Override
    public void ejectCredit(final int node, final int port) {
        freed.tell(node << NODE_SHIFT | FIRST_LOCAL + port);
    }

    /** Index of the tail of a packet. */
    static int tail(final long header0) {
        return ((int) Header0.length(header0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
    }

    // ---- a cycle ----

    void cycle(final long t) {
        grants(t);
        arrivals(t);
        registers();
    }

    /** What leaves the routers in t, decided by the state at its start. */
    void grants(final long t) {
        begin(t);
        for (int word = firstWord; word < endWord; word++) {
            for (long bits = awake[word]; bits != 0; bits &= bits - 1) {
                step((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
        links.end();
    }

    /** As {@link #grants}, but visits every router of the list, asleep or not; the result is the same (a test). */
    void grants(final long t, final int[] order) {
        begin(t);
        for (final int node : order) {
            if (node >= from && node < to) {
                step(node);
            }
        }
        links.end();
    }

    private void begin(final long t) {
        int visits = 0;
        int stalled = 0; // routers that hold flits of which none may go
        for (int word = firstWord; word < endWord; word++) {
            visits += Long.bitCount(awake[word]);
            stalled += Long.bitCount(held[word] & ~awake[word]);
        }
        blockedRouters += stalled * (t - now + 1);
        now = t;
        links.begin(t, visits);
    }

    /** What is on the pins in t comes into the state. */
    void arrivals(final long t) {
        for (int other = 0; other < links.partitions(); other++) {
            final DueRing flits = links.flitsFrom(other);
            arrivals(flits.row(t), flits.count(t));
            flits.clear(t);
        }
        arrivals(injected.words(), injected.count());
        injected.clear();
        for (int other = 0; other < links.partitions(); other++) {
            final DueRing credits = links.creditsFrom(other);
            credits(credits.row(t), credits.count(t));
            credits.clear(t);
        }
        credits(freed.words(), freed.count());
        freed.clear();
        now = t + 1;
    }

    /** What the NICs said in a cycle goes to the pins of the next one. */
    void registers() {
        injected.register();
        freed.register();
    }

    private void arrivals(final int[] words, final int count) {
        for (int i = 0; i < count; i++) {
            final int node = words[i] >>> NODE_SHIFT;
            final int place = words[i] & EVENT_PLACE_MASK;
            final int at = node * vcs + place;
            final long word = in[at];
            assert RouterState.count(word) < state.depth(place) : "RT_A1: flit arrives in a full buffer: node=" + node;
            if ((int) word == AWAIT) {
                occupied[node] |= 1L << place;
                held[node >> 6] |= 1L << node;
                arrivedHead(node, place, word + ONE_FLIT);
            } else {
                // without branches, as nobody can predict whether the buffer was empty and whether there is a credit
                in[at] = word + ONE_FLIT;
                final long first = isZero(RouterState.count(word));
                final long able = first & ~isZero((int) out[node * vcs + (int) (word >>> IN_PLACE_SHIFT)] & GOES);
                occupied[node] |= first << place;
                held[node >> 6] |= first << node;
                ready[node] |= able << place;
                awake[node >> 6] |= able << node;
            }
        }
    }

    private void credits(final int[] words, final int count) {
        for (int i = 0; i < count; i++) {
            final int node = words[i] >>> NODE_SHIFT;
            final int place = words[i] & EVENT_PLACE_MASK;
            final int at = node * vcs + place;
            final long word = out[at];
            assert (word & COUNT_MASK) <= last(place) : "RT_A5: more credits returned than spent: node=" + node;
            out[at] = word + 1;
            if (cutThrough != null) {
                cutThrough.credit(node, place, (int) word + 1);
                awake[node >> 6] |= (long) isSome(ready[node]) << node;
            } else if ((word & COUNT_MASK) == 0) {
                final long able = (word & OWNED) != 0
                        ? 1L << (word >>> OWNER_SHIFT & OWNER_MASK) & occupied[node]
                        : word >>> WAITERS_SHIFT;
                if (able != 0) {
                    ready[node] |= able;
                    awake[node >> 6] |= 1L << node;
                }
            }
        }
    }

    /** A flit arrives where no packet is being passed on. */
    void arrivedHead(final int node, final int place, final long word) {
        head(node, place, word);
    }

    /** A tail has left, and the next packet's head is in front. */
    void frontHead(final int node, final int place, final long word) {
        head(node, place, word);
    }

    /** The next packet of an input VC has come to its front: routes it, and says whether its head may go. */
    final void head(final int node, final int place, final long word) {
        final int base = node * vcs;
        final int at = base + place;
        final int read = (int) (word >>> IN_POINTER_SHIFT) & POINTER_MASK;
        final int packet = state.rings[ring(node, place) + read];
        final long next = read == last(place) ? 0 : read + 1;
        final long header = packets.header0(packet);
        final int route = RouteUnit.route(state.coords[node], state.vcRule, RouterShape.number(place), header);
        final int wants = RouterShape.place(RouteUnit.port(route), RouteUnit.vc(route));
        in[at] = (long) wants << IN_PLACE_SHIFT
                | (long) tail(header) << TAIL_SHIFT
                | next << IN_POINTER_SHIFT
                | word & (long) COUNT_MASK << IN_COUNT_SHIFT
                | Packets.flit(packet, 0, false) & FLIT_MASK;
        stamps[at] = state.ageless ? 0 : (char) Header0.stamp(header);
        if (cutThrough != null ? cutThrough.head(node, place, header, wants) : mayGo(node, wants, place)) {
            ready[node] |= 1L << place;
            awake[node >> 6] |= 1L << node;
        } else {
            ready[node] &= ~(1L << place);
        }
    }

    /** Wormhole: a head comes to wait for an output VC; whether that is free. */
    boolean mayGo(final int node, final int wants, final int place) {
        final int at = node * vcs + wants;
        final long word = out[at];
        out[at] = word | ONE_WAITER << place;
        return (word & OWNED) == 0 && (word & COUNT_MASK) != 0;
    }

    // ---- a router ----

    void step(final int node) {
        final long requests = ready[node];
        if (requests == 0) {
            return;
        }
        final long holding = occupied[node];
        final long moved;
        if ((requests & requests - 1) == 0) {
            moved = requests;
            final int place = Long.numberOfTrailingZeros(requests);
            move(node, place, output(node, place, 0));
        } else {
            moved = allocate(node, requests);
        }
        connections.moved(node, moved, now);
        stepped(node, holding & ~moved, ready[node]);
    }

    /** @param left VCs whose flit did not move; `more`: VCs that have something to do in the next cycle */
    final void stepped(final int node, final long left, final long more) {
        blockedRouters += isSome(left);
        awake[node >> 6] &= ~((1L ^ isSome(more)) << node);
        held[node >> 6] &= ~((1L ^ isSome(occupied[node])) << node);
    }

    /** Output VC that the flit in front of an input VC wants; none of `avoided` if it is an adaptive head. */
    private int output(final int node, final int place, final long avoided) {
        final long word = in[node * vcs + place];
        return cutThrough == null ? (int) (word >>> IN_PLACE_SHIFT) : cutThrough.output(node, place, word, avoided);
    }

    /** Both stages of the switch allocation, and the moves of the winners. */
    private long allocate(final int node, final long requests) {
        // in dimension order who is late matters where two want the same
        long late = cutThrough == null ? UNKNOWN : connections.late(node, requests, now);
        int first = -1; // candidate of the lowest input port: its stamp is the reference of age
        int outputs = 0; // that have a candidate
        for (long inputs = RouterShape.byInput(requests); inputs != 0; ) {
            final int lowest = Long.numberOfTrailingZeros(inputs);
            final long input = SwitchAllocator.inputMask(lowest);
            final long rivals = requests & input;
            final int candidate;
            if ((rivals & rivals - 1) == 0) {
                candidate = Long.numberOfTrailingZeros(rivals);
            } else {
                late = late == UNKNOWN ? connections.late(node, requests, now) : late;
                candidate = switchAllocator.pick(node, lowest, rivals, late);
            }
            inputs &= ~input;
            if (first < 0) {
                first = candidate;
            }
            final int wants = output(node, candidate, cutThrough == null ? 0 : connections.avoided(candidate));
            final int output = RouterShape.port(wants);
            if ((outputs >> output & 1) == 0) {
                outputs |= 1 << output;
                winner[output] = candidate;
                wanted[output] = wants;
            } else {
                late = late == UNKNOWN ? connections.late(node, requests, now) : late;
                if (switchAllocator.contest(node, first, output, winner[output], candidate, late) == candidate) {
                    winner[output] = candidate;
                    wanted[output] = wants;
                }
            }
        }
        long moved = 0;
        for (int rest = outputs; rest != 0; rest &= rest - 1) {
            final int output = Integer.numberOfTrailingZeros(rest);
            moved |= 1L << winner[output];
            move(node, winner[output], wanted[output]);
        }
        return moved;
    }

    /** The flit in front of input VC `place` leaves through output VC `wants`. */
    final void move(final int node, final int place, final int wants) {
        final int base = node * vcs;
        final long word = in[base + place];
        final int flit = (int) word;
        final int output = RouterShape.port(wants);
        final boolean head = Packets.isHead(flit);
        final boolean tail = Packets.index(flit) == ((int) (word >>> TAIL_SHIFT) & TAIL_MASK);
        long outWord = out[base + wants];
        outWord -= 1 ^ outWord >>> ROOM_SHIFT & 1; // its owner's body needs no credit

        if (output < LINKS) {
            final int far = link[node * LINKS + output] + RouterShape.offset(wants);
            links.sendFlit(node * LINKS + output, far);
            if (head) {
                outWord = sendHead(far, Packets.packet(flit), outWord);
                if (hops != null) {
                    hops.hop(node, output, RouterShape.number(wants), Packets.packet(flit));
                }
            }
        } else {
            nic.eject(node, output - LINKS, Packets.flit(Packets.packet(flit), Packets.index(flit), tail));
        }
        final int port = RouterShape.port(place);
        if (port >= LINKS) {
            nic.injectCredit(node, port - LINKS);
        } else if (cutThrough == null || tail) {
            links.sendCredit(link[node * LINKS + port] + RouterShape.offset(place));
        }
        switchAllocator.granted(node, place, port, output);

        if (cutThrough == null) {
            outWord = tookOrFreed(node, place, outWord, head, tail);
        } else if (head || tail) {
            outWord = tookOrFreed(node, place, wants, (int) outWord, head, tail, output < LINKS);
        }
        out[base + wants] = outWord;

        // the input VC
        final long rest = word - ONE_FLIT;
        final int empty = isZero(RouterState.count(rest));
        occupied[node] &= ~((long) empty << place);
        if (!tail) {
            final long bound = head ? rest & BEFORE_PLACE | (long) wants << IN_PLACE_SHIFT : rest;
            in[base + place] = bound + 1; // the next flit of the packet
            ready[node] &= ~((long) (empty | isZero((int) outWord & GOES)) << place);
        } else if (empty != 0) {
            in[base + place] = rest | AWAIT & FLIT_MASK;
            ready[node] &= ~(1L << place);
        } else {
            frontHead(node, place, rest);
        }
    }

    /** Wormhole: a head takes its output VC, a tail frees it; who waits for it learns of that and of the credits left. */
    long tookOrFreed(
            final int node, final int place, final long word, final boolean head, final boolean tail) {
        final int spent = isZero((int) word & COUNT_MASK);
        if (head) {
            final long taken = word & ~(ONE_WAITER << place);
            if (!tail || spent != 0) {
                ready[node] &= ~(taken >>> WAITERS_SHIFT);
            }
            return tail ? taken : taken & KEPT | place << OWNER_SHIFT | OWNED;
        }
        if (tail && spent == 0) {
            ready[node] |= word >>> WAITERS_SHIFT;
        }
        return tail ? word & ~OWNED : word;
    }

    /** The same under cut-through; on a link the body follows without credits. */
    private int tookOrFreed(
            final int node,
            final int place,
            final int wants,
            final int word,
            final boolean head,
            final boolean tail,
            final boolean onLink) {
        int now = word & ~(OWNED | ROOM);
        if (head) {
            cutThrough.granted(node, place);
            if (!tail) {
                now = word & (int) KEPT | place << OWNER_SHIFT | OWNED | (onLink ? ROOM : 0);
            }
        }
        cutThrough.changed(node, wants, now);
        return now;
    }

    /** Puts a packet behind those that go to the buffer `far`; returns the output word with its pointer moved on. */
    private long sendHead(final int far, final int packet, final long outWord) {
        final int write = (int) (outWord >>> POINTER_SHIFT) & POINTER_MASK;
        state.rings[ring(far >>> NODE_SHIFT, far & EVENT_PLACE_MASK) + write] = packet;
        return write == linkLast ? outWord - (write << POINTER_SHIFT) : outWord + (1 << POINTER_SHIFT);
    }

    private int ring(final int node, final int place) {
        return node * state.ringsOfNode + state.ring(place);
    }

    private int last(final int place) {
        return RouterShape.isLocal(place) ? localLast : linkLast;
    }

    /** 1 for 0, 0 for any other number up to 2^31 - 1. */
    private static int isZero(final int count) {
        return count - 1 >>> 31;
    }

    /** 0 for 0, 1 for any other mask of places. */
    private static int isSome(final long mask) {
        return (int) (-mask >>> 63);
    }

    // ---- questions between two cycles ----

    /** The next cycle in which something may happen without the NIC; Long.MAX_VALUE when there is none. */
    long nextDue() {
        if (injected.count() != 0 || freed.count() != 0) {
            return now;
        }
        for (int word = firstWord; word < endWord; word++) {
            if (awake[word] != 0) {
                return now;
            }
        }
        return links.nextDue(now);
    }

    final long now() {
        return now;
    }

    /** The router has something to do in the next cycle. */
    final void wake(final int node) {
        awake[node >> 6] |= 1L << node;
    }

    PartitionLinks links() {
        return links;
    }

    long blockedRouters() {
        return blockedRouters;
    }
}
