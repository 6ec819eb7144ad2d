// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import fairlead.twin.ports.Packets;
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
 * Measures a body flit that advances at a VC of any of 512 routers. The state is in {@link InputVc} and {@link
 * OutputVc} or, for comparison, in one array for each field.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class VcWordBenchmark {
    private static final int MANY = 4096;
    private static final int VCS = 512 * RouterShape.FIRST_ADAPTIVE;
    private static final int TAIL = 8;

    private final int[] places = new SplittableRandom(1).ints(MANY, 0, VCS).toArray();
    private final int[] outputs =
            new SplittableRandom(2).ints(VCS, 0, RouterShape.FIRST_ADAPTIVE).toArray();
    private final long[] in = new long[VCS];
    private final long[] out = new long[VCS];
    private final int[] flit = new int[VCS];
    private final short[] count = new short[VCS];
    private final byte[] tail = new byte[VCS];
    private final byte[] output = new byte[VCS];
    private final short[] credits = new short[VCS];

    public VcWordBenchmark() {
        for (int at = 0; at < VCS; at++) {
            in[at] = InputVc.head(0, 0, TAIL, 0, outputs[at]);
            tail[at] = TAIL;
            output[at] = (byte) outputs[at];
        }
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public long inWords() {
        long stuck = 0;
        for (final int place : places) {
            final long word = in[place];
            if (InputVc.isTail(word)) {
                in[place] = InputVc.head(word, 0, TAIL, 0, InputVc.output(word));
                continue;
            }
            final int to = place - place % RouterShape.FIRST_ADAPTIVE + InputVc.output(word);
            final long after = OutputVc.sent(out[to]);
            out[to] = OutputVc.credited(OutputVc.credited(after));
            in[place] = InputVc.arrived(InputVc.next(InputVc.left(word)));
            stuck += OutputVc.isStuck(after) + InputVc.count(word);
        }
        return stuck;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public long inArrays() {
        long stuck = 0;
        for (final int place : places) {
            if (Packets.index(flit[place]) == tail[place]) {
                flit[place] = Packets.flit(0, 0, false);
                continue;
            }
            final int to = place - place % RouterShape.FIRST_ADAPTIVE + output[place];
            final int after = credits[to] - 1;
            credits[to] = (short) (after + 2);
            flit[place]++;
            count[place]--;
            count[place]++;
            stuck += RouterInputs.isZero(after & Short.MAX_VALUE) + count[place];
        }
        return stuck;
    }
}
