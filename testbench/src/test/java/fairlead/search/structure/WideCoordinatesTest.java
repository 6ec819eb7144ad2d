// SPDX-License-Identifier: Apache-2.0
package fairlead.search.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.evaluate.Worker.Work;
import fairlead.evaluate.Workers;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.twin.router.HeaderBuilder;
import fairlead.twin.router.RouteUnit;
import fairlead.workload.pattern.TrafficPattern;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Routers with coordinates of 8 bits. That their RouteUnit is that of the RTL is compared by
 * {@code StructureProcessTest}.
 */
class WideCoordinatesTest {
    private static final MachineStructure WIDE =
            MachineStructure.of(k -> k.key().equals("coordinate_bits") ? 8 : k.standard());
    private static final int PAIRS = 20_000;
    private static final long SEED = 20261126;

    /**
     * Sends headers between random nodes along the outputs of the route unit. Each must reach its destination over a
     * shortest path, dimension by dimension, in escape VC 0 up to the wrap link of a ring and in 1 after it. The result
     * is the number of packets that do not.
     */
    private record Astray(int kx, int ky, int kz) implements Work<Integer> {
        @Override
        public Integer run() {
            Shape shape = new Shape(kx, ky, kz);
            SplittableRandom random = new SplittableRandom(SEED);
            int astray = 0;
            for (int i = 0; i < PAIRS; i++) {
                int from = random.nextInt(shape.nodes());
                int to = random.nextInt(shape.nodes());
                astray += arrives(shape, from, to) ? 0 : 1;
            }
            return astray;
        }
    }

    private static boolean arrives(Shape shape, int from, int to) {
        long header =
                new HeaderBuilder(shape, shape.coord(from), 2).build(shape.coord(to), PacketType.PUT, 0, 16, true, 0);
        int at = from;
        int hops = 0;
        for (int d = 0; d < 3; d++) {
            hops += distance(shape.k(d), place(shape, from, d), place(shape, to, d));
        }
        for (int dimension = 0; hops > 0; hops--) {
            int route = RouteUnit.route(shape.coord(at), RouteUnit.DATELINE, 0, header);
            int port = RouteUnit.port(route);
            int d = port >> 1;
            if (port >= HwLayout.LINKS || d < dimension) {
                return false;
            }
            dimension = d;
            int goal = place(shape, to, d);
            boolean wrapAhead = (port & 1) == 0 ? goal < place(shape, at, d) : goal > place(shape, at, d);
            if (RouteUnit.vc(route) != (wrapAhead ? 0 : 1)) {
                return false;
            }
            at = shape.neighbour(at, port);
        }
        return at == to
                && RouteUnit.port(RouteUnit.route(shape.coord(at), RouteUnit.DATELINE, 0, header)) >= HwLayout.LINKS;
    }

    private static int place(Shape shape, int node, int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    private static int distance(int k, int a, int b) {
        return Math.min(Math.floorMod(a - b, k), Math.floorMod(b - a, k));
    }

    /** Returns all figures of a measurement on a machine that both structures can be. */
    private record Measured() implements Work<String> {
        @Override
        public String run() {
            TrafficSpec spec = TrafficSpec.of(TrafficPattern.UNIFORM, 0.3, 8, SEED);
            TrafficResult result =
                    new OpenLoop(MachineConfig.of(new Shape(5, 4, 3)).build(), spec).measure();
            return result.meanLatency() + " " + result.worst() + " " + result.accepted() + " " + result.flitHops() + " "
                    + result.batches();
        }
    }

    /** Returns the latency of lone packets of one flit that go one hop in each dimension. */
    private record LatencyToTheNeighbour(int kx, int ky, int kz) implements Work<Long> {
        @Override
        public Long run() {
            TrafficSpec spec = TrafficSpec.of(TrafficPattern.NEIGHBOR, 0.001, 1, SEED);
            return new OpenLoop(MachineConfig.of(new Shape(kx, ky, kz)).build(), spec)
                    .measure()
                    .p99();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"17x3x2", "64x32x32", "1x64x2", "2x1x33", "16x16x16"})
    void packetsFindTheirWay(String text) {
        int[] k = Arrays.stream(text.split("x")).mapToInt(Integer::parseInt).toArray();
        assertEquals(0, Workers.ask(WIDE, new Astray(k[0], k[1], k[2])));
    }

    @Test
    void wideCoordinatesChangeNothingElse() {
        assertEquals(new Measured().run(), Workers.ask(WIDE, new Measured()));
    }

    /** A rank above 4,095 is a destination like any other. */
    @Test
    void nodesWithHighRanksAreNearTheirNeighbours() {
        assertEquals(new LatencyToTheNeighbour(4, 4, 2).run(), Workers.ask(WIDE, new LatencyToTheNeighbour(64, 33, 3)));
    }
}
