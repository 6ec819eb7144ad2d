// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.Result;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests puts and gets of every difficult length and address, between nodes and on one node. */
@Tag("M-7")
class TransferTest {
    private static final long KEY = 31;
    private static final int MOST = 70_000;
    private static final int OFF_SOURCE = 5;
    private static final int OFF_LANDING = 3;

    private static final List<String> MOVED =
            List.of("deadlock_freedom", "fence_ordering", "data_integrity", "conservation");

    private static RunResult run(int length, int target) {
        TestMachine machine = new TestMachine(3, 1, 1, 2);
        machine.memoryBytes = 1 << 18;
        return run(machine, 0, MOST + 64, OFF_SOURCE, OFF_LANDING, length, target);
    }

    /** Puts and gets `length` bytes; `from` and `to` are places in windows behind the first `below` bytes of memory. */
    private static RunResult run(TestMachine machine, int below, int window, int from, int to, int length, int target) {
        ProgramBuilder program = machine.program("transfer " + length);
        if (below > 0) {
            program.windows().everywhere("below", below);
        }
        int source = program.windows().everywhere("source", window) + from;
        int put = program.windows().everywhere("landing of the put", window) + to;
        int got = program.windows().everywhere("landing of the get", window) + to;
        program.load(0, source, Payload.bytes(KEY, length));
        program.load(target, source, Payload.bytes(target == 0 ? KEY : KEY + 1, length));
        TaskBuilder task = program.task(0, 0);
        task.add(Ops.put(target, source, put, length, KEY));
        task.add(Ops.get(target, got, source, length, target == 0 ? KEY : KEY + 1));
        task.add(Ops.flush(target));
        Program built = program.build();
        RunResult result = machine.run(built);
        List<Result> results = new ArrayList<>();
        built.operations().forEach(op -> results.add(result.execution().table().result(op.id())));
        assertEquals(List.of(Result.DONE, Result.DONE, Result.DONE), results, Runs.text(result));
        return result;
    }

    /** The get lands in the last 2^20 bytes of memory, without the very last byte. */
    @ParameterizedTest(name = "on {0} nodes")
    @ValueSource(ints = {1, 2, 16})
    @Tag("M-153")
    void theLongestPutAndGetAtTheEndOfTheLargestMemoryMoveEveryByteOnce(int nodes) {
        int longest = (1 << HwLayout.LENGTH_BITS) - 1;
        TestMachine machine = new TestMachine(1, nodes, 1, 1);
        machine.memoryBytes = 1 << HwLayout.ADDRESS_BITS;
        machine.maxCycles = 1_000_000;
        int below = machine.memoryBytes - 3 * (longest + 1);
        RunResult result = run(machine, below, longest, 0, 0, longest, nodes / 2);
        Runs.assertHolds(result, nodes + " nodes", MOVED.subList(0, 3));
        assertEquals(2L * longest, Runs.verdicts(result).get("data_integrity").checked());
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1, 7, 8, 15, 16, 17, 255, 256, 257, 600, 4096, MOST})
    @Tag("R-FEN-8")
    void aPutAndAGetOfAnyLengthAtOddAddressesMoveEveryByteOnce(int length) {
        RunResult result = run(length, 2);
        Runs.assertHolds(result, "length " + length, MOVED);
        assertEquals(2L * length, Runs.verdicts(result).get("data_integrity").checked());
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1, 7, 16, 17, 255, 256, 257, 600, 4096, MOST})
    void aPutAndAGetOnOneNodeMoveEveryByteOnceAndUseNoLink(int length) {
        RunResult result = run(length, 0);
        Runs.assertHolds(result, "length " + length, MOVED.subList(0, 3));
        assertEquals(2L * length, Runs.verdicts(result).get("data_integrity").checked());
        assertEquals(
                result.report().metrics().flits(), result.report().metrics().flitHops(), "every flit is only ejected");
    }

    @ParameterizedTest(name = "to node {0}")
    @ValueSource(ints = {0, 1})
    void aPutAndAGetOfNoBytesCompleteAndWriteNothing(int target) {
        RunResult result = run(0, target);
        assertEquals(0, Runs.verdicts(result).get("data_integrity").checked());
        Runs.assertHolds(result, "length 0", List.of("deadlock_freedom"));
    }
}
