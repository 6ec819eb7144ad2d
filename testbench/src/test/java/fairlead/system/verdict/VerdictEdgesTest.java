// SPDX-License-Identifier: Apache-2.0
package fairlead.system.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The verdicts hold, and have checked something, at the limits of registers: the longest rings, the last addresses of
 * the largest memory, the longest operations.
 */
@Tag("M-153")
class VerdictEdgesTest {
    private static final long KEY = 77;
    private static final int LONGEST = (1 << HwLayout.LENGTH_BITS) - 1;
    private static final int MEMORY = 1 << HwLayout.ADDRESS_BITS;

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"16x1x1", "1x16x1", "1x1x16"})
    void allVerdictsHoldOnRingsOfSixteen(String shape) {
        String yaml = Runs.yaml(16, shape, "kind: random, ops_per_node: 24, max_bytes: 500", "memory_bytes: 268435456");
        Runs.assertAllHold(Runs.run(yaml), Runs.repro(yaml));
    }

    /** The get lands in the last 2^20 bytes of memory, without the very last byte. */
    @ParameterizedTest(name = "on {0} nodes")
    @ValueSource(ints = {1, 2, 16})
    void theLongestPutAndGetAtTheEndOfTheLargestMemoryMoveEveryByteOnce(int nodes) {
        TestMachine machine = new TestMachine(1, nodes, 1, 1);
        machine.memoryBytes = MEMORY;
        machine.maxCycles = 1_000_000;
        ProgramBuilder program = machine.program("longest");
        program.windows().everywhere("below", MEMORY - 3 * (LONGEST + 1));
        int source = program.windows().everywhere("source", LONGEST);
        int put = program.windows().everywhere("landing of the put", LONGEST);
        int got = program.windows().everywhere("landing of the get", LONGEST);
        int target = nodes / 2;
        program.load(0, source, Payload.bytes(KEY, LONGEST));
        program.load(target, source, Payload.bytes(target == 0 ? KEY : KEY + 1, LONGEST));
        TaskBuilder task = program.task(0, 0);
        task.add(Ops.put(target, source, put, LONGEST, KEY));
        task.add(Ops.get(target, got, source, LONGEST, target == 0 ? KEY : KEY + 1));
        task.add(Ops.flush(target));
        RunResult result = machine.run(program.build());
        Runs.assertHolds(result, nodes + " nodes", List.of("deadlock_freedom", "fence_ordering", "data_integrity"));
        assertEquals(2L * LONGEST, Runs.verdicts(result).get("data_integrity").checked());
    }
}
