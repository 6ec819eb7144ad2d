// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Buffers;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.openloop.Sources.Births;
import fairlead.openloop.TrafficResult.Outcome;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.openloop.TrafficSpec.Bounds;
import fairlead.run.Json;
import fairlead.run.Machines;
import fairlead.workload.pattern.TrafficPattern;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The births of packets, latency and accepted rates in every routing mode, and all-to-all with its bounds. */
class OpenLoopTest {
    private static final int CYCLES = 400_000; // of births
    private static final int SERIES = 2000;
    private static final int BORN = 10_000; // flits of a sample

    private static MachineConfig machine(int kx, int ky, int kz) {
        return Machines.of(new Shape(kx, ky, kz), 1);
    }

    /**
     * docs/spec/torus-router.md: head on the inject pin to tail on the eject pin takes H(L + 1) + 2 + F - 1 cycles; a
     * packet is on the pin one cycle after its birth. At a load this low a few packets meet, so the least latency is
     * exact and the mean lies close above.
     */
    @ParameterizedTest
    @CsvSource({"1, 3", "4, 3", "8, 3", "17, 3"})
    void zeroLoadLatencyIsTheClosedForm(int flits, int hops) {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.NEIGHBOR, 0.004 * flits, flits, 3);
        TrafficResult r = new OpenLoop(machine(4, 4, 4), spec).measure();
        int closed = 1 + hops * 3 + 2 + flits - 1;
        assertTrue(r.stable());
        assertEquals(closed, r.p50());
        assertEquals(closed, r.meanLatency(), 0.1 * closed);
        assertTrue(r.meanLatency() >= closed);
    }

    @Test
    void acceptsWhatIsOfferedBelowSaturationAndNoMoreThanItBeyond() {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.UNIFORM, 0.3, 8, 11);
        TrafficResult low = new OpenLoop(machine(4, 4, 4), spec).measure();
        assertEquals(0.3, low.accepted(), 0.02);
        assertTrue(low.stable());
        TrafficResult flood =
                new OpenLoop(machine(4, 4, 4), spec.withLoad(1).withLatencyLimit(Double.POSITIVE_INFINITY)).measure();
        assertTrue(flood.accepted() > low.accepted() && flood.accepted() < 1, () -> "accepted " + flood.accepted());
        TrafficResult over = new OpenLoop(machine(4, 4, 4), spec.withLoad(1)).measure();
        assertFalse(over.stable());
    }

    @Test
    void theSameSeedGivesTheSameResultAndAnotherSeedAnother() {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.HOTSPOT, 0.05, 5, 1);
        TrafficResult one = new OpenLoop(machine(5, 3, 2), spec).measure();
        assertEquals(one, new OpenLoop(machine(5, 3, 2), spec).measure());
        assertFalse(one.meanLatency()
                == new OpenLoop(machine(5, 3, 2), TrafficSpec.of(TrafficPattern.HOTSPOT, 0.05, 5, 2))
                        .measure()
                        .meanLatency());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7})
    void threadsDoNotMatter(int threads) {
        for (TrafficPattern pattern : List.of(TrafficPattern.UNIFORM, TrafficPattern.HOTSPOT)) {
            TrafficSpec spec = TrafficSpec.of(pattern, 0.12, 6, 17);
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
    void theTimeBetweenPartitionsDoesNotMatter(int link, int credit) {
        for (Routing routing : List.of(Routing.DIMENSION_ORDER, Routing.ADAPTIVE)) {
            MachineConfig machine = MachineConfig.of(new Shape(5, 4, 3))
                    .routing(routing)
                    .latency(new Latency(link, credit, 20, 64, 8, 0))
                    .build();
            OpenLoop whole = new OpenLoop(machine, TrafficSpec.of(TrafficPattern.UNIFORM, 0.12, 6, 17));
            OpenLoop divided = new OpenLoop(machine, TrafficSpec.of(TrafficPattern.UNIFORM, 0.12, 6, 17), 7);
            for (int cycles : new int[] {1, 5, 100, 31}) {
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
        OpenLoop loop = new OpenLoop(machine(4, 4, 4), TrafficSpec.of(TrafficPattern.TORNADO, 0.2, 8, 5));
        TrafficResult r = loop.measure();
        double perFlit = (double) r.flitHops() / (0.2 * 64 * r.cycles());
        assertEquals(4, perFlit, 0.15);
    }

    // ---- routing

    private static MachineConfig machine(Shape shape, Routing routing) {
        return MachineConfig.of(shape)
                .buffers(new Buffers(64, 8, 4, 4, 4, 4))
                .routing(routing)
                .build();
    }

    private static double saturation(Shape shape, Routing routing, TrafficPattern pattern) {
        TrafficSpec spec = new TrafficSpec(
                pattern, 1, 17, true, BirthProcess.BERNOULLI, 2, 1, 500, 2, 4, 0.05, Double.POSITIVE_INFINITY, 3);
        return new OpenLoop(machine(shape, routing), spec).measure().accepted();
    }

    /** Transpose needs powers of four, hence 8x8x4. */
    @ParameterizedTest
    @CsvSource({"UNIFORM, 8", "TRANSPOSE, 4", "TORNADO, 8"})
    void adaptiveSaturatesAtOrAboveDimensionOrder(TrafficPattern pattern, int kz) {
        Shape shape = new Shape(8, 8, kz);
        double fixed = saturation(shape, Routing.DIMENSION_ORDER, pattern);
        double adaptive = saturation(shape, Routing.ADAPTIVE, pattern);
        assertTrue(fixed > 0.05 && adaptive >= fixed, "adaptive " + adaptive + ", dimension order " + fixed);
    }

    @Test
    void bubbleAcceptsWhatIsOfferedBelowSaturation() {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.UNIFORM, 0.3, 17, 3);
        TrafficResult r = new OpenLoop(machine(new Shape(5, 4, 3), Routing.BUBBLE), spec).measure();
        assertTrue(r.stable(), r::ending);
        assertEquals(0.3, r.accepted(), 0.03);
    }

    /** The bound is 8 / k for an even ring, with the packets that a node does not send to itself. */
    @Test
    void boundsAreThoseOfTheWorstRing() {
        TrafficSpec spec = TrafficSpec.of(TrafficPattern.ALLTOALL, 1, 17, 1);
        Bounds eight = Bounds.of(machine(new Shape(8, 8, 8), Routing.ADAPTIVE), spec);
        assertEquals(511.0 / 512, eight.network(), 1e-9);
        assertEquals("network", eight.binding());
        Bounds four = Bounds.of(machine(new Shape(4, 4, 4), Routing.ADAPTIVE), spec);
        assertEquals(2 * 63.0 / 64, four.network(), 1e-9);
        assertEquals("injection", four.binding(), "one flit a cycle");
        assertEquals(1, four.least());
        Bounds five = Bounds.of(machine(new Shape(5, 1, 1), Routing.ADAPTIVE), spec);
        assertEquals(2 / 1.5, five.network(), 1e-9);
    }

    // ---- births

    private static TrafficSpec spec(BirthProcess process, double load) {
        return new TrafficSpec(TrafficPattern.UNIFORM, load, 4, true, process, 2, 1, 1000, 3, 10, 0.05, 500, 7);
    }

    /**
     * The average rate is the load for every process; with 100,000 cycles or more, the bound is many standard
     * deviations away.
     */
    @ParameterizedTest
    @EnumSource(BirthProcess.class)
    void theAverageIsTheLoad(BirthProcess process) {
        for (double load : new double[] {0.02, 0.3, 1.0, 4.0, 5.5}) {
            long births = 0;
            for (int node = 0; node < 16; node++) {
                births += count(new Births(spec(process, load), node));
            }
            assertEquals(load / 4, (double) births / CYCLES / 16, 0.03 * load / 4, process + " " + load);
        }
    }

    /**
     * For a Bernoulli process the variance of counts is below their mean, and for bursts far above it, so the two can
     * be distinguished.
     */
    @ParameterizedTest
    @EnumSource(BirthProcess.class)
    void burstsAreBursts(BirthProcess process) {
        Births births = new Births(spec(process, 0.4), 3);
        int window = 200;
        double[] counts = new double[CYCLES / window];
        for (long t = births.next(-1); t < CYCLES; t = births.next(t)) {
            counts[(int) (t / window)]++;
        }
        double mean = 0;
        for (double c : counts) {
            mean += c / counts.length;
        }
        double variance = 0;
        for (double c : counts) {
            variance += (c - mean) * (c - mean) / counts.length;
        }
        if (process == BirthProcess.BERNOULLI) {
            assertEquals(0.9, variance / mean, 0.15); // 1 - p
        } else {
            assertTrue(variance / mean > 3, () -> "index of dispersion");
        }
    }

    private static long count(Births births) {
        long n = 0;
        for (long t = births.next(-1); t < CYCLES; t = births.next(t)) {
            n += births.count();
        }
        return n;
    }

    // ---- steady, unstable or undecided: drawn series of samples, and rings beyond their bound

    private static TrafficSpec spec(TrafficPattern pattern, double load, int samples, int period, double limit) {
        return new TrafficSpec(
                pattern, load, 4, true, BirthProcess.BERNOULLI, 2, 1, period, 3, samples, 0.05, limit, 1);
    }

    /** Noise of a tenth of a sample hides small growth, and must then be called undecided. */
    @Test
    void aBacklogThatGrowsIsNeverSteadyAndOneThatStaysNeverUnstable() {
        SplittableRandom random = new SplittableRandom(6);
        Map<Outcome, Integer> still = new EnumMap<>(Outcome.class);
        Map<Outcome, Integer> growing = new EnumMap<>(Outcome.class);
        for (int i = 0; i < SERIES; i++) {
            double growth = i % 2 == 0 ? 0 : 0.1 + 0.8 * random.nextDouble();
            double noise = 0.1 * random.nextDouble();
            int samples = random.nextInt(5, 60);
            List<Double> backlog = new ArrayList<>();
            List<Double> batches = new ArrayList<>();
            for (int k = 0; k <= samples; k++) {
                backlog.add(BORN * (growth * k + noise * random.nextGaussian()));
                batches.add(50 + random.nextGaussian());
            }
            TrafficSpec spec = spec(TrafficPattern.UNIFORM, 0.5, samples + 3, 100, 500);
            Outcome outcome = Judgement.of(spec, 8, batches, backlog, (long) BORN * samples)
                    .outcome();
            (growth == 0 ? still : growing).merge(outcome, 1, Integer::sum);
        }
        int few = SERIES / 200; // an interval of 95 % has the slope outside one time in forty, on one side
        assertTrue(
                still.getOrDefault(Outcome.UNSTABLE, 0) <= few && still.get(Outcome.STEADY) > SERIES / 4,
                still::toString);
        assertTrue(
                growing.getOrDefault(Outcome.STEADY, 0) <= few && growing.get(Outcome.UNSTABLE) > SERIES / 4,
                growing::toString);
    }

    /** Tornado on a ring of k passes (k - 1) / 2 hops one way, so more than about 2 / (k - 1) is never accepted. */
    @ParameterizedTest
    @CsvSource({"8, 12", "8, 60", "11, 30", "16, 9"})
    void aRingBeyondItsBoundIsUnstableHoweverLongItRuns(int k, int samples) {
        TrafficResult r =
                new OpenLoop(machine(k, 1, 1), spec(TrafficPattern.TORNADO, 0.9, samples, 500, 1e6)).measure();
        assertEquals(Outcome.UNSTABLE, r.outcome(), r::text);
        assertTrue(r.accepted() < r.offered() / 2, r::text);
    }

    @Test
    void withoutPacketsThereIsNoLatency() {
        TrafficResult r = new OpenLoop(machine(4, 1, 1), spec(TrafficPattern.UNIFORM, 1e-6, 10, 50, 500)).measure();
        assertEquals(Outcome.UNDECIDED, r.outcome());
        assertNull(r.p99());
        assertFalse(Json.text(r).contains("NaN"), () -> Json.text(r));
        assertTrue(Json.text(r).contains("\"meanLatency\" : null"), () -> Json.text(r));
    }
}
