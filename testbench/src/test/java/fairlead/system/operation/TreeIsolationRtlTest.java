// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.EndReason;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutorOptions;
import fairlead.program.ElementType;
import fairlead.program.OpKind;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ReduceFunction;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Torus and collective network beside each other on the RTL: both saturated, and each with the other one blocked. */
@Tag("M-821")
class TreeIsolationRtlTest {
    private static final int NODES = 5;
    private static final int CALLS = 6;
    private static final int PUTS = 4;
    private static final int BYTES = 1024;
    private static final int LATE = 500; // cycles: the ring of one VC has closed long before

    private static Program program(final int members) {
        final ProgramBuilder program = new ProgramBuilder(
                "isolation",
                shape(),
                IntStream.generate(() -> 2).limit(NODES).boxed().toList(),
                1 << 16);
        final int route = program.classRoute(IntStream.range(0, NODES).boxed().toList());
        final int operand = program.windows().everywhere("operand", BYTES);
        final int source = program.windows().everywhere("source", PUTS * BYTES);
        final int target = program.windows().everywhere("target", PUTS * BYTES);
        for (int node = 0; node < NODES; node++) {
            for (int put = 0; put < PUTS; put++) {
                program.task(node, 1)
                        .add(Ops.putAny((node + 2) % NODES, source + put * BYTES, target + put * BYTES, BYTES));
            }
            int last = program.task(node, 0).add(Ops.calc(LATE));
            for (int call = 0; call < CALLS && node < members; call++) {
                last = program.task(node, 0)
                        .add(Ops.tree(operand, BYTES, route, call, ReduceFunction.SUM, ElementType.U64, true, true, 1)
                                .requires(last));
            }
        }
        return program.build();
    }

    private static Shape shape() {
        return new Shape(NODES, 1, 1);
    }

    private static RunResult run(final Program program, final Unsafe flaw, final boolean detect) {
        final MachineConfig machine = MachineConfig.of(shape())
                .collective(CollectiveNetwork.UNUSED.withGroups(program.classRoutes()))
                .unsafe(flaw)
                .build();
        return new Session(
                        new RunPlan(
                                "isolation",
                                program,
                                machine,
                                new RtlEngineFactory(),
                                EngineOptions.DEFAULT,
                                ExecutorOptions.of(64, 100_000),
                                null,
                                detect),
                        true)
                .run(executor -> {});
    }

    private static Set<OpKind> open(final RunResult result) {
        final Set<OpKind> kinds = new TreeSet<>();
        result.execution().open().stream().map(ExecutionReport.Open::operation).forEach(op -> kinds.add(op.kind()));
        return kinds;
    }

    private static Verdict deadlock(final RunResult result) {
        return result.report().verdicts().stream()
                .filter(v -> v.name().equals("deadlock_freedom"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bothAreSaturatedAndNothingStands() {
        final RunResult result = run(program(NODES), Unsafe.NONE, true);
        assertTrue(result.execution().isClean(), result.report().ending());
        assertEquals(Boolean.TRUE, deadlock(result).holds());
        assertEquals("static", deadlock(result).extra().get("evidence"));
    }

    /** The first call comes when the puts stand; all calls end, and the puts still stand. */
    @Test
    void theCollectiveNetworkRunsWhereTheTorusIsBlockedForEver() {
        final RunResult result = run(program(NODES), Unsafe.everywhere(UnsafeVariant.ONE_VC), false);
        assertEquals(EndReason.STUCK, result.execution().reason());
        assertEquals(Set.of(OpKind.PUT), open(result));
    }

    @Test
    void theTorusRunsWhereTheCollectiveNetworkIsBlockedForEver() {
        final RunResult result = run(program(NODES - 1), Unsafe.NONE, true);
        assertEquals(EndReason.STUCK, result.execution().reason());
        assertEquals(Set.of(OpKind.TREE), open(result));
        assertEquals("software_wait", deadlock(result).extra().get("kind"));
        assertTrue(
                deadlock(result)
                        .detail()
                        .contains(
                                "class route 0, call 0: nodes [0, 1, 2, 3] wait for node 4, which takes no part in it"),
                deadlock(result).detail());
        assertEquals(
                NODES * PUTS,
                IntStream.range(0, result.execution().table().size())
                                .filter(id -> result.execution().table().isDone(id))
                                .count()
                        - NODES);
    }
}
