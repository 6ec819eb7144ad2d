// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.workload.pattern.TrafficPattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BirthsTest {
    private static final int CYCLES = 400_000;

    private static TrafficSpec spec(final BirthProcess process, final double load) {
        return new TrafficSpec(TrafficPattern.UNIFORM, load, 4, true, process, 2, 1, 1000, 3, 10, 0.05, 500, 7);
    }

    /**
     * The average rate is the load for every process; with 100,000 cycles or more, the bound is many standard
     * deviations away.
     */
    @ParameterizedTest
    @EnumSource(BirthProcess.class)
    void theAverageIsTheLoad(final BirthProcess process) {
        for (final double load : new double[] {0.02, 0.3, 1.0, 4.0, 5.5}) {
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
    void burstsAreBursts(final BirthProcess process) {
        final Births births = new Births(spec(process, 0.4), 3);
        final int window = 200;
        final double[] counts = new double[CYCLES / window];
        for (long t = births.next(-1); t < CYCLES; t = births.next(t)) {
            counts[(int) (t / window)]++;
        }
        double mean = 0;
        for (final double c : counts) {
            mean += c / counts.length;
        }
        double variance = 0;
        for (final double c : counts) {
            variance += (c - mean) * (c - mean) / counts.length;
        }
        if (process == BirthProcess.BERNOULLI) {
            assertEquals(0.9, variance / mean, 0.15); // 1 - p
        } else {
            assertTrue(variance / mean > 3, () -> "index of dispersion");
        }
    }

    @ParameterizedTest
    @EnumSource(BirthProcess.class)
    void cyclesRiseAndRepeat(final BirthProcess process) {
        final Births one = new Births(spec(process, 0.7), 5);
        final Births two = new Births(spec(process, 0.7), 5);
        long last = -1;
        for (int i = 0; i < 10_000; i++) {
            final long next = one.next(last);
            assertTrue(next > last);
            assertEquals(next, two.next(last));
            last = next;
        }
    }

    private static long count(final Births births) {
        long n = 0;
        for (long t = births.next(-1); t < CYCLES; t = births.next(t)) {
            n += births.count();
        }
        return n;
    }
}
