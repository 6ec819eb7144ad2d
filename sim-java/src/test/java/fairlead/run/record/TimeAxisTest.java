// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bins keep their sums and peaks when they are joined. */
@Tag("M-267")
class TimeAxisTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void everyBinHoldsWhatFellIntoItsCycles(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final TimeAxis axis = new TimeAxis(64);
        final Series sums = axis.sums(2);
        final Series peaks = axis.peaks(1);
        final int count = 5000;
        final long[] cycles = new long[count];
        final long[] values = new long[count];
        long cycle = 0;
        for (int i = 0; i < count; i++) {
            cycle += random.nextInt(40);
            cycles[i] = cycle;
            values[i] = random.nextInt(100);
            sums.add(cycle, 1, values[i]);
            peaks.add(cycle, 0, values[i]);
        }
        final long end = cycle + 1;
        assertTrue(axis.width() > TimeAxis.PERIOD, "no bins were joined");
        for (int bin = 0; bin < axis.used(end); bin++) {
            long sum = 0;
            long peak = 0;
            for (int i = 0; i < count; i++) {
                if (cycles[i] / axis.width() == bin) {
                    sum += values[i];
                    peak = Math.max(peak, values[i]);
                }
            }
            assertEquals(sum, sums.at(1, bin), "bin " + bin);
            assertEquals(peak, peaks.at(0, bin), "bin " + bin);
            assertEquals(0, sums.at(0, bin), "another row");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 512, 4096})
    void cyclesOfAnIntervalAreEachInTheirBin(final int nodes) {
        final TimeAxis axis = new TimeAxis(nodes);
        final Series series = axis.sums(1);
        series.addCycles(10, 10_010, 0);
        assertEquals(10_000, series.whole(0));
        assertEquals(axis.width() - 10, series.at(0, 0));
        assertEquals(axis.width(), series.at(0, 1));
        assertEquals(10_010 - axis.width() * (axis.used(10_010) - 1), axis.cyclesOf(axis.used(10_010) - 1, 10_010));
    }
}
