// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.engine.Arbitration;
import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.engine.VcRule;
import fairlead.flow.EjectionLinks;
import fairlead.flow.InjectionLinks;
import fairlead.flow.Packets;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import java.util.Arrays;

/**
 * All TorusRouters of the machine and the links between them, in flat arrays: the twin of the RTL's TorusRouter and of the fabric's links, to the cycle.
 *
 * <p>Use: in each cycle t the NICs first (they call {@link #inject} and {@link #ejectCredit}, registers that are on the router's pins in t + 1), then {@link #cycle}:
 * grants from the state at the start of t, then the arrivals and credits that are on pins in t. Cycles in which nothing is due ({@link #nextDue}) may be left out.
 *
 * <p>Requests are not looked for but kept: `ready` has a bit for each VC whose flit may go, changed by the events that change it (arrival, grant, credit, release of an
 * output VC). A router without such a bit does nothing and is not visited. Flits are written into the buffer that they go to when they are granted; what arrives later is
 * the count. Hot path: nothing is allocated but for growth of rows.
 *
 * <p>Spec: docs/spec/torus-router.md, docs/spec/fabric.md; design and measurements: docs/decisions/0006-twin-router-layout.md
 */
public final class TorusRouter implements InjectionLinks {
    static final int VCS_PER_CLASS = 2;
    // an input VC, a long: the oldest flit as of Packets, without tail bit (or AWAIT), flits in the buffer, read pointer of the queue of packets, place of the output VC
    // that the packet takes
    static final int IN_COUNT_SHIFT = 32;
    static final int IN_POINTER_SHIFT = 41;
    static final int IN_PLACE_SHIFT = 49;
    private static final long ONE_FLIT = 1L << IN_COUNT_SHIFT;
    private static final long IN_COUNT = 0x1FFL << IN_COUNT_SHIFT;
    private static final long FLIT_MASK = 0xFFFFFFFFL;
    private static final int AWAIT = -1; // the next flit that comes is a head
    // an output VC: credits, write pointer of the queue of packets that it leads to, place of the input VC that owns it, owned
    static final int COUNT_MASK = 0x1FF;
    static final int POINTER_SHIFT = 9;
    static final int POINTER_MASK = 0xFF;
    static final int PLACE_SHIFT = 17;
    static final int PLACE_MASK = 0x3F;
    static final int OWNED = 1 << 23;
    private static final byte NO_TAIL = HwLayout.MAX_PACKET_FLITS;
    private static final int UP_TO_POINTER = (1 << PLACE_SHIFT) - 1;
    // where an event goes: node, place
    static final int NODE_SHIFT = 5;
    static final int EVENT_PLACE_MASK = (1 << NODE_SHIFT) - 1;
    private static final int LINKS = RouterShape.LINKS;
    private static final int PORTS = RouterShape.PORTS;
    private static final int KEY_SIGN = 1 << Header0.STAMP_WIDTH; // of differences of stamp * 2 + behind
    private static final int STAMP_HALF = 1 << Header0.STAMP_WIDTH - 1;
    private static final int STAMP_MASK = (int) Header0.STAMP_MASK;

    final RouterShape vc;
    final int nodes;
    final int linkDepth;
    final int localDepth;
    private final int linkLatency;
    private final int creditLatency;
    private final int linkInterval;
    private final boolean isStatic;
    private final boolean ageless;
    private final Packets packets;
    private final EjectionLinks nic;
    private final HopSink hops;

    private final int vcs;
    private final int firstLocal;
    private final int[] portOf;
    private final int[] indexOf;
    private final int[] portMask;
    private final int[] inputOf;

    // by node * vcs + place
    final long[] in;
    final int[] out;
    private final int[] waiters; // heads that want this output VC, as a mask of input VCs
    private final char[] stamps; // of the packet in front
    // by node
    private final int[] coords;
    private final int[] occupied; // VCs with a flit
    private final int[] ready; // VCs whose flit may go
    private final byte[] inPointer; // by node * PORTS + port
    private final byte[] outPointer;
    private final byte[] injectPointer; // write pointers of the injection buffers, by node * LOCALS + port
    private final int[] link; // by node * LINKS + port: the event word of the first VC at the other end, for flits and for credits
    private byte[] tailOf; // by packet: index of its tail, NO_TAIL before that is injected
    // queues of packets of which flits are in the buffer or on their way to it, without the one in front: a ring for each VC
    private final int[] slots;
    private final int slotsOfNode;
    private final int[] firstSlot; // by place
    private final int[] lastOf; // by place: depth - 1
    // by node / 64
    private final long[] awake; // ready is not 0
    private final long[] held; // occupied is not 0

