// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Int2IntHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the use of the int map by node software: an entry is added, another is looked up and removed, and a given
 * number of entries is held.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class IntMapBenchmark {
    private static final int STEPS = 4096;
    private static final int NONE = Integer.MIN_VALUE;

    @Param({"8", "1000"})
    private int held;

    private final int[] keys = new SplittableRandom(1).ints(STEPS, 0, 1 << 28).toArray();
    private final IntMap own = new IntMap();
    private final Int2IntHashMap agrona = new Int2IntHashMap(NONE);
    private final Map<Integer, Integer> boxed = new HashMap<>();

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int own() {
        int sum = 0;
        for (int t = 0; t < STEPS; t++) {
            own.put(keys[t], t);
            sum += own.get(keys[t / 2], NONE) + own.remove(keys[t + STEPS - held & STEPS - 1], NONE);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int agrona() {
        int sum = 0;
        for (int t = 0; t < STEPS; t++) {
            agrona.put(keys[t], t);
            sum += agrona.get(keys[t / 2]) + agrona.remove(keys[t + STEPS - held & STEPS - 1]);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int boxed() {
        int sum = 0;
        for (int t = 0; t < STEPS; t++) {
            boxed.put(keys[t], t);
            final Integer gone = boxed.remove(keys[t + STEPS - held & STEPS - 1]);
            sum += boxed.getOrDefault(keys[t / 2], NONE) + (gone == null ? NONE : gone);
        }
        return sum;
    }
}
