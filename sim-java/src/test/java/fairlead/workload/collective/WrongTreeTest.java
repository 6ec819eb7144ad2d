// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.Comparison;
import fairlead.program.ElementType;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.program.ReduceFunction;
import fairlead.run.TwinRun;
import fairlead.verdict.Verdict;
import fairlead.workload.collective.Item.Collective;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls on the collective network of which one member does something else: a verdict is false, or software complains.
 */
@Tag("M-286")
@Tag("M-821")
class WrongTreeTest {
    private static final int SIZE = 5;
    private static final int BYTES = 600; // three packets

    private int at;

    private Operation right(long call) {
        return Ops.tree(at, BYTES, 0, call, ReduceFunction.SUM, ElementType.U64, true, true, 1);
    }

    /** An allreduce of five nodes, announced as a sum; member 3 performs another operation. */
    private TwinRun run(IntFunction<Operation> wrong) {
        ProgramBuilder builder = CollectiveRuns.builder();
        List<Integer> members = IntStream.range(2, 2 + SIZE).boxed().toList();
        assertEquals(0, builder.classRoute(members));
        at = builder.windows().everywhere("operand", BYTES);
        int[] begins = new int[SIZE];
        int[] ends = new int[SIZE];
        int[] addresses = new int[SIZE];
        for (int member = 0; member < SIZE; member++) {
            int node = members.get(member);
            byte[] operand = new byte[BYTES];
            new Random(node).nextBytes(operand);
            builder.load(node, at, operand);
            begins[member] = builder.task(node, 0).add(Ops.calc(0));
            Operation own = member == 3 ? wrong.apply(7) : right(7);
            int last = begins[member];
            if (own != null) {
                last = builder.task(node, 0).add(own.requires(last));
            }
            ends[member] = builder.task(node, 0).add(Ops.calc(0).requires(last));
            addresses[member] = at;
        }
        builder.announce(new CollectiveCall(
                "test",
                CollectiveOp.ALLREDUCE,
                members.stream().mapToInt(Integer::intValue).toArray(),
                0,
                BYTES,
                ReduceFunction.SUM,
                ElementType.U64,
                addresses,
                addresses,
                begins,
                ends));
        return CollectiveRuns.run(builder.build());
    }

    private Operation tree(int from, boolean gives, boolean keeps) {
        return Ops.tree(at + from, BYTES - from, 0, 7, ReduceFunction.SUM, ElementType.U64, gives, keeps, 1);
    }

    @Test
    void whatAllDoAlikeIsClean() {
        run(this::right).isClean();
    }

    /** A contribution is missing, a result is not kept, or an operand is of another place. */
    @ParameterizedTest
    @CsvSource({"0, false, true", "0, true, false", "8, true, true"})
    void aMemberThatDoesSomethingElseIsFound(int from, boolean gives, boolean keeps) {
        TwinRun run = run(call -> tree(from, gives, keeps));
        assertEquals(false, run.verdict("data_integrity").holds());
    }

    /** The network marks results of contributions that differ; software complains of them. */
    @Test
    void contributionsOfDifferentCallsAreFound() {
        for (Operation other : List.of(
                Ops.tree(at, BYTES, 0, 8, ReduceFunction.SUM, ElementType.U64, true, true, 1),
                Ops.tree(at, BYTES, 0, 7, ReduceFunction.MAX, ElementType.U64, true, true, 1),
                Ops.tree(at, BYTES, 0, 7, ReduceFunction.SUM, ElementType.U32, true, true, 1))) {
            TwinRun run = run(call -> other);
            assertThrows(AssertionError.class, run::isClean);
        }
    }

    /** A machine at rest whose members wait for one that gives nothing: the verdict names who waits for whom. */
    @Test
    void whoWaitsForWhomIsNamed() {
        ProgramBuilder builder = CollectiveRuns.builder();
        builder.classRoute(List.of(0, 1, 2));
        for (int node : new int[] {0, 2}) {
            builder.task(node, 0).add(Ops.tree(0, 0, 0, 9, ReduceFunction.OR, ElementType.U64, true, true, 1));
        }
        int never = builder.task(1, 0).add(Ops.poll(builder.windows().everywhere("word", 8), Comparison.NE, 0, 0));
        builder.task(1, 0)
                .add(Ops.tree(0, 0, 0, 9, ReduceFunction.OR, ElementType.U64, true, true, 1)
                        .requires(never));
        Verdict verdict = CollectiveRuns.verdict(builder.build(), "deadlock_freedom");
        assertEquals(Boolean.FALSE, verdict.holds());
        assertEquals("software_wait", verdict.extra().get("kind"));
        assertTrue(
                verdict.detail().contains("call 9: nodes [0, 2] wait for node 1, which has not come to it"),
                verdict.detail());
    }

    /** A member that does not take part: the others wait, and the run says so. */
    @Test
    void aMemberThatStaysAwayIsFound() {
        TwinRun run = run(call -> null);
        assertEquals(
                false,
                run.verdict("deadlock_freedom").holds(),
                run.report().verdicts().toString());
        assertThrows(AssertionError.class, run::isClean);
    }

    @Test
    void aFifthClassRouteAndAnOperationOfNoMemberAreRefused() {
        ProgramBuilder builder = CollectiveRuns.builder();
        for (int route = 0; route < 4; route++) {
            assertEquals(route, builder.classRoute(List.of(route, 5)));
        }
        assertEquals(2, builder.classRoute(List.of(5, 2)));
        assertThrows(ProgramException.class, () -> builder.classRoute(List.of(4)));
        builder.task(4, 0).add(Ops.tree(0, 0, 1, 1, ReduceFunction.OR, ElementType.U64, true, true, 1));
        ProgramException refused = assertThrows(ProgramException.class, builder::build);
        assertTrue(refused.getMessage().contains("no member of class route 1"), refused.getMessage());
    }

    @Test
    void theMachineOfAProgramHasItsClassRoutes() {
        Collective call = CollectiveRuns.call(CollectiveOp.ALLREDUCE, Algorithm.TREE, 4, 8, 1);
        Program program = CollectiveRuns.program(call, t -> t);
        assertEquals(List.of(call.group().ranks().stream().sorted().toList()), program.classRoutes());
    }
}
