// SPDX-License-Identifier: Apache-2.0
package fairlead.jmh;

import fairlead.hw.HwLayout;
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
 * A benchmark of two claims of decision 6, each with the rejected variant: the port of a VC is computed and not looked
 * up in a table, and the test for an empty buffer is arithmetic and not a branch.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class PlaceBenchmark {
    private static final int MANY = 4096;
    private static final int VCS_PER_LINK = 8;
    private static final int FIRST_LOCAL = HwLayout.LINKS * VCS_PER_LINK;
    private static final int VCS = FIRST_LOCAL + HwLayout.ROUTER_PORTS - HwLayout.LINKS;

    private final int[] places = new SplittableRandom(1).ints(MANY, 0, VCS).toArray();
    private final int[] counts = new SplittableRandom(2).ints(MANY, 0, 2).toArray();
    private final byte[] ports = new byte[VCS];

    public PlaceBenchmark() {
        for (int place = 0; place < VCS; place++) {
            ports[place] = (byte) computed(place);
        }
    }

    private static int computed(final int place) {
        return place < FIRST_LOCAL ? place / VCS_PER_LINK : place - FIRST_LOCAL + HwLayout.LINKS;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public int portComputed() {
        int sum = 0;
        for (final int place : places) {
            sum += computed(place);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public int portLookedUp() {
        int sum = 0;
        for (final int place : places) {
            sum += ports[place];
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public long emptyByArithmetic() {
        long mask = 0;
        for (int i = 0; i < MANY; i++) {
            mask |= (long) (counts[i] - 1 >>> 31) << places[i];
        }
        return mask;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public long emptyByBranch() {
        long mask = 0;
        for (int i = 0; i < MANY; i++) {
            if (counts[i] == 0) {
                mask |= 1L << places[i];
            }
        }
        return mask;
    }
}
