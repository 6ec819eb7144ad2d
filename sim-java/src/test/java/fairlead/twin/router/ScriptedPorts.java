// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Local ports that send the packets of a test, record the cycle of each flit and hop, and check that whole packets come
 * out.
 */
final class ScriptedPorts implements PartitionPorts.EjectionLinks {
    /** A flit on an ejection pin. `id` is the number of the packet in the order of {@link #send}. */
    record Ejected(long cycle, int node, int port, int id, int index, boolean tail) {}

    /** A head on a link, with the cycle that the fabric reports. */
    record Hop(long cycle, int node, int link, int vc, int id) {}

    private record Order(long cycle, long header, int flits, int id) {}

    private static final int LOCALS = RouterShape.LOCALS;

    final TorusRouter routers;
    final List<Ejected> ejected = new ArrayList<>();
    final List<Hop> hops = new ArrayList<>();
    /** By packet id: cycle in which its head was on the injection pin, or -1. */
    final List<Long> headOnPin = new ArrayList<>();
    /** Nodes that do not consume ejected flits. */
    final boolean[] deaf;

    private final Shape shape;
    private final Packets packets = new Packets(4);
    private final List<ArrayDeque<Order>> queues = new ArrayList<>();
    private final int[] packet;
    private final int[] sent;
    private final int[] credits;
    private final int[] expected; // by ejection port: index of the next flit
    private final int[] coming; // by ejection port: id of the packet
    private final List<int[]> toConsume = new ArrayList<>();
    private final List<Integer> freed = new ArrayList<>();
    private long cycle;

    ScriptedPorts(MachineConfig machine) {
        shape = machine.shape();
        routers = new TorusRouter(
                machine,
                new PartitionPorts(
                        packets,
                        this,
                        (node, link, vc, p) -> hops.add(new Hop(cycle, node, link, vc, (int) packets.header1(p)))));
        int ports = shape.nodes() * LOCALS;
        for (int i = 0; i < ports; i++) {
            queues.add(new ArrayDeque<>());
        }
        packet = new int[ports];
        sent = new int[ports];
        credits = new int[ports];
        expected = new int[ports];
        coming = new int[ports];
        deaf = new boolean[shape.nodes()];
        Arrays.fill(credits, machine.buffers().local());
    }

    /**
     * Sends a packet over injection `port`, which determines its class. Its head is on the pin in `cycle` or as soon as
     * earlier packets allow it. Returns its id.
     */
    int send(long from, int node, int port, int target, int flits, int stamp) {
        return send(from, node, port, target, flits, stamp, 0);
    }

    /** Sends a packet with a PacketMode. */
    int send(long from, int node, int port, int target, int flits, int stamp, int mode) {
        int id = headOnPin.size();
        headOnPin.add(-1L);
        long header = (long) mode << Header0.MODE_LSB
                | TestMachines.header(shape, node, target, port >> 1, port & 1, 0, flits, stamp);
        queues.get(node * LOCALS + port).add(new Order(from, header, flits, id));
        return id;
    }

    void run(long until) {
        while (cycle < until) {
            cycle();
        }
    }

    /**
     * Runs until nothing moves, and returns the number of executed cycles. With `skip`, cycles in which nothing can
     * happen are omitted.
     */
    int drain(boolean skip) {
        int executed = 0;
        while (true) {
            long next = Math.min(routers.nextDue(), wants());
            if (next == Long.MAX_VALUE) {
                return executed;
            }
            next = skip ? Math.max(next, cycle) : cycle;
            cycle = next;
            cycle();
            executed++;
        }
    }

    /** Returns the first cycle in which these ports have something to do. */
    private long wants() {
        if (!toConsume.isEmpty() || !freed.isEmpty()) {
            return cycle;
        }
        long next = Long.MAX_VALUE;
        for (int at = 0; at < queues.size(); at++) {
            Order order = queues.get(at).peek();
            if (order != null && credits[at] > 0) {
                next = Math.min(next, sent[at] > 0 ? cycle : order.cycle - 1);
            }
        }
        return next;
    }

    private void cycle() {
        for (int[] flit : toConsume) {
            note(flit[0], flit[1], flit[2]);
        }
        toConsume.clear();
        for (int at = 0; at < queues.size(); at++) {
            step(at);
        }
        freed.forEach(at -> credits[at]++);
        freed.clear();
        routers.cycle(0, cycle);
        cycle++;
    }

    private void step(int at) {
        Order order = queues.get(at).peek();
        if (order == null || credits[at] == 0 || cycle + 1 < order.cycle) {
            return;
        }
        if (sent[at] == 0) {
            packet[at] = packets.open(order.header, order.id);
            headOnPin.set(order.id, cycle + 1);
        }
        credits[at]--;
        boolean tail = sent[at] == order.flits - 1;
        routers.pins(0).inject(at / LOCALS, at % LOCALS, Packets.flit(packet[at], sent[at], tail));
        sent[at]++;
        if (tail) {
            sent[at] = 0;
            queues.get(at).remove();
        }
    }

    private void note(int node, int port, int flit) {
        int id = (int) packets.header1(Packets.packet(flit));
        ejected.add(new Ejected(cycle, node, port, id, Packets.index(flit), Packets.isTail(flit)));
        int at = node * LOCALS + port;
        if (Packets.index(flit) != expected[at] || expected[at] > 0 && coming[at] != id) {
            throw new AssertionError("cycle " + cycle + " node " + node + " port " + port + ": flit "
                    + Packets.index(flit) + " of packet " + id + ", not " + expected[at] + " of " + coming[at]);
        }
        coming[at] = id;
        expected[at] = Packets.isTail(flit) ? 0 : expected[at] + 1;
        if (!deaf[node]) {
            routers.pins(0).ejectCredit(node, port);
        }
        if (Packets.isTail(flit)) {
            packets.close(Packets.packet(flit));
        }
    }

    @Override
    public void eject(int node, int port, int flit) {
        toConsume.add(new int[] {node, port, flit});
    }

    @Override
    public void injectCredit(int node, int port) {
        freed.add(node * LOCALS + port);
    }

    long now() {
        return cycle;
    }

    /** Returns the cycle in which the tail of a packet was on the ejection pin. */
    long tailOnPin(int id) {
        return ejected.stream().filter(e -> e.id == id && e.tail).findFirst().orElseThrow().cycle;
    }
}