    private final int headDelay;
    private final DueRing headsDue; // heads that may request from then on
    final DueRing flitsDue; // event words of flits on links
    final DueRing creditsDue; // of credits on links
    // local ports, event words: on the pins in the next cycle; and told in the NIC's cycle, on the pins one later
    private int[] injected;
    private int injectedCount;
    private int[] freed;
    private int freedCount;
    private int[] injecting;
    private int injectingCount;
    private int[] freeing;
    private int freeingCount;
    private final long[] linkFree; // link interval above 1: the first cycle in which the link is free again

    // scratch of one router and one cycle
    private final int[] winner = new int[PORTS];
    private int[] flitRow;
    private int flitCount;
    private int[] creditRow;
    private int creditCount;

    private long now;
    private long flitHops;
    private long blockedRouters;

    /** The router of the RTL. @param hops null when nobody wants to know */
    public TorusRouter(
            final MachineConfig machine, final Packets packets, final EjectionLinks nic, final HopSink hops) {
        this(machine, packets, nic, hops, RouterVariant.RTL);
    }

    /** Another router than the RTL's, for comparison. */
    public TorusRouter(
            final MachineConfig machine,
            final Packets packets,
            final EjectionLinks nic,
            final HopSink hops,
            final RouterVariant variant) {
        vc = new RouterShape(VCS_PER_CLASS, variant.oneInjectionPort());
        vcs = vc.vcs;
        firstLocal = vc.firstPlace(LINKS);
        portOf = vc.portOf;
        indexOf = vc.indexOf;
        portMask = vc.portMask;
        inputOf = vc.inputOf;
        headDelay = variant.headDelay();
        headsDue = new DueRing(headDelay);
        final Shape shape = machine.shape();
        nodes = shape.nodes();
        linkDepth = machine.buffers().linkVc();
        localDepth = machine.buffers().local();
        checkDepth("linkVc", linkDepth);
        checkDepth("local", localDepth);
        linkLatency = machine.latency().link();
        creditLatency = machine.latency().credit();
        linkInterval = machine.linkInterval();
        isStatic = machine.vcRule() == VcRule.STATIC;
        ageless = machine.arbitration() == Arbitration.ROUND_ROBIN;
        this.packets = packets;
        this.nic = nic;
        this.hops = hops;

        in = new long[nodes * vcs];
        Arrays.fill(in, FLIT_MASK);
        out = new int[nodes * vcs];
        waiters = new int[nodes * vcs];
        stamps = new char[nodes * vcs];
        coords = new int[nodes];
        occupied = new int[nodes];
        ready = new int[nodes];
        inPointer = new byte[nodes * PORTS];
        outPointer = new byte[nodes * PORTS];
        injectPointer = new byte[nodes * RouterShape.LOCALS];
        link = new int[nodes * LINKS];
        awake = new long[nodes + Long.SIZE - 1 >> 6];
        held = new long[awake.length];
        firstSlot = new int[vcs];
        lastOf = new int[vcs];
        int slot = 0;
        for (int place = 0; place < vcs; place++) {
            final int depth = portOf[place] < LINKS ? linkDepth : localDepth;
            firstSlot[place] = slot;
            lastOf[place] = depth - 1;
            slot += depth;
        }
        slotsOfNode = slot;
        slots = new int[nodes * slotsOfNode];
        tailOf = new byte[nodes];
        for (int node = 0; node < nodes; node++) {
            coords[node] = shape.coord(node);
            for (int place = 0; place < vcs; place++) {
                out[node * vcs + place] = lastOf[place] + 1;
            }
            for (int port = 0; port < LINKS; port++) {
                link[node * LINKS + port] = shape.neighbour(node, port) << NODE_SHIFT | vc.firstPlace(port ^ 1);
            }
        }
        final long queue = linkInterval == 1 ? 0 : (long) linkInterval * linkDepth * vc.vcsPerLink;
        flitsDue = new DueRing(Math.toIntExact(linkLatency + queue));
        creditsDue = new DueRing(creditLatency);
        linkFree = new long[linkInterval == 1 ? 0 : nodes * LINKS];
        injected = new int[nodes * RouterShape.LOCALS];
        freed = new int[nodes * RouterShape.LOCALS];
        injecting = new int[nodes * RouterShape.LOCALS];
        freeing = new int[nodes * RouterShape.LOCALS];
    }

