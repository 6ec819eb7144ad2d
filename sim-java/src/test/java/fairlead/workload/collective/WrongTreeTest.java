// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls on the collective network of which one member does something else: a verdict is false, or software complains.
 */
@Tag("M-286")
@Tag("M-821")
class WrongTreeTest {
    private static final int SIZE = 5;
    private static final int BYTES = 600; // three packets

    private int at;

    private Operation right(final long call) {
        return Ops.tree(at, BYTES, 0, call, ReduceFunction.SUM, ElementType.U64, true, true, 1);
    }

    /** An allreduce of five nodes, announced as a sum; member 3 performs another operation. */
    private TwinRun run(final IntFunction<Operation> wrong) {
        final ProgramBuilder builder = CollectiveRuns.builder();
        final List<Integer> members = IntStream.range(2, 2 + SIZE).boxed().toList();
        assertEquals(0, builder.classRoute(members));
        at = builder.windows().everywhere("operand", BYTES);
        final int[] begins = new int[SIZE];
        final int[] ends = new int[SIZE];
        final int[] addresses = new int[SIZE];
        for (int member = 0; member < SIZE; member++) {
            final int node = members.get(member);
            final byte[] operand = new byte[BYTES];
            new java.util.Random(node).nextBytes(operand);
            builder.load(node, at, operand);
            begins[member] = builder.task(node, 0).add(Ops.calc(0));
            final Operation own = member == 3 ? wrong.apply(7) : right(7);
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

    private static boolean holds(final TwinRun run, final String name) {
        return run.report().verdicts().stream()
                .filter(v -> v.name().equals(name))
                .map(Verdict::holds)
                .noneMatch(Boolean.FALSE::equals);
    }

    @Test
    void whatAllDoAlikeIsClean() {
        run(this::right).isClean();
    }

    @Test
    void aContributionThatIsMissingIsFound() {
        final TwinRun run =
                run(call -> Ops.tree(at, BYTES, 0, call, ReduceFunction.SUM, ElementType.U64, false, true, 1));
        assertFalse(holds(run, "data_integrity"));
    }

    @Test
    void aResultThatIsNotKeptIsFound() {
        final TwinRun run =
                run(call -> Ops.tree(at, BYTES, 0, call, ReduceFunction.SUM, ElementType.U64, true, false, 1));
        assertFalse(holds(run, "data_integrity"));
    }

    @Test
    void anOperandOfAnotherPlaceIsFound() {
        final TwinRun run =
                run(call -> Ops.tree(at + 8, BYTES - 8, 0, call, ReduceFunction.SUM, ElementType.U64, true, true, 1));
        assertFalse(holds(run, "data_integrity"));
    }

    /** The network marks results of contributions that differ; software complains of them. */
    @Test
    void contributionsOfDifferentCallsAreFound() {
        for (final Operation other : List.of(
                Ops.tree(at, BYTES, 0, 8, ReduceFunction.SUM, ElementType.U64, true, true, 1),
                Ops.tree(at, BYTES, 0, 7, ReduceFunction.MAX, ElementType.U64, true, true, 1),
                Ops.tree(at, BYTES, 0, 7, ReduceFunction.SUM, ElementType.U32, true, true, 1))) {
            final TwinRun run = run(call -> other);
            assertThrows(AssertionError.class, run::isClean);
        }
    }

    /** A machine at rest whose members wait for one that gives nothing: the verdict names who waits for whom. */
    @Test
    void whoWaitsForWhomIsNamed() {
        final ProgramBuilder builder = CollectiveRuns.builder();
        builder.classRoute(List.of(0, 1, 2));
        for (final int node : new int[] {0, 2}) {
            builder.task(node, 0).add(Ops.tree(0, 0, 0, 9, ReduceFunction.OR, ElementType.U64, true, true, 1));
        }
        final int never =
                builder.task(1, 0).add(Ops.poll(builder.windows().everywhere("word", 8), Comparison.NE, 0, 0));
        builder.task(1, 0)
                .add(Ops.tree(0, 0, 0, 9, ReduceFunction.OR, ElementType.U64, true, true, 1)
                        .requires(never));
        final Verdict verdict = CollectiveRuns.verdict(builder.build(), "deadlock_freedom");
        assertEquals(Boolean.FALSE, verdict.holds());
        assertEquals("software_wait", verdict.extra().get("kind"));
        assertTrue(
                verdict.detail().contains("call 9: nodes [0, 2] wait for node 1, which has not come to it"),
                verdict.detail());
    }

    /** A member that does not take part: the others wait, and the run says so. */
    @Test
    void aMemberThatStaysAwayIsFound() {
        final TwinRun run = run(call -> null);
        assertFalse(holds(run, "deadlock_freedom"), run.report().verdicts().toString());
        assertThrows(AssertionError.class, run::isClean);
    }

    @Test
    void aFifthClassRouteAndAnOperationOfNoMemberAreRefused() {
        final ProgramBuilder builder = CollectiveRuns.builder();
        for (int route = 0; route < 4; route++) {
            assertEquals(route, builder.classRoute(List.of(route, 5)));
        }
        assertEquals(2, builder.classRoute(List.of(5, 2)));
        assertThrows(ProgramException.class, () -> builder.classRoute(List.of(4)));
        builder.task(4, 0).add(Ops.tree(0, 0, 1, 1, ReduceFunction.OR, ElementType.U64, true, true, 1));
        final ProgramException refused = assertThrows(ProgramException.class, builder::build);
        assertTrue(refused.getMessage().contains("no member of class route 1"), refused.getMessage());
    }

    @Test
    void theMachineOfAProgramHasItsClassRoutes() {
        final Collective call = CollectiveRuns.call(CollectiveOp.ALLREDUCE, Algorithm.TREE, 4, 8, 1);
        final Program program = CollectiveRuns.program(call, t -> t);
        assertEquals(List.of(call.group().ranks().stream().sorted().toList()), program.classRoutes());
    }
}
