// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.twin.router.HeaderBuilder;
import fairlead.twin.router.Packets;
import fairlead.twin.router.PartitionPorts;
import fairlead.twin.router.TorusRouter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * The program of {@link TorusRouterRtlTest}: a torus of routers with shared VCs, RTL and twin in lockstep. Both get the
 * same drawn packets and ejection credits. What they show is compared in every cycle: each ejected flit, each injection
 * credit, each head on a link with its VC, and the number of flits on links.
 *
 * <p>Arguments: seeds from, to, cycles; perhaps `shallow`: the RTL is told a link depth that is one less.
 */
final class SharedRouterRun implements PartitionPorts.EjectionLinks {
    private static final int LANES = HwLayout.SHARED_VCS;
    private static final int[][] SHAPES = {{3, 3, 2}, {4, 2, 1}, {5, 1, 1}, {2, 2, 2}, {4, 3, 1}, {1, 6, 1}, {16, 1, 1}
    };
    private static final int MOST_LOCAL = 32; // flits of a local buffer
    private static final int INDEX_BITS = 8; // of the index of a flit, in its word 1

    private final Random random;
    private final Shape shape;
    private final Packets packets = new Packets(16);
    private final TorusRouter twin;
    private final HeaderBuilder[] headers;
    private final MachineConfig machine;

    // traffic, drawn
    private final int births; // a thousandth a node and cycle
    private final int flits;
    private final boolean isFixed; // all packets have this length
    private final int hot; // share of packets to node 0, per cent
    private final int lazy; // chance that a sink returns a credit in a cycle, per cent

    // by node
    private final List<ArrayDeque<Integer>> queues = new ArrayList<>(); // targets
    private final int[] packet;
    private final int[] lane;
    private final int[] sent;
    private final int[] length;
    private final long[] header;
    private final int[][] credits;
    private final int[][] owed; // ejected flits whose credit has not been returned

    private final List<Long> freed = new ArrayList<>();
    private final List<Runnable> pins = new ArrayList<>(); // what is on the RTL's pins in the next cycle
    private final List<Integer> closing = new ArrayList<>();
    private List<String> told = new ArrayList<>(); // by the twin, in this cycle
    private List<String> expected = new ArrayList<>(); // of the RTL: what the twin told in the last cycle
    private final ArrayDeque<Long> hops = new ArrayDeque<>(); // of the twin, after each of the last cycles
    private long links; // flits on links of the RTL
    private long next; // number of the next packet
    private long delivered;

    private SharedRouterRun(long seed) {
        random = new Random(seed);
        int[] k = SHAPES[random.nextInt(SHAPES.length)];
        shape = new Shape(k[0], k[1], k[2]);
        int depth = 1 + random.nextInt(chance(50) ? 3 : chance(70) ? 12 : HwLayout.MAX_LINK_DEPTH);
        int local = 1 + random.nextInt(chance(50) ? 2 : chance(70) ? 12 : MOST_LOCAL);
        machine = MachineConfig.of(shape)
                .latency(new Latency(1 + random.nextInt(4), 1 + random.nextInt(4), 1, 1, 1, 0))
                .buffers(new Buffers(depth, local, 4, 4, 4, 4))
                .vcRule(chance(50) ? VcRule.STATIC : VcRule.DATELINE)
                .arbitration(Arbitration.AGE)
                .memoryBytes(1 << 12)
                .dla(DlaLimits.of(4))
                .tasks(1)
                .barrierWidth(2)
                .build();
        births = 1 + random.nextInt(chance(50) ? 50 : 900);
        flits = 1 + random.nextInt(chance(50) ? 3 : HwLayout.MAX_PACKET_FLITS);
        isFixed = chance(30);
        hot = chance(50) ? 0 : random.nextInt(60);
        lazy = chance(50) ? 100 : 5 + random.nextInt(95);
        int nodes = shape.nodes();
        headers = new HeaderBuilder[nodes];
        packet = new int[nodes];
        lane = new int[nodes];
        sent = new int[nodes];
        length = new int[nodes];
        header = new long[nodes];
        credits = new int[nodes][LANES];
        owed = new int[nodes][LANES];
        for (int node = 0; node < nodes; node++) {
            headers[node] = new HeaderBuilder(shape, shape.coord(node), 1);
            queues.add(new ArrayDeque<>());
            Arrays.fill(credits[node], local);
        }
        twin = new TorusRouter(
                machine,
                new PartitionPorts(
                        packets,
                        this,
                        (node, link, vc, p) -> told.add(
                                "head " + node + " link " + link + " vc " + vc + " id " + packets.header1(p))));
    }

    public static void main(String[] args) {
        LongUnaryOperator depth = args.length > 3 && args[3].equals("shallow") ? d -> d - 1 : d -> d;
        long cycles = 0;
        long delivered = 0;
        for (long seed = Long.parseLong(args[0]); seed <= Long.parseLong(args[1]); seed++) {
            SharedRouterRun run = new SharedRouterRun(seed);
            if (args.length > 3 && run.machine.buffers().linkVc() == 1) {
                continue; // it cannot be less
            }
            try (RouterTorus rtl = new RouterTorus(run.machine, depth)) {
                for (long t = 0; t < Long.parseLong(args[2]); t++) {
                    run.cycle(t, rtl);
                }
            } catch (UnitDifference e) {
                System.out.println("differs: seed " + seed + ", " + run.machine.shape() + ": " + e.getMessage());
                System.exit(1);
            }
            cycles += Long.parseLong(args[2]) * run.shape.nodes();
            delivered += run.delivered;
        }
        System.out.println("shared " + LANES + ": equal, tile-cycles " + cycles + ", packets " + delivered);
    }