    private static void checkDepth(final String name, final int depth) {
        if (depth < 1 || depth > POINTER_MASK + 1) {
            throw new IllegalArgumentException(name + " must be 1 to " + (POINTER_MASK + 1) + ": " + depth);
        }
    }

    // ---- local ports ----

    @Override
    public void inject(final int node, final int port, final int flit) {
        final int place = firstLocal + port;
        final int packet = Packets.packet(flit);
        if (Packets.isHead(flit)) {
            if (packet >= tailOf.length) {
                tailOf = Arrays.copyOf(tailOf, Math.max(packet + 1, 2 * tailOf.length));
            }
            tailOf[packet] = NO_TAIL;
            final int pointer = node * RouterShape.LOCALS + port;
            final int write = injectPointer[pointer] & POINTER_MASK;
            slots[node * slotsOfNode + firstSlot[place] + write] = packet;
            injectPointer[pointer] = (byte) (write == lastOf[place] ? 0 : write + 1);
        }
        if (Packets.isTail(flit)) {
            tailOf[packet] = (byte) Packets.index(flit);
        }
        injecting[injectingCount++] = node << NODE_SHIFT | place;
    }

    @Override
    public void ejectCredit(final int node, final int port) {
        freeing[freeingCount++] = node << NODE_SHIFT | firstLocal + port;
    }

    // ---- a cycle ----

    /** Executes cycle t. Cycles that are left out since the last call must have had nothing due. */
    public void cycle(final long t) {
        grants(t);
        arrivals(t);
        registers();
    }

