// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.engine.checkpoint.State.Carried;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.twin.router.Apart;
import fairlead.twin.router.HeaderBuilder;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.workload.pattern.TrafficPattern;
import fairlead.workload.pattern.TrafficPattern.Destinations;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * The sources of the nodes of one partition. Each source has an unbounded queue of packets, from which one or more
 * senders send one flit a cycle each into the router. A packet takes a lane that has a credit and no other sender, in
 * round-robin order, and all its flits use that lane.
 *
 * <p>Cycle t has three steps: packets created in t enter their queues; every source with a packet sends; the credits
 * that are on the pins in t are counted.
 */
final class Sources extends Apart implements Carried {
    private static final int PORTS = HwLayout.CLASSES * HwLayout.MOST_PORTS;
    private static final int DESTINATION_BITS = 24; // of a rank
    private static final int NONE = -1;
    private static final int SENDER = 2; // words of a sender: packet, or -1; index of its next flit and lane
    private static final int LANE_SHIFT = 8;
    private static final int FLIT_MASK = (1 << LANE_SHIFT) - 1;
    private static final int NODE_WORDS = 3; // the words turn, used and waiting

    private final transient TrafficSpec spec;
    private final Shape shape;
    private final Stamps stamps;
    private final int from; // node of source 0
    private final Packets packets;
    private final HeaderBuilder[] headers;
    private final Births[] births;
    private final Destinations destinations;
    private final LongRing[] queues;
    private final Calendar calendar;
    private final int mode;
    private final int flits; // flits of a packet
    private final transient BitSet sending; // follows from the words of the nodes
    // The words of a node are adjacent, so that they need one or two cache lines: the senders, the credits by lane and
    // NODE_WORDS words.
    private final int[] state;
    private final int stride;
    private final int lanes; // index of the credits of the first lane
    private final int turn; // index of the word that holds the lane chosen last
    private final int used; // index of the mask of the lanes that hold a packet
    private final int waiting; // index of the number of packets in the queue
    private int[] returned = new int[64];
    private int returnedCount;
    private long born;

    /** Makes the sources of nodes `from` to `to` - 1. */
    Sources(TrafficSpec spec, MachineConfig machine, Packets packets, int from, int to) {
        this.spec = spec;
        this.shape = machine.shape();
        stamps = machine.stamps();
        this.packets = packets;
        this.from = from;
        int nodes = to - from;
        headers = new HeaderBuilder[nodes];
        births = new Births[nodes];
        queues = new LongRing[nodes];
        calendar = new Calendar(nodes);
        sending = new BitSet(nodes);
        flits = spec.packetFlits();
        mode = machine.routing().dataMode();
        lanes = SENDER * spec.inject();
        turn = lanes + PORTS;
        used = turn + 1;
        waiting = used + 1;
        stride = lanes + PORTS + NODE_WORDS;
        state = new int[nodes * stride];
        for (int source = 0; source < nodes; source++) {
            for (int sender = 0; sender < lanes; sender += SENDER) {
                state[source * stride + sender] = NONE;
            }
            Arrays.fill(
                    state,
                    source * stride + lanes,
                    source * stride + turn,
                    machine.buffers().local());
            headers[source] = new HeaderBuilder(shape, shape.coord(from + source), machine.localPorts());
            births[source] = new Births(spec, from + source);
            queues[source] = new LongRing();
            calendar.put(source, births[source].next(-1));
        }
        int all = machine.nodes();
        int[] permutation = TrafficPattern.permutation(all, new SplittableRandom(Mix.seed(spec.seed(), all)));
        destinations = new Destinations(spec.pattern(), shape, spec.includeSelf(), permutation);
    }

    void cycle(long t, PartitionPorts.InjectionLinks router) {
        for (int source = calendar.take(t); source >= 0; source = calendar.take(t)) {
            for (int more = births[source].count(); more > 0; more--) {
                int to = destinations.next(from + source, births[source].random());
                queues[source].add(t << DESTINATION_BITS | to);
                born++;
                state[source * stride + waiting]++;
            }
            sending.set(source);
            calendar.put(source, births[source].next(t));
        }
        for (int source = sending.nextSetBit(0); source >= 0; source = sending.nextSetBit(source + 1)) {
            send(source, t, router);
        }
        for (int i = 0; i < returnedCount; i++) {
            state[returned[i]]++;
        }
        returnedCount = 0;
    }

