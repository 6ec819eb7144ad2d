// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.Shape;
import fairlead.openloop.TrafficResult.Outcome;
import fairlead.openloop.TrafficSpec.BirthProcess;
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

/** Steady, unstable or undecided: drawn series of samples, and rings beyond their bound. */
class JudgementTest {
    private static final int SERIES = 2000;
    private static final int BORN = 10_000; // flits of a sample

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
        TrafficResult r = new OpenLoop(
                        Machines.of(new Shape(k, 1, 1), 1), spec(TrafficPattern.TORNADO, 0.9, samples, 500, 1e6))
                .measure();
        assertEquals(Outcome.UNSTABLE, r.outcome(), r::text);
        assertTrue(r.accepted() < r.offered() / 2, r::text);
    }

    @Test
    void withoutPacketsThereIsNoLatency() {
        TrafficResult r = new OpenLoop(
                        Machines.of(new Shape(4, 1, 1), 1), spec(TrafficPattern.UNIFORM, 1e-6, 10, 50, 500))
                .measure();
        assertEquals(Outcome.UNDECIDED, r.outcome());
        assertNull(r.p99());
        assertFalse(Json.text(r).contains("NaN"), () -> Json.text(r));
        assertTrue(Json.text(r).contains("\"meanLatency\" : null"), () -> Json.text(r));
    }
}