    private boolean chance(int ofHundred) {
        return random.nextInt(100) < ofHundred;
    }

    private void cycle(long t, RouterTorus rtl) {
        compare(t, rtl);
        pins.forEach(Runnable::run);
        pins.clear();
        rtl.edge();
        act(t, rtl);
        twin.cycle(0, t);
        hops.add(twin.flitHops());
        expected = told;
        told = new ArrayList<>();
    }

    /** Compares what the RTL shows in cycle t with what the twin has told in the cycle before. */
    private void compare(long t, RouterTorus rtl) {
        List<String> shown = new ArrayList<>();
        rtl.outputs(new RouterTorus.Pins() {
            @Override
            public void eject(int node, int pin, long w1, boolean head, boolean tail) {
                long index = w1 & (1 << INDEX_BITS) - 1;
                shown.add(flit(node, pin, w1 >> INDEX_BITS, index, tail) + (head == (index == 0) ? "" : " head?"));
            }

            @Override
            public void injectCredit(int node, int pin) {
                shown.add("credit " + node + "." + pin);
            }

            @Override
            public void link(int node, int link, int vc, long w1, boolean head) {
                links++;
                if (head) {
                    shown.add("head " + node + " link " + link + " vc " + vc + " id " + (w1 >> INDEX_BITS));
                }
            }
        });
        Collections.sort(shown);
        Collections.sort(expected);
        long sentByTwin = hops.size() > 1 ? hops.remove() : 0; // a grant of t is on the pin in t + 2
        if (!shown.equals(expected) || links != sentByTwin) {
            throw new UnitDifference("cycle " + t + ": RTL " + shown + ", twin " + expected + "; flits on links "
                    + links + ", twin " + sentByTwin);
        }
    }

    private static String flit(int node, int pin, long id, long index, boolean tail) {
        return "flit " + node + "." + pin + " id " + id + " index " + index + (tail ? " tail" : "");
    }

    /** Executes cycle t of sources and sinks; what they do is on the pins in the next cycle. */
    private void act(long t, RouterTorus rtl) {
        closing.forEach(packets::close);
        closing.clear();
        for (int node = 0; node < shape.nodes(); node++) {
            for (int pin = 0; pin < LANES; pin++) {
                if (owed[node][pin] > 0 && chance(lazy)) {
                    owed[node][pin]--;
                    twin.pins(0).ejectCredit(node, pin);
                    int at = node;
                    int on = pin;
                    pins.add(() -> rtl.ejectCredit(at, on));
                }
            }
            if (random.nextInt(1000) < births && queues.get(node).size() < 100) {
                queues.get(node).add(chance(hot) ? 0 : random.nextInt(shape.nodes()));
            }
            send(node, t, rtl);
        }
        freed.forEach(at -> credits[(int) (at >> INDEX_BITS)][(int) (at & (1 << INDEX_BITS) - 1)]++);
        freed.clear();
    }

    private void send(int node, long t, RouterTorus rtl) {
        if (sent[node] == 0) {
            int wanted = random.nextInt(LANES);
            if (queues.get(node).isEmpty() || credits[node][wanted] == 0) {
                return;
            }
            lane[node] = wanted;
            length[node] = isFixed ? flits : 1 + random.nextInt(flits);
            int cls = wanted / HwLayout.MOST_PORTS;
            header[node] = headers[node].build(
                    shape.coord(queues.get(node).remove()),
                    cls == 0 ? PacketType.PUT : PacketType.DATA,
                    cls,
                    (length[node] - 1) * HwLayout.FLIT_BYTES,
                    true,
                    t & (1 << HwLayout.STAMP_BITS) - 1);
            packet[node] = packets.open(header[node], next++);
        } else if (credits[node][lane[node]] == 0) {
            return;
        }
        credits[node][lane[node]]--;
        int index = sent[node];
        boolean tail = index == length[node] - 1;
        int on = lane[node];
        long w0 = index == 0 ? header[node] : random.nextLong();
        long w1 = packets.header1(packet[node]) << INDEX_BITS | index;
        twin.pins(0).inject(node, on, Packets.flit(packet[node], index, tail));
        pins.add(() -> rtl.inject(node, on, w0, w1, index == 0, tail));
        sent[node] = tail ? 0 : index + 1;
    }

    @Override
    public void eject(int node, int pin, int flit) {
        int number = Packets.packet(flit);
        told.add(flit(node, pin, packets.header1(number), Packets.index(flit), Packets.isTail(flit)));
        owed[node][pin]++;
        if (Packets.isTail(flit)) {
            delivered++;
            closing.add(number);
        }
    }

    @Override
    public void injectCredit(int node, int pin) {
        told.add("credit " + node + "." + pin);
        freed.add((long) node << INDEX_BITS | pin);
    }
}