    private void send(int source, long t, PartitionPorts.InjectionLinks router) {
        int base = source * stride;
        int free = 0; // mask of the lanes that another packet may take from the next cycle on
        for (int sender = base; sender < base + lanes; sender += SENDER) {
            if (state[sender] >= 0 || state[base + waiting] > 0 && begin(source, sender, t)) {
                free |= send(source, sender, router);
            }
        }
        state[base + used] &= ~free;
        if (state[base + used] == 0 && state[base + waiting] == 0) {
            sending.clear(source);
        }
    }

    /**
     * Sends a flit if its lane has a credit; returns the mask of the lane after the last flit of a packet, otherwise 0.
     */
    private int send(int source, int sender, PartitionPorts.InjectionLinks router) {
        int lane = state[sender + 1] >> LANE_SHIFT;
        int at = source * stride + lanes + lane;
        if (state[at] == 0) {
            return 0;
        }
        state[at]--;
        int index = state[sender + 1]++ & FLIT_MASK;
        boolean tail = index == flits - 1;
        router.inject(from + source, lane, Packets.flit(state[sender], index, tail));
        if (!tail) {
            return 0;
        }
        state[sender] = NONE;
        return 1 << lane;
    }

    private boolean begin(int source, int sender, long t) {
        int base = source * stride;
        for (int i = 1; i <= spec.lanes(); i++) {
            int candidate = (state[base + turn] + i) % spec.lanes();
            if (state[base + lanes + candidate] > 0 && (state[base + used] >> candidate & 1) == 0) {
                long next = queues[source].take();
                int to = (int) next & (1 << DESTINATION_BITS) - 1;
                int cls = candidate / HwLayout.MOST_PORTS;
                int ptype = cls == 0 ? HwLayout.PacketType.PUT : HwLayout.PacketType.DATA;
                int bytes = (flits - 1) * HwLayout.FLIT_BYTES;
                long header = headers[source].build(shape.coord(to), ptype, cls, mode, bytes, true, stamps.at(t));
                state[sender] = packets.open(header, next >>> DESTINATION_BITS);
                state[sender + 1] = candidate << LANE_SHIFT;
                state[base + turn] = candidate;
                state[base + used] |= 1 << candidate;
                state[base + waiting]--;
                return true;
            }
        }
        return false;
    }

    @Override
    public void restored() {
        for (int base = 0, source = 0; base < state.length; base += stride, source++) {
            sending.set(source, state[base + used] != 0 || state[base + waiting] != 0);
        }
    }

    /** Takes a credit that is on the pins in the next cycle. */
    void credit(int node, int port) {
        if (returnedCount == returned.length) {
            returned = Arrays.copyOf(returned, 2 * returnedCount);
        }
        returned[returnedCount++] = (node - from) * stride + lanes + port;
    }

    /** Returns the cycle in which a packet was created, from its header word 1, which routers do not use. */
    static long birth(Packets packets, int packet) {
        return packets.header1(packet);
    }

    long born() {
        return born;
    }

    /**
     * The cycle of the next packet creation of every node, sorted so that a cycle costs time only for the nodes that
     * are due.
     */
    static final class Calendar {
        private static final int SLOTS = 4096;
        private static final int NONE = -1;

        private final int[] first = new int[SLOTS];
        private final int[] next;
        private final long[] when;

        Calendar(int nodes) {
            Arrays.fill(first, NONE);
            next = new int[nodes];
            when = new long[nodes];
        }

        void put(int node, long cycle) {
            when[node] = cycle;
            if (cycle != Long.MAX_VALUE) {
                link(node, (int) cycle & SLOTS - 1);
            }
        }

        private void link(int node, int slot) {
            next[node] = first[slot];
            first[slot] = node;
        }

