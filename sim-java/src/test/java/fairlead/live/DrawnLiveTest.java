// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.run.Machines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drawn live tasks, which decide by what they find in memory and by what atomics return; -Dfairlead.live.seed=SEED
 * repeats one.
 */
class DrawnLiveTest {
    private static final int SEEDS = 250;
    private static final OpKind[] FETCH = {OpKind.FADD, OpKind.FAND, OpKind.FOR, OpKind.FXOR, OpKind.SWAP};
    private static final int COUNTER = 0; // word that the tasks of the node before add to, once a round
    private static final int WORDS = 64; // words for atomics
    private static final int COMMON = 1024; // bytes that any task may write
    private static final int OWN = 8192; // bytes of each task

    static LongStream seeds() {
        Long one = Long.getLong("fairlead.live.seed");
        return one == null ? LongStream.range(0, SEEDS) : LongStream.of(one);
    }

    private record Body(SplittableRandom random, int rounds, int before) implements LiveBody {
        @Override
        public void run(LiveTask task) {
            List<Step> open = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                for (int i = random.nextInt(12); i > 0; i--) {
                    open.add(drawn(task));
                    if (random.nextInt(4) == 0) {
                        Collections.shuffle(open, new java.util.Random(random.nextLong()));
                        int some = random.nextInt(open.size());
                        task.await(open.subList(0, some).toArray(new Step[0]));
                        open.removeIf(task::isDone);
                        decide(task);
                    }
                }
                int next = (task.node() + 1) % task.nodes();
                open.add(task.fetchOp(OpKind.FADD, next, COUNTER, 1));
                if (random.nextBoolean()) {
                    task.await(task.barrier(), task.poll(COUNTER, Comparison.GE, (long) round * before));
                } else {
                    Step barrier = task.barrier();
                    task.await(task.poll(COUNTER, Comparison.GE, (long) round * before));
                    open.add(barrier);
                }
            }
        }

        /** Draws further with what the memory holds, so that other bytes lead to another program. */
        private void decide(LiveTask task) {
            int sum = Arrays.hashCode(task.read(COMMON, 512)) + task.commits().hashCode();
            for (int i = Math.floorMod(sum, 3); i > 0; i--) {
                random.nextInt();
            }
        }

        private Step drawn(LiveTask task) {
            int target = random.nextInt(task.nodes());
            int word = WORDS + 8 * random.nextInt(4);
            int own = OWN * (1 + task.task()) + random.nextInt(2048);
            int other = random.nextInt(3) == 0 ? COMMON + random.nextInt(256) : own + random.nextInt(2048);
            int length = random.nextInt(random.nextInt(4) == 0 ? 700 : 40);
            return switch (random.nextInt(10)) {
                case 0 -> {
                    int bytes = 4 << random.nextInt(2);
                    int at = word + random.nextInt(8 / bytes) * 4;
                    yield task.fetchOp(FETCH[random.nextInt(FETCH.length)], target, at, bytes, random.nextLong());
                }
                case 1 -> task.cas(target, word, 4 << random.nextInt(2), random.nextInt(2), random.nextInt(3));
                case 2, 3 -> {
                    byte[] data = new byte[length];
                    Arrays.fill(data, (byte) random.nextInt());
                    yield task.store(random.nextBoolean() ? own : other, data);
                }
                case 4 -> task.get(target, own, other, length);
                case 5 -> task.fence(target);
                case 6 -> task.flush(target);
                case 7 -> task.calc(random.nextInt(60));
                default -> task.put(target, own, other, length);
            };
        }
    }

    @ParameterizedTest(name = "-Dfairlead.live.seed={0}")
    @MethodSource("seeds")
    void theCapturedProgramDoesTheSame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MachineConfig machine = Machines.of(
                        new Shape(1 + random.nextInt(3), 1 + random.nextInt(2), 1 + random.nextInt(2)),
                        1 + random.nextInt(3))
                .change()
                .latency(new Latency(2, 2, 1 + random.nextInt(20), 1 + random.nextInt(20), 8, random.nextInt(4)))
                .build();
        List<LiveBody> bodies = new ArrayList<>();
        int rounds = 1 + random.nextInt(4);
        for (int tasks : machine.tasks()) {
            for (int task = 0; task < tasks; task++) {
                bodies.add(new Body(random.split(), rounds, tasks));
            }
        }
        ExecutorOptions options =
                ExecutorOptions.of(1 + random.nextInt(100), 1_000_000).counting(random.nextBoolean());
        new LivePlay(machine, options, bodies).ends(EndReason.COMPLETED).again();
    }
}
