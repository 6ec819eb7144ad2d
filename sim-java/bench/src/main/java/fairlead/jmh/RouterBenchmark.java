// SPDX-License-Identifier: Apache-2.0
package fairlead.jmh;

import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficSpec;
import fairlead.workload.pattern.TrafficPattern;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of all routers in blocks of 64 cycles, under uniform traffic of 8-flit packets with sources and sinks.
 * The counter `flitHops` per second corresponds to the row model.flit_hops_per_s of `bench model`.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Benchmark)
public class RouterBenchmark {
    private static final int CYCLES = 64;

    /** A counter of the flit-hops of a block. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Moved {
        public long flitHops;

        @Setup(Level.Iteration)
        public void clear() {
            flitHops = 0;
        }
    }

    @Param({"4x4x4", "8x8x8"})
    public String shape;

    @Param({"0.2", "0.4"})
    public double load;

    @Param({"1", "2"})
    public int threads;

    private OpenLoop loop;

    @Setup
    public void fill() {
        final int[] k =
                Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).toArray();
        final Shape torus = new Shape(k[0], k[1], k[2]);
        final MachineConfig machine = MachineConfig.of(torus)
                .latency(new Latency(2, 2, 1, 1, 1, 0))
                .buffers(new Buffers(8, 8, 4, 4, 4, 4))
                .memoryBytes(1 << 12)
                .dla(DlaLimits.of(4))
                .tasks(1)
                .barrierWidth(2)
                .build();
        loop = new OpenLoop(machine, TrafficSpec.of(TrafficPattern.UNIFORM, load, 8, 1), threads);
        loop.run(2000);
    }

    @Benchmark
    public void cycles(final Moved moved) {
        final long before = loop.flitHops();
        loop.run(CYCLES);
        moved.flitHops += loop.flitHops() - before;
    }
}
