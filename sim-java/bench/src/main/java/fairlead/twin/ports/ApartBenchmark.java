// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.ports;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures two threads that each write an object of their own. The two objects are created one after the other, with
 * {@link Apart} between their fields or without it. The benchmark needs two idle cores.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Threads(2)
@State(Scope.Benchmark)
public class ApartBenchmark {
    private static final class Near {
        volatile long count;
    }

    private static final class Far extends Apart {
        volatile long count;
    }

    private final Near[] near = {new Near(), new Near()};
    private final Far[] far = {new Far(), new Far()};
    private final AtomicInteger threads = new AtomicInteger();

    /** The index of the thread's object. */
    @State(Scope.Thread)
    public static class Own {
        private int index;

        @Setup
        public void take(final ApartBenchmark all) {
            index = all.threads.getAndIncrement() & 1;
        }
    }

    @Benchmark
    public void apart(final Own own) {
        far[own.index].count++;
    }

    @Benchmark
    public void together(final Own own) {
        near[own.index].count++;
    }
}
