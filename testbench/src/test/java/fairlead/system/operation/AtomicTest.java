// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.node.OpTable;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-8")
class AtomicTest {
    private static final int HOME = 4;
    private static final List<String> VERDICTS =
            List.of("deadlock_freedom", "barrier_safety", "data_integrity", "conservation");

    /** The n-th operation of a kind, and what it does to the word. */
    private record Atomic(Operation op, LongUnaryOperator change) {
        static Atomic of(OpKind kind, int n, int word) {
            long bit = 1L << n;
            return switch (kind) {
                case FADD -> new Atomic(Ops.fadd(HOME, word, 1), old -> old + 1);
                case CAS -> new Atomic(Ops.cas(HOME, word, 0, 100 + n), old -> old == 0 ? 100 + n : old);
                case SWAP -> new Atomic(Ops.fetchOp(kind, HOME, word, n + 1), old -> n + 1);
                case FOR -> new Atomic(Ops.fetchOp(kind, HOME, word, bit), old -> old | bit);
                case FXOR -> new Atomic(Ops.fetchOp(kind, HOME, word, bit), old -> old ^ bit);
                default -> new Atomic(Ops.fetchOp(OpKind.FAND, HOME, word, ~bit), old -> old & ~bit);
            };
        }
    }

    /**
     * Each task of every node changes one word of node 4; then all tasks join a barrier, and node 4 loads the word. The
     * values that the operations have found are those of one order, which ends with the loaded value.
     */
    @ParameterizedTest(name = "{0}, {1} by each task")
    @CsvSource({"FADD, 1", "FADD, 8", "SWAP, 1", "SWAP, 8", "FOR, 5", "FXOR, 5", "FAND, 5", "CAS, 1", "CAS, 3"})
    void theValuesThatAtomicsFindAreThoseOfOneOrder(OpKind kind, int each) {
        TestMachine machine = new TestMachine(3, 2, 1, 2);
        machine.jitter = 40;
        ProgramBuilder program = machine.program("atomics");
        int word = program.windows().everywhere("word", 8);
        long now = kind == OpKind.FAND ? -1 : 0;
        program.load(HOME, word, ByteBuffer.allocate(8).putLong(now).array());
        Map<Integer, Atomic> left = new TreeMap<>(); // by operation
        int load = -1;
        for (int node = 0; node < program.nodes(); node++) {
            for (int t = 0; t < 2; t++) {
                int[] mine = new int[each];
                for (int i = 0; i < each; i++) {
                    Atomic atomic = Atomic.of(kind, left.size(), word);
                    mine[i] = program.task(node, t).add(atomic.op);
                    left.put(mine[i], atomic);
                }
                int barrier = program.task(node, t).add(Ops.barrier().requires(mine));
                load = node == HOME && t == 0
                        ? program.task(node, t).add(Ops.load(word).requires(barrier))
                        : load;
            }
        }
        RunResult result = machine.run(program.build());
        Runs.assertHolds(result, kind.name(), VERDICTS);
        OpTable found = result.execution().table();
        while (!left.isEmpty()) {
            long here = now; // operations that change nothing come before the one that does
            int next = left.keySet().stream()
                    .filter(id -> found.value(id) == here)
                    .min(Comparator.comparing(id -> left.get(id).change.applyAsLong(here) != here))
                    .orElseThrow(() -> new AssertionError("nobody has found " + here + ", left " + left.keySet()));
            now = left.remove(next).change.applyAsLong(now);
        }
        assertEquals(now, found.value(load));
    }
}
