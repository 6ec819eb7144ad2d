// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.run.Machines;
import fairlead.workload.pattern.TrafficPattern;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenLoopTest {
    private static MachineConfig machine(final int kx, final int ky, final int kz) {
        return Machines.of(new Shape(kx, ky, kz), 1);
    }

    /**
     * docs/spec/torus-router.md: head on the inject pin to tail on the eject pin takes H(L + 1) + 2 + F - 1 cycles; a
     * packet is on the pin one cycle after its birth. At a load this low a few packets meet, so the least latency is
     * exact and the mean lies close above.
     */
    @ParameterizedTest
    @CsvSource({"1, 3", "4, 3", "8, 3", "17, 3"})
    void zeroLoadLatencyIsTheClosedForm(final int flits, final int hops) {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.NEIGHBOR, 0.004 * flits, flits, 3);
        final TrafficResult r = new OpenLoop(machine(4, 4, 4), spec).measure();
        final int closed = 1 + hops * 3 + 2 + flits - 1;
        assertTrue(r.stable());
        assertEquals(closed, r.p50());
        assertEquals(closed, r.meanLatency(), 0.1 * closed);
        assertTrue(r.meanLatency() >= closed);
    }

    @Test
    void acceptsWhatIsOfferedBelowSaturationAndNoMoreThanItBeyond() {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.UNIFORM, 0.3, 8, 11);
        final TrafficResult low = new OpenLoop(machine(4, 4, 4), spec).measure();
        assertEquals(0.3, low.accepted(), 0.02);
        assertTrue(low.stable());
        final TrafficResult flood =
                new OpenLoop(machine(4, 4, 4), spec.withLoad(1).withLatencyLimit(Double.POSITIVE_INFINITY)).measure();
        assertTrue(flood.accepted() > low.accepted() && flood.accepted() < 1, () -> "accepted " + flood.accepted());
        final TrafficResult over = new OpenLoop(machine(4, 4, 4), spec.withLoad(1)).measure();
        assertFalse(over.stable());
    }

    @Test
    void theSameSeedGivesTheSameResultAndAnotherSeedAnother() {
        final TrafficSpec spec = TrafficSpec.of(TrafficPattern.HOTSPOT, 0.05, 5, 1);
        final TrafficResult one = new OpenLoop(machine(5, 3, 2), spec).measure();
        assertEquals(one, new OpenLoop(machine(5, 3, 2), spec).measure());
        assertFalse(one.meanLatency()
                == new OpenLoop(machine(5, 3, 2), spec.withSeed(2)).measure().meanLatency());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void threadsDoNotMatter(final int threads) {
        for (final TrafficPattern pattern : List.of(TrafficPattern.UNIFORM, TrafficPattern.HOTSPOT)) {
            final TrafficSpec spec = TrafficSpec.of(pattern, 0.12, 6, 17);
            assertEquals(
                    new OpenLoop(machine(5, 4, 3), spec).measure(),
                    new OpenLoop(machine(5, 4, 3), spec, threads).measure());
        }
    }

    /**
     * Partitions execute as many cycles at a time as a flit or credit needs to reach another one, at least one and here
     * up to seven, and the last round of a run is shorter.
     */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "5, 2", "3, 7", "7, 7"})
    void theTimeBetweenPartitionsDoesNotMatter(final int link, final int credit) {
        for (final Routing routing : List.of(Routing.DIMENSION_ORDER, Routing.ADAPTIVE)) {
            final MachineConfig machine = MachineConfig.of(new Shape(5, 4, 3))
                    .routing(routing)
                    .latency(new Latency(link, credit, 20, 64, 8, 0))
                    .build();
            final OpenLoop whole = new OpenLoop(machine, TrafficSpec.of(TrafficPattern.UNIFORM, 0.12, 6, 17));
            final OpenLoop divided = new OpenLoop(machine, TrafficSpec.of(TrafficPattern.UNIFORM, 0.12, 6, 17), 7);
            for (final int cycles : new int[] {1, 5, 100, 31}) {
                whole.run(cycles);
                divided.run(cycles);
                assertEquals(whole.flitHops(), divided.flitHops());
            }
            assertEquals(whole.measure(), divided.measure());
        }
    }

    /** Every flit passes hops + 1 routers, and the pattern determines the hops. */
    @Test
    void flitHopsAreWhatThePatternNeeds() {
        final OpenLoop loop = new OpenLoop(machine(4, 4, 4), TrafficSpec.of(TrafficPattern.TORNADO, 0.2, 8, 5));
        final TrafficResult r = loop.measure();
        final double perFlit = (double) r.flitHops() / (0.2 * 64 * r.cycles());
        assertEquals(4, perFlit, 0.15);
    }
}