        /** Removes and returns one node that is due in this cycle, or returns -1 if none is left. */
        int take(long cycle) {
            int slot = (int) cycle & SLOTS - 1;
            int before = NONE;
            for (int node = first[slot]; node != NONE; node = next[node]) {
                if (when[node] == cycle) {
                    if (before == NONE) {
                        first[slot] = next[node];
                    } else {
                        next[before] = next[node];
                    }
                    return node;
                }
                before = node;
            }
            return NONE;
        }
    }

    static final class LongRing {
        private long[] items = new long[16];
        private int head;
        private int size;

        void add(long item) {
            if (size == items.length) {
                long[] larger = new long[2 * size];
                for (int i = 0; i < size; i++) {
                    larger[i] = items[head + i & size - 1];
                }
                items = larger;
                head = 0;
            }
            items[head + size++ & items.length - 1] = item;
        }

        long take() {
            long item = items[head];
            size--;
            // an empty ring may start at any index, and index 0 is in the cache
            head = size == 0 ? 0 : head + 1 & items.length - 1;
            return item;
        }
    }

    /**
     * The cycles in which the packets of one node are created, and the other random numbers of the node. If the rate
     * exceeds one packet a cycle, its integer part is created in every cycle and only the remainder is random. All
     * draws use StrictMath and integers, so they are the same on every computer.
     */
    static final class Births implements Carried {
        /** Mean length of an on period and of an off period, in cycles. */
        static final int MEAN_PERIOD = 100;

        private transient SplittableRandom random;
        private long randomState; // what makes an equal generator, while a state is saved
        private final boolean bursts;
        private final int certain; // number of packets created in every cycle (of an on period)
        private final double chance; // probability of one further packet in a cycle
        private final double logMiss;
        private boolean on;
        private long stateEnd;

        Births(TrafficSpec spec, int node) {
            random = new SplittableRandom(Mix.seed(spec.seed(), node));
            bursts = spec.process() == BirthProcess.ON_OFF;
            double rate = bursts ? 2 * spec.packetRate() : spec.packetRate();
            certain = rate > 1 ? (int) rate : 0;
            chance = rate - certain;
            logMiss = StrictMath.log1p(-chance);
            if (bursts) {
                on = random.nextBoolean();
                stateEnd = geometric(1.0 / MEAN_PERIOD);
            }
        }

        /** Returns the first cycle after `after` in which packets are created, or Long.MAX_VALUE if there is none. */
        long next(long after) {
            if (certain == 0 && chance == 0) {
                return Long.MAX_VALUE;
            }
            if (!bursts) {
                return after + gap();
            }
            long cycle = after;
            while (true) {
                if (!on) {
                    cycle = Math.max(cycle, stateEnd);
                    toggle();
                }
                long birth = cycle + gap();
                if (birth <= stateEnd) {
                    return birth;
                }
                cycle = stateEnd; // no packet follows in this burst, and the chain has no memory
                toggle();
            }
        }

        private void toggle() {
            on = !on;
            stateEnd += geometric(1.0 / MEAN_PERIOD);
        }

        private long gap() {
            return certain > 0 || chance == 1 ? 1 : trials(logMiss);
        }

        /** Returns the number of packets created in the cycle that {@link #next} returned. */
        int count() {
            return certain == 0 ? 1 : random.nextDouble() < chance ? certain + 1 : certain;
        }

        private long geometric(double p) {
            return trials(StrictMath.log1p(-p));
        }

        private long trials(double logOfMiss) {
            double u = 1 - random.nextDouble(); // greater than 0
            return 1 + (long) (StrictMath.log(u) / logOfMiss);
        }

        /** A generator hides its state, but an equal generator can be made from its next number. */
        @Override
        public void saving() {
            randomState = Mix.unmix64(random.nextLong()) - Mix.GOLDEN;
            random = new SplittableRandom(randomState);
        }

        @Override
        public void restored() {
            random = new SplittableRandom(randomState);
        }

        SplittableRandom random() {
            return random;
        }
    }
}
