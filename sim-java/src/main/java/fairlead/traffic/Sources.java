// SPDX-License-Identifier: Apache-2.0
package fairlead.traffic;

import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.engine.Shape;
import fairlead.flow.Apart;
import fairlead.flow.HeaderBuilder;
import fairlead.flow.InjectionLinks;
import fairlead.flow.Packets;
import fairlead.hw.HwLayout;
import fairlead.workload.Destinations;
import fairlead.workload.TrafficPattern;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * The sources of the nodes of one partition: of each an infinite queue of packets, from which one sender or more take them, each one flit a cycle into the router. A packet
 * chooses a lane that has a credit and no other sender, in turn, and its flits follow each other there.
 *
 * <p>Cycle t: births of t join their queues, then every source with something to send sends, then the credits that are on the pins in t are counted.
 */
final class Sources extends Apart {
    private static final int PORTS = HwLayout.CLASSES * HwLayout.LOCAL_PORTS;
    private static final int STAMP_MASK = (1 << HwLayout.STAMP_BITS) - 1;
    private static final int DESTINATION_BITS = 12;

    private final TrafficSpec spec;
    private final Shape shape;
    private final Packets packets;
    private final HeaderBuilder[] headers;
    private final Births[] births;
    private final Destinations destinations;
    private final LongRing[] queues;
    private final Calendar calendar;
    private final int mode;
    private final BitSet sending;
    // by node * inject + sender
    private final int[] packet; // being sent, or -1
    private final int[] flit;
    private final int[] lane;
    // by node
    private final int[] turn; // lane that was chosen last
    private final int[] used; // lanes with a packet, as a mask
    private final int[] credits;
    private int[] returned = new int[64];
    private int returnedCount;
    private long born;

    /** Of nodes `from` to `to` - 1. */
    Sources(final TrafficSpec spec, final MachineConfig machine, final Packets packets, final int from, final int to) {
        this.spec = spec;
        this.shape = machine.shape();
        this.packets = packets;
        final int nodes = machine.nodes();
        headers = new HeaderBuilder[nodes];
        births = new Births[nodes];
        queues = new LongRing[nodes];
        calendar = new Calendar(nodes);
        sending = new BitSet(nodes);
        mode = machine.routing().dataMode();
        packet = new int[nodes * spec.inject()];
        flit = new int[packet.length];
        lane = new int[packet.length];
        turn = new int[nodes];
        used = new int[nodes];
        credits = new int[nodes * PORTS];
        Arrays.fill(packet, -1);
        Arrays.fill(credits, machine.buffers().local());
        for (int node = from; node < to; node++) {
            headers[node] = new HeaderBuilder(shape, shape.coord(node), machine.localPorts());
            births[node] = new Births(spec, node);
            queues[node] = new LongRing();
            calendar.put(node, births[node].next(-1));
        }
        final int[] permutation = TrafficPattern.permutation(nodes, new SplittableRandom(Mix.seed(spec.seed(), nodes)));
        destinations = new Destinations(spec.pattern(), shape, spec.includeSelf(), permutation);
    }

    void cycle(final long t, final InjectionLinks router) {
        for (int node = calendar.take(t); node >= 0; node = calendar.take(t)) {
            final int to = destinations.next(node, births[node].random());
            queues[node].add(t << DESTINATION_BITS | to);
            sending.set(node);
            born++;
            calendar.put(node, births[node].next(t));
        }
        for (int node = sending.nextSetBit(0); node >= 0; node = sending.nextSetBit(node + 1)) {
            send(node, t, router);
        }
        for (int i = 0; i < returnedCount; i++) {
            credits[returned[i]]++;
        }
        returnedCount = 0;
    }

    private void send(final int node, final long t, final InjectionLinks router) {
        final int first = node * spec.inject();
        int free = 0; // lanes that another packet may take from the next cycle on
        for (int sender = first; sender < first + spec.inject(); sender++) {
            if (packet[sender] >= 0 || queues[node].size() > 0 && begin(node, sender, t)) {
                free |= send(node, sender, router);
            }
        }
        used[node] &= ~free;
        if (used[node] == 0 && queues[node].size() == 0) {
            sending.clear(node);
        }
    }

    /** The lane, as a mask, when the packet is through. */
    private int send(final int node, final int sender, final InjectionLinks router) {
        final int at = node * PORTS + lane[sender];
        if (credits[at] == 0) {
            return 0;
        }
        credits[at]--;
        final int index = flit[sender]++;
        final boolean tail = index == spec.packetFlits() - 1;
        router.inject(node, lane[sender], Packets.flit(packet[sender], index, tail));
        if (!tail) {
            return 0;
        }
        packet[sender] = -1;
        return 1 << lane[sender];
    }

    private boolean begin(final int node, final int sender, final long t) {
        for (int i = 1; i <= spec.lanes(); i++) {
            final int candidate = (turn[node] + i) % spec.lanes();
            if (credits[node * PORTS + candidate] > 0 && (used[node] >> candidate & 1) == 0) {
                final long next = queues[node].take();
                final int to = (int) next & (1 << DESTINATION_BITS) - 1;
                final int cls = candidate / HwLayout.LOCAL_PORTS;
                final int ptype = cls == 0 ? HwLayout.PacketType.PUT : HwLayout.PacketType.DATA;
                final int bytes = (spec.packetFlits() - 1) * HwLayout.FLIT_BYTES;
                final long header = headers[node].build(shape.coord(to), ptype, cls, mode, bytes, true, t & STAMP_MASK);
                packet[sender] = packets.open(header, next >>> DESTINATION_BITS);
                flit[sender] = 0;
                lane[sender] = candidate;
                turn[node] = candidate;
                used[node] |= 1 << candidate;
                return true;
            }
        }
        return false;
    }

    /** A credit that is on the pins in the next cycle. */
    void credit(final int node, final int port) {
        if (returnedCount == returned.length) {
            returned = Arrays.copyOf(returned, 2 * returnedCount);
        }
        returned[returnedCount++] = node * PORTS + port;
    }

    /** Cycle in which a packet was born: its header word 1, which no router looks at. */
    static long birth(final Packets packets, final int packet) {
        return packets.header1(packet);
    }

    /** Packets born so far. */
    long born() {
        return born;
    }
}
