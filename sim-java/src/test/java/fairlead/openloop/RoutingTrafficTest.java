// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.workload.pattern.Destinations;
import fairlead.workload.pattern.TrafficPattern;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests traffic at the local ports in every routing mode: the saturation points, and all-to-all with its bounds. */
class RoutingTrafficTest {
    private static MachineConfig machine(final Shape shape, final Routing routing) {
        return MachineConfig.of(shape)
                .latency(new Latency(2, 2, 20, 64, 8, 0))
                .buffers(new Buffers(64, 8, 4, 4, 4, 4))
                .memoryBytes(1 << 12)
                .dla(DlaLimits.of(4))
                .tasks(1)
                .barrierWidth(2)
                .build()
                .withRouting(routing);
    }

    private static double saturation(final Shape shape, final Routing routing, final TrafficPattern pattern) {
        final TrafficSpec spec = new TrafficSpec(
                pattern, 1, 17, true, BirthProcess.BERNOULLI, 2, 1, 500, 2, 4, 0.05, Double.POSITIVE_INFINITY, 3);
        return new OpenLoop(machine(shape, routing), spec).measure().accepted();
    }

    /** Transpose needs powers of four, hence 8x8x4. */
    @ParameterizedTest
    @CsvSource({"UNIFORM, 8", "TRANSPOSE, 4", "TORNADO, 8"})
    void adaptiveSaturatesAtOrAboveDimensionOrder(final TrafficPattern pattern, final int kz) {
        final Shape shape = new Shape(8, 8, kz);
        final double fixed = saturation(shape, Routing.DIMENSION_ORDER, pattern);
        final double adaptive = saturation(shape, Routing.ADAPTIVE, pattern);
        assertTrue(fixed > 0.05 && adaptive >= fixed, "adaptive " + adaptive + ", dimension order " + fixed);
    }

    @Test
    void bubbleAcceptsWhatIsOfferedBelowSaturation() {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.UNIFORM, 0.3, 17, 3);
        final TrafficResult r = new OpenLoop(machine(new Shape(5, 4, 3), Routing.BUBBLE), spec).measure();
        assertTrue(r.stable(), r::ending);
        assertEquals(0.3, r.accepted(), 0.03);
    }

    @Test
    void aRoundOfAllToAllNamesEveryOtherNodeOnce() {
        final Shape shape = new Shape(3, 2, 2);
        final Destinations to = new Destinations(TrafficPattern.ALLTOALL, shape, true, null);
        final SplittableRandom random = new SplittableRandom(4);
        for (int source = 0; source < 12; source++) {
            String first = "";
            for (int round = 0; round < 3; round++) {
                final Set<Integer> seen = new HashSet<>();
                final StringBuilder order = new StringBuilder();
                for (int i = 0; i < 11; i++) {
                    final int target = to.next(source, random);
                    assertTrue(target != source && target < 12 && seen.add(target));
                    order.append(target).append(' ');
                }
                assertTrue(!order.toString().equals(first), "another order in each round");
                first = order.toString();
            }
        }
    }

    /** The bound is 8 / k for an even ring, with the packets that a node does not send to itself. */
    @Test
    void boundsAreThoseOfTheWorstRing() {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.ALLTOALL, 1, 17, 1);
        final Bounds eight = Bounds.of(machine(new Shape(8, 8, 8), Routing.ADAPTIVE), spec);
        assertEquals(511.0 / 512, eight.network(), 1e-9);
        assertEquals("network", eight.binding());
        final Bounds four = Bounds.of(machine(new Shape(4, 4, 4), Routing.ADAPTIVE), spec);
        assertEquals(2 * 63.0 / 64, four.network(), 1e-9);
        assertEquals("injection", four.binding(), "one flit a cycle");
        assertEquals(1, four.least());
        final Bounds five = Bounds.of(machine(new Shape(5, 1, 1), Routing.ADAPTIVE), spec);
        assertEquals(2 / 1.5, five.network(), 1e-9);
    }
}
