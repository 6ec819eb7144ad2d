// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.program.Ops;
import fairlead.program.ProgramException;
import fairlead.run.Machines;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that need more places of a table than there are: refused if they wait for ever, and run if they do not. */
@Tag("M-548")
class TableRoomTest extends TwinProgram {
    private static final int NODES = 72;

    TableRoomTest() {
        on(Machines.of(new Shape(9, 8, 1), 1));
    }

    private void refused(String key) {
        ProgramException refused = assertThrows(ProgramException.class, program::build);
        assertTrue(refused.getMessage().contains("(machine.structure." + key + ")"), refused::getMessage);
    }

    private static int[] others(int count, int from) {
        return IntStream.range(0, count)
                .map(i -> 1 + (from + i) % (NODES - 1))
                .sorted()
                .toArray();
    }

    /** Nested epochs of drawn widths; with one more target than there is room for, the program is refused. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void nestedEpochsRunAsLongAsThereIsRoom(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int room = HwLayout.ORIGIN_EPOCHS + (seed % 2 == 0 ? 0 : 1);
        int last = -1;
        int[] opens = new int[room];
        int depth = 0;
        for (int left = room; left > 0; depth++) {
            int width = seed < 3 ? left : random.nextInt(1, Math.min(left, NODES - 1) + 1);
            int open = task.add(
                    last < 0
                            ? Ops.epochOpen(depth, others(width, depth))
                            : Ops.epochOpen(depth, others(width, depth)).requires(last));
            opens[depth] = open;
            last = open;
            left -= width;
        }
        for (int i = 0; i < depth; i++) {
            task.add(Ops.epochClose(opens[i]).requires(last));
        }
        if (room > HwLayout.ORIGIN_EPOCHS) {
            refused("origin_epochs");
        } else {
            runClean();
        }
    }

    /** Each waited for the rest of its indices, and no one gave its own back. */
    @ParameterizedTest
    @CsvSource({"2, 40", "3, 33", "5, 64", "7, 13"})
    void epochsSideBySideWaitForAllTheirIndices(int epochs, int targets) {
        for (int i = 0; i < epochs; i++) {
            task.add(Ops.epochClose(task.add(Ops.epochOpen(i, others(targets, 5 * i)))));
        }
        runClean();
    }

    /** Epochs of many origins to node 0, which end after a barrier. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void epochsToOneNodeHaveRoomThere(int beyond) {
        int origins = HwLayout.TARGET_EPOCHS + beyond;
        for (int node = 0; node < NODES; node++) {
            if (node == 0 || node > origins) {
                program.task(node, 0).add(Ops.barrier());
                continue;
            }
            int open = program.task(node, 0).add(Ops.epochOpen(node, 0));
            int barrier = program.task(node, 0).add(Ops.barrier().requires(open));
            program.task(node, 0).add(Ops.epochClose(open).requires(barrier));
        }
        if (origins > HwLayout.TARGET_EPOCHS) {
            refused("target_epochs");
        } else {
            runClean();
        }
    }

    /** Nested epochs of one origin to one node, which keeps its last entries for others. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void epochsOfOneOriginHaveRoomThere(int beyond) {
        int[] opens = new int[HwLayout.TARGET_EPOCHS - HwLayout.KEPT_EPOCHS + beyond];
        for (int i = 0; i < opens.length; i++) {
            opens[i] =
                    task.add(i == 0 ? Ops.epochOpen(i, 1) : Ops.epochOpen(i, 1).requires(opens[i - 1]));
        }
        for (int open : opens) {
            task.add(Ops.epochClose(open).requires(opens[opens.length - 1]));
        }
        if (beyond > 0) {
            refused("target_epochs");
        } else {
            runClean();
        }
    }

    @Test
    void aGetNeedsACounterThatTheProgramDoesNotName() {
        for (int counter = 0; counter < HwLayout.COUNTERS - 1; counter++) {
            task.add(Ops.counterSet(counter, 8));
        }
        task.add(Ops.get(1, word, word, 8, 1));
        program.build();
        task.add(Ops.counterSet(HwLayout.COUNTERS - 1, 8));
        refused("counters");
    }
}
