// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Plays the local ports of all nodes without a NIC: packets go to uniformly drawn other nodes, over the four injection
 * ports in turn, an endless queue before each; what is ejected is consumed in the cycle in which it is on the pin. A
 * credit on the pin in cycle t is used from t + 1 on, as the RTL's NIC does. Allocates nothing but for growth.
 */
final class UniformTraffic implements PartitionPorts.EjectionLinks {
    private static final int PORTS = RouterShape.LOCALS;
    private static final int PORT_SHIFT = 2;

    private final Shape shape;
    private final Packets packets;
    private final int nodes;
    private final int flits;
    private final double load;
    private final SplittableRandom random;
    private final long until;
    private final DueRing births; // nodes whose next packet is created in that cycle
    private final int reach;
    private final int[] turn; // by node: injection port of the next packet
    // by node * PORTS + port
    private final int[] waiting; // number of packets in the queue
    private final int[] sending; // packet that is being sent
    private final int[] length; // number of its flits
    private final int[] sent; // number of its flits that have been sent
    private final int[] credits;
    private final long[] stampSeed;
    private final int[] active; // ports with work, in no order
    private int activeCount;
    private final int[] ejected; // ejected flits and their places: node << PORT_SHIFT | port
    private final int[] ejectedAt;
    private int ejectedCount;
    private final int[] freed;
    private int freedCount;

    private int mode;
    private int lanes = PORTS; // injection ports that are used
    private boolean mixed;
    private PartitionPorts.InjectionLinks router;
    private long cycle;
    private long flitsInjected;
    private long flitsEjected;
    private long packetsDelivered;
    private long checksum;

    /**
     * @param flits of every packet @param load flits a node and cycle @param until no packet is made from this cycle on
     */
    UniformTraffic(Shape shape, Packets packets, int localDepth, int flits, double load, long until, long seed) {
        this.shape = shape;
        this.packets = packets;
        this.flits = flits;
        this.load = load;
        this.until = until;
        nodes = shape.nodes();
        random = new SplittableRandom(seed);
        reach = (int) Math.min(1 << 14, Math.ceil(20 * flits / load));
        births = new DueRing(reach);
        turn = new int[nodes];
        waiting = new int[nodes * PORTS];
        sending = new int[nodes * PORTS];
        length = new int[nodes * PORTS];
        sent = new int[nodes * PORTS];
        credits = new int[nodes * PORTS];
        stampSeed = new long[nodes];
        active = new int[nodes * PORTS];
        ejected = new int[nodes * PORTS];
        ejectedAt = new int[nodes * PORTS];
        freed = new int[nodes * PORTS];
        Arrays.fill(credits, localDepth);
        for (int node = 0; node < nodes; node++) {
            births.add(gap() - 1, node);
        }
    }

    /** Sets the PacketMode of all further packets, and whether their length is drawn up to the given one. */
    void packets(int packetMode, boolean anyLength) {
        mode = packetMode;
        mixed = anyLength;
    }

    /** Sets the number of injection ports that packets take in turn, 2 or 4. */
    void lanes(int used) {
        lanes = used;
    }

    void attach(PartitionPorts.InjectionLinks to) {
        router = to;
    }

    /** Returns the number of cycles to the next packet of a node, at least 1 and memoryless. */
    private int gap() {
        double cyclesPerPacket = flits / load;
        int gap = 1 + (int) (-Math.log(1 - random.nextDouble()) * Math.max(0, cyclesPerPacket - 1));
        return Math.min(gap, reach);
    }

    @Override
    public void eject(int node, int port, int flit) {
        ejected[ejectedCount] = flit;
        ejectedAt[ejectedCount++] = node << PORT_SHIFT | port;
    }

    @Override
    public void injectCredit(int node, int port) {
        freed[freedCount++] = node << PORT_SHIFT | port;
    }

    /** Executes cycle t of all local ports. */
    void cycle(long t) {
        cycle = t;
        for (int i = 0; i < ejectedCount; i++) {
            consume(ejected[i], ejectedAt[i]);
        }
        ejectedCount = 0;
        if (t < until) {
            birth(t);
        }
        for (int i = activeCount - 1; i >= 0; i--) {
            send(i);
        }
        for (int i = 0; i < freedCount; i++) {
            credits[freed[i]]++;
        }
        freedCount = 0;
    }

    private void consume(int flit, int at) {
        router.ejectCredit(at >> PORT_SHIFT, at & PORTS - 1);
        flitsEjected++;
        if (Packets.isTail(flit)) {
            int packet = Packets.packet(flit);
            checksum += Mix.mix64(packets.header1(packet) * Mix.GOLDEN + cycle * PORTS * nodes + at);
            packetsDelivered++;
            packets.close(packet);
        }
    }

    private void birth(long t) {
        int[] row = births.row(t);
        int count = births.count(t);
        births.clear(t);
        for (int i = 0; i < count; i++) {
            int node = row[i];
            int at = node << PORT_SHIFT | turn[node];
            turn[node] = turn[node] + 1 & lanes - 1;
            if (waiting[at]++ == 0 && sent[at] == 0) {
                active[activeCount++] = at;
            }
            births.add(t + gap(), node);
        }
    }

    private void send(int i) {
        int at = active[i];
        if (credits[at] == 0) {
            return;
        }
        int node = at >> PORT_SHIFT;
        int port = at & PORTS - 1;
        if (sent[at] == 0) {
            int other = random.nextInt(nodes - 1);
            int target = other >= node ? other + 1 : other;
            int bits = random.nextInt(16);
            length[at] = mixed ? 1 + random.nextInt(flits) : flits;
            long header = (long) mode << Header0.MODE_LSB
                    | TestMachines.header(shape, node, target, port >> 1, bits & 1, bits >> 1, length[at], (int) cycle);
            sending[at] = packets.open(header, ++stampSeed[node] << 12 | node);
            waiting[at]--;
        }
        credits[at]--;
        int index = sent[at];
        boolean tail = index == length[at] - 1;
        router.inject(node, port, Packets.flit(sending[at], index, tail));
        flitsInjected++;
        sent[at] = tail ? 0 : index + 1;
        if (tail && waiting[at] == 0) {
            active[i] = active[--activeCount];
        }
    }

    /** Returns whether no packet waits, is being sent or is being consumed here. */
    boolean idle() {
        return activeCount == 0 && ejectedCount == 0 && freedCount == 0;
    }

    /** Returns a checksum over the packets and the cycles and places of their delivery, in any order. */
    long checksum() {
        return checksum;
    }

    long flitsInjected() {
        return flitsInjected;
    }

    long flitsEjected() {
        return flitsEjected;
    }

    long packetsDelivered() {
        return packetsDelivered;
    }
}
