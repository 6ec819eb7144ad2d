// SPDX-License-Identifier: Apache-2.0
package fairlead.jmh;

import fairlead.deadlock.graph.CheckResult;
import fairlead.deadlock.graph.StaticCheck;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of the static check of one cube: the construction of the graph and the verdict. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class StaticCheckBenchmark {
    @Param({"4", "8", "16"})
    public int k;

    private final StaticCheck check = new StaticCheck(VcRule.DATELINE, 2);

    @Benchmark
    public CheckResult cube() {
        return check.check(new Shape(k, k, k));
    }
}