    /** First half of cycle t: what leaves the routers, decided by the state at its start. */
    void grants(final long t) {
        begin(t);
        for (int word = 0; word < awake.length; word++) {
            for (long bits = awake[word]; bits != 0; bits &= bits - 1) {
                step((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
        sent(t);
    }

    /** As {@link #grants}, but visits every router of the list, asleep or not; the result is the same (a test). */
    void grants(final long t, final int[] order) {
        begin(t);
        for (final int node : order) {
            step(node);
        }
        sent(t);
    }

    private void begin(final long t) {
        if (t != now && nextDue() < t) {
            throw new IllegalStateException("cycle " + nextDue() + " has been left out, now " + t);
        }
        int visits = 0;
        int stalled = 0; // routers that hold flits of which none may go
        for (int word = 0; word < awake.length; word++) {
            visits += Long.bitCount(awake[word]);
            stalled += Long.bitCount(held[word] & ~awake[word]);
        }
        blockedRouters += stalled * (t - now + 1);
        now = t;
        flitCount = flitsDue.count(t + linkLatency);
        creditCount = creditsDue.count(t + creditLatency);
        flitRow = flitsDue.reserve(t + linkLatency, visits * LINKS);
        creditRow = creditsDue.reserve(t + creditLatency, visits * LINKS);
    }

    private void sent(final long t) {
        if (linkInterval == 1) {
            flitsDue.count(t + linkLatency, flitCount);
        }
        creditsDue.count(t + creditLatency, creditCount);
    }

    /** Second half of cycle t: what is on the pins comes into the state. */
    void arrivals(final long t) {
        arrivals(flitsDue.row(t), flitsDue.count(t));
        arrivals(injected, injectedCount);
        credits(creditsDue.row(t), creditsDue.count(t));
        credits(freed, freedCount);
        flitsDue.count(t, 0);
        creditsDue.count(t, 0);
        if (headDelay != 0) {
            final int[] heads = headsDue.row(t);
            for (int i = 0; i < headsDue.count(t); i++) {
                delayedHead(heads[i] >>> NODE_SHIFT, heads[i] & EVENT_PLACE_MASK);
            }
            headsDue.count(t, 0);
        }
        injectedCount = 0;
        freedCount = 0;
        now = t + 1;
    }

    /** What the NICs said in a cycle goes to the pins of the next one. */
    void registers() {
        final int[] flits = injected;
        injected = injecting;
        injecting = flits;
        injectedCount = injectingCount;
        injectingCount = 0;
        final int[] credits = freed;
        freed = freeing;
        freeing = credits;
        freedCount = freeingCount;
        freeingCount = 0;
    }

    private void arrivals(final int[] words, final int count) {
        for (int i = 0; i < count; i++) {
            final int node = words[i] >>> NODE_SHIFT;
            final int place = words[i] & EVENT_PLACE_MASK;
            final int at = node * vcs + place;
            final long word = in[at];
            assert (word >>> IN_COUNT_SHIFT & COUNT_MASK) <= lastOf[place] : "RT_A1: flit arrives in a full buffer: node=" + node;
            if ((int) word == AWAIT) {
                occupied[node] |= 1 << place;
                held[node >> 6] |= 1L << node;
                arrivedHead(node, place, word + ONE_FLIT);
            } else {
                // without branches, as nobody can predict whether the buffer was empty and whether there is a credit
                in[at] = word + ONE_FLIT;
                final int first = isZero((int) (word >>> IN_COUNT_SHIFT) & COUNT_MASK);
                final int able = first & ~isZero(out[node * vcs + (int) (word >>> IN_PLACE_SHIFT)] & COUNT_MASK);
                occupied[node] |= first << place;
                held[node >> 6] |= (long) first << node;
                ready[node] |= able << place;
                awake[node >> 6] |= (long) able << node;
            }
        }
    }

    /** 1 for 0, 0 for any other number up to 2^31 - 1. */
    private static int isZero(final int count) {
        return count - 1 >>> 31;
    }

    private void credits(final int[] words, final int count) {
        for (int i = 0; i < count; i++) {
            final int node = words[i] >>> NODE_SHIFT;
            final int place = words[i] & EVENT_PLACE_MASK;
            final int at = node * vcs + place;
            final int word = out[at];
            assert (word & COUNT_MASK) <= lastOf[place] : "RT_A5: more credits returned than spent: node=" + node;
            out[at] = word + 1;
            if ((word & COUNT_MASK) == 0) {
                final int able =
                        (word & OWNED) != 0 ? 1 << (word >>> PLACE_SHIFT & PLACE_MASK) & occupied[node] : waiters[at];
                if (able != 0) {
                    ready[node] |= able;
                    awake[node >> 6] |= 1L << node;
                }
            }
        }
    }

    /** A flit arrives where no packet is being passed on: a head, or a flit behind a head that waits out its delay. */
    private void arrivedHead(final int node, final int place, final long word) {
        if (headDelay != 0 && (word >>> IN_COUNT_SHIFT & COUNT_MASK) > 1) {
            in[node * vcs + place] = word;
        } else {
            frontHead(node, place, word);
        }
    }

    private void frontHead(final int node, final int place, final long word) {
        if (headDelay == 0) {
            head(node, place, word);
        } else {
            headsDue.add(now + headDelay, node << NODE_SHIFT | place);
            in[node * vcs + place] = word | FLIT_MASK;
            ready[node] &= ~(1 << place);
        }
    }

    private void delayedHead(final int node, final int place) {
        head(node, place, in[node * vcs + place]);
    }

    /** The next packet of an input VC has come to its front: routes it, and says whether its head may go. */
    private void head(final int node, final int place, final long word) {
        final int base = node * vcs;
        final int at = base + place;
        final int read = (int) (word >>> IN_POINTER_SHIFT) & POINTER_MASK;
        final int packet = slots[node * slotsOfNode + firstSlot[place] + read];
        final int next = read == lastOf[place] ? 0 : read + 1;
        final long header = packets.header0(packet);
        final int wants = vc.placeOf[RouteUnit.route(coords[node], isStatic, vc.numberOf[place], header)];
        in[at] = (long) wants << IN_PLACE_SHIFT | (long) next << IN_POINTER_SHIFT | word & IN_COUNT | Packets.flit(packet, 0, false) & FLIT_MASK;
        stamps[at] = ageless ? 0 : (char) Header0.stamp(header);
        waiters[base + wants] |= 1 << place;
        final int output = out[base + wants];
        if ((output & OWNED) == 0 && (output & COUNT_MASK) != 0) {
            ready[node] |= 1 << place;
            awake[node >> 6] |= 1L << node;
        } else {
            ready[node] &= ~(1 << place);
        }
    }

    // ---- a router ----

    private void step(final int node) {
        final int base = node * vcs;
        final int requests = ready[node];
        final int holding = occupied[node];
        int first = -1; // candidate of the lowest input port: its stamp is the reference of age
        int outputs = 0; // that have a candidate
        if ((requests & requests - 1) == 0 && requests != 0) {
            final int only = Integer.numberOfTrailingZeros(requests);
            move(node, only, portOf[(int) (in[base + only] >>> IN_PLACE_SHIFT)]);
            blockedRouters += isZero(holding & ~requests) ^ 1;
            awake[node >> 6] &= ~((long) isZero(ready[node]) << node);
            held[node >> 6] &= ~((long) isZero(occupied[node]) << node);
            return;
        }
        for (int rest = requests; rest != 0; ) {
            final int lowest = Integer.numberOfTrailingZeros(rest);
            final int rivals = requests & portMask[lowest];
            final int candidate = (rivals & rivals - 1) == 0 ? lowest : pick(node, lowest, rivals);
            rest &= ~rivals;
            if (first < 0) {
                first = candidate;
            }
            final int output = portOf[(int) (in[base + candidate] >>> IN_PLACE_SHIFT)];
            if ((outputs >> output & 1) == 0) {
                outputs |= 1 << output;
                winner[output] = candidate;
            } else {
                winner[output] = contest(node, stamps[base + first], output, winner[output], candidate);
            }
        }
        int moved = 0;
        for (int rest = outputs; rest != 0; rest &= rest - 1) {
            final int output = Integer.numberOfTrailingZeros(rest);
            moved |= 1 << winner[output];
            move(node, winner[output], output);
        }
        if (requests != 0) {
            final int stood = holding & ~moved;
            blockedRouters += (stood | -stood) >>> 31;
        }
        awake[node >> 6] &= ~((long) isZero(ready[node]) << node);
        held[node >> 6] &= ~((long) isZero(occupied[node]) << node);
    }

    /** The VC of an input port that is its candidate, of at least two that request. */
    private int pick(final int node, final int lowest, final int rivals) {
        final int start = lowest - indexOf[lowest];
        final int pointer = inPointer[node * PORTS + inputOf[lowest]];
        final int at = node * vcs;
        return duel(
                at,
                pointer,
                duel(at, pointer, side(rivals, start), side(rivals, start + 1)),
                duel(at, pointer, side(rivals, start + 2), side(rivals, start + 3)));
    }

    private static int side(final int rivals, final int place) {
        return (rivals >> place & 1) != 0 ? place : -1;
    }

    private int duel(final int base, final int pointer, final int low, final int high) {
        if (high < 0) {
            return low;
        }
        if (low < 0) {
            return high;
        }
        return (key(base, pointer, high) - key(base, pointer, low) & KEY_SIGN) != 0 ? high : low;
    }

    private int key(final int base, final int pointer, final int place) {
        return stamps[base + place] << 1 | (pointer > indexOf[place] ? 1 : 0);
    }

    /** Which of two candidates an output port takes; `low` is that of the lower input port. The other one's pointer stays on its VC. */
    private int contest(final int node, final int reference, final int output, final int low, final int high) {
        final int base = node * vcs;
        final int pointer = outPointer[node * PORTS + output];
        final boolean highWins =
                age(base, reference, pointer, high) < age(base, reference, pointer, low);
        final int loser = highWins ? low : high;
        inPointer[node * PORTS + inputOf[loser]] = (byte) indexOf[loser];
        return highWins ? high : low;
    }

    private int age(final int base, final int reference, final int pointer, final int place) {
        final int age = stamps[base + place] - reference + STAMP_HALF & STAMP_MASK;
        return age << 1 | (pointer > portOf[place] ? 1 : 0);
    }

    /** The flit in front of input VC `place` leaves through port `output`. */
    private void move(final int node, final int place, final int output) {
        final int base = node * vcs;
        final long word = in[base + place];
        final int flit = (int) word;
        final int packet = Packets.packet(flit);
        final boolean head = Packets.isHead(flit);
        final boolean tail = tailOf[packet] == Packets.index(flit);
        final int to = (int) (word >>> IN_PLACE_SHIFT);
        int outWord = out[base + to] - 1;

        if (output < LINKS) {
            final int far = link[node * LINKS + output] + indexOf[to];
            flitHops++;
            if (linkInterval == 1) {
                flitRow[flitCount++] = far;
            } else {
                flitsDue.add(departure(node * LINKS + output) + linkLatency, far);
            }
            if (head) {
                final int farPlace = far & EVENT_PLACE_MASK;
                final int write = outWord >>> POINTER_SHIFT & POINTER_MASK;
                slots[(far >>> NODE_SHIFT) * slotsOfNode + firstSlot[farPlace] + write] = packet;
                outWord += write == lastOf[farPlace] ? -write << POINTER_SHIFT : 1 << POINTER_SHIFT;
                if (hops != null) {
                    hops.hop(node, output, vc.numberOf[to], packet);
                }
            }
        } else {
            nic.eject(node, output - LINKS, Packets.flit(packet, Packets.index(flit), tail));
        }
        final int port = portOf[place];
        if (port < LINKS) {
            creditRow[creditCount++] = link[node * LINKS + port] + indexOf[place];
        } else {
            nic.injectCredit(node, port - LINKS);
        }
        inPointer[node * PORTS + inputOf[place]] = (byte) (indexOf[place] + 1);
        outPointer[node * PORTS + output] = (byte) (port + 1);

        // the output VC: a head takes it, a tail frees it
        final boolean spent = (outWord & COUNT_MASK) == 0;
        int able = ready[node];
        if (head) {
            waiters[base + to] &= ~(1 << place);
            if (!tail) {
                outWord = outWord & UP_TO_POINTER | place << PLACE_SHIFT | OWNED;
            }
            if (!tail || spent) {
                able &= ~waiters[base + to];
            }
        } else if (tail) {
            outWord &= ~OWNED;
            if (!spent) {
                able |= waiters[base + to];
            }
        }
        out[base + to] = outWord;

        // the input VC
        final long rest = word - ONE_FLIT;
        final int empty = isZero((int) (rest >>> IN_COUNT_SHIFT) & COUNT_MASK);
        occupied[node] &= ~(empty << place);
        if (!tail) {
            in[base + place] = rest + 1;
            ready[node] = able & ~((empty | isZero(outWord & COUNT_MASK)) << place);
        } else if (empty != 0) {
            in[base + place] = rest | FLIT_MASK;
            ready[node] = able & ~(1 << place);
        } else {
            ready[node] = able;
            frontHead(node, place, rest);
        }
    }

    /** Link interval above 1: when a flit that is granted now leaves. */
    private long departure(final int line) {
        final long leaves = Math.max(now, linkFree[line]);
        linkFree[line] = leaves + linkInterval;
        return leaves;
    }

    // ---- questions while it stands still ----

    /** Nothing will happen any more without a call of inject or ejectCredit. Flits may be held that wait for the NIC. */
    public boolean idle() {
        return nextDue() == Long.MAX_VALUE;
    }

    /** The next cycle in which something may happen without the NIC; Long.MAX_VALUE when there is none. Meaningful between two cycles. */
    public long nextDue() {
        if (injectedCount != 0 || freedCount != 0) {
            return now;
        }
        for (final long word : awake) {
            if (word != 0) {
                return now;
            }
        }
        return Math.min(headsDue.next(now), Math.min(flitsDue.next(now), creditsDue.next(now)));
    }

    /** Flits that have been sent over links. */
    public long flitHops() {
        return flitHops;
    }

    /** Sum over the executed cycles, and those left out between them, of the routers that held a flit which did not move. */
    public long blockedRouters() {
        return blockedRouters;
    }

    /** State of every VC, as of Engine.vcStates. */
    public void vcStates(final long[] into) {
        new RouterView(this).vcStates(into);
    }

    /** Checks for each link and VC that credits, flits and credits in flight and occupancy sum up to the depth. An empty string, or the first that does not. */
    public String imbalance() {
        return new RouterView(this).imbalance();
    }

    /** VCs whose flit may go, as a mask of places. */
    int ready(final int node) {
        return ready[node];
    }

    int linkWord(final int node, final int port) {
        return link[node * LINKS + port];
    }
}
