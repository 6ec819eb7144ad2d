// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a cycle of the four emitters of a node: credits and replies arrive, the emitters that can send are
 * determined, and they send. The counts are in {@link Lanes} or, for comparison, in arrays with a mask of the counts
 * that are not 0.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class LanesBenchmark {
    private static final int CYCLES = 4096;
    private static final int LINKS = 4;
    private static final int MANY = 8;

    private final int[] arrivals =
            new SplittableRandom(1).ints(CYCLES, 0, 1 << LINKS).toArray();
    private final int[] wants =
            new SplittableRandom(2).ints(CYCLES, 0, 1 << LINKS).toArray();
    private final int[] counts = new int[LINKS];

    @Benchmark
    @OperationsPerInvocation(CYCLES)
    public int inOneWord() {
        long lanes = Lanes.all(MANY);
        int sent = 0;
        for (int t = 0; t < CYCLES; t++) {
            int sending = wants[t] & Lanes.present(lanes);
            sent += sending;
            for (; sending != 0; sending &= sending - 1) {
                lanes -= Lanes.one(Integer.numberOfTrailingZeros(sending));
            }
            lanes += Lanes.ones(arrivals[t]);
        }
        return sent;
    }

    @Benchmark
    @OperationsPerInvocation(CYCLES)
    public int inAnArray() {
        Arrays.fill(counts, MANY);
        int present = (1 << LINKS) - 1;
        int sent = 0;
        for (int t = 0; t < CYCLES; t++) {
            int sending = wants[t] & present;
            sent += sending;
            for (; sending != 0; sending &= sending - 1) {
                final int link = Integer.numberOfTrailingZeros(sending);
                present &= --counts[link] == 0 ? ~(1 << link) : -1;
            }
            for (int rest = arrivals[t]; rest != 0; rest &= rest - 1) {
                counts[Integer.numberOfTrailingZeros(rest)]++;
            }
            present |= arrivals[t];
        }
        return sent;
    }
}
