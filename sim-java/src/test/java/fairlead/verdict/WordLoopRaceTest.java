// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.run.Machines;
import fairlead.run.TwinRun;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Word loops that race with one another, with stores and with puts on the same words raise no alarm, because the
 * checkers predict each word from the value that the loop has read in that cycle.
 */
@Tag("M-284")
class WordLoopRaceTest {
    private static final int SEEDS = 150;
    private static final int WORDS = 24;
    private static final int LATEST = 250;
    private static final long KEY = 99;

    private static int bytes(SplittableRandom random, int most) {
        return 8 * random.nextInt(most + 1);
    }

    private static Operation drawn(SplittableRandom random, int at, int source) {
        int from = random.nextInt(WORDS);
        int length = bytes(random, WORDS - from);
        int other = random.nextInt(WORDS - length / 8 + 1);
        int address = at + 8 * from;
        int pace = 1 + random.nextInt(9);
        ReduceFunction[] functions = ReduceFunction.values();
        ElementType[] types = ElementType.values();
        return switch (random.nextInt(6)) {
            case 0 -> Ops.store(address, random.nextLong());
            case 1 -> Ops.addLocal(address, random.nextLong());
            case 2 -> Ops.fill(address, length, random.nextLong());
            case 3 -> Ops.copy(address, at + 8 * other, length, pace);
            case 4 -> Ops.put(1, source, at, 8 * WORDS, KEY);
            default -> Ops.reduce(
                    address,
                    at + 8 * other,
                    length,
                    functions[random.nextInt(functions.length)],
                    types[random.nextInt(types.length)],
                    pace);
        };
    }

    @Test
    void racesOfWordLoopsRaiseNoAlarm() {
        MachineConfig machine = Machines.of(new Shape(2, 1, 1), 3);
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ProgramBuilder builder =
                    new ProgramBuilder("races", machine.shape(), machine.tasks(), machine.memoryBytes());
            int at = builder.windows().everywhere("words", 8 * WORDS);
            int source = builder.windows().everywhere("source", 8 * WORDS);
            for (int node = 0; node < 2; node++) {
                builder.load(node, at, Payload.bytes(seed, 8 * WORDS));
                builder.load(node, source, Payload.bytes(KEY, 8 * WORDS));
            }
            boolean put = false;
            for (int i = 0; i < 30; i++) {
                Operation op = drawn(random, at, source);
                boolean isPut = op.target() >= 0;
                if (!isPut || !put) { // two equal puts could not be distinguished
                    builder.task(isPut ? 0 : 1, random.nextInt(3)).add(op.notBefore(random.nextInt(LATEST)));
                }
                put |= isPut;
            }
            TwinRun run = new TwinRun(builder.build(), machine, ExecutorOptions.of(64, 100_000));
            assertFalse(
                    run.report().verdicts().stream().anyMatch(v -> Boolean.FALSE.equals(v.holds())),
                    "seed " + seed + ": " + run.report().verdicts());
            run.isClean();
        }
    }
}
