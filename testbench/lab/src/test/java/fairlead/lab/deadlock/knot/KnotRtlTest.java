// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.KnotDetector;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.controls.ClosingSearch;
import fairlead.machine.Buffers;
import fairlead.machine.Unsafe;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests knots on the RTL: one VC on a ring of five, where every node sends to the node after the next. */
@Tag("M-25")
class KnotRtlTest {
    private static final int BYTES = 4096;

    private static TestMachine machine(int kx, Unsafe unsafe) {
        TestMachine machine = new TestMachine(kx, 1, 1, 1);
        machine.buffers = new Buffers(4, 4, 16, 64, 64, 8);
        machine.unsafe = unsafe;
        machine.library = unsafe.isSet() ? "lab" : "product";
        return machine;
    }

    private static Program secondNext(TestMachine machine) {
        ProgramBuilder program = machine.program("second next");
        program.windows().everywhere("from", BYTES);
        program.windows().everywhere("to", BYTES);
        for (int node = 0; node < program.nodes(); node++) {
            program.task(node, 0).add(Ops.put((node + 2) % program.nodes(), 0, BYTES, BYTES, 0));
        }
        return program.build();
    }

    private static Map<String, Object> deadlock(RunResult result) {
        Verdict verdict = Runs.verdicts(result).get("deadlock_freedom");
        assertEquals(Boolean.FALSE, verdict.holds(), Runs.text(result));
        return verdict.extra();
    }

    @Test
    void aRingWithOneVcKnotsAndEveryMemberIsNamed() {
        TestMachine machine = machine(5, Unsafe.everywhere(UnsafeVariant.ONE_VC));
        machine.hops = true;
        Program program = secondNext(machine);
        RunResult result = new Session(machine.plan(program), true).run(e -> {});
        Map<String, Object> extra = deadlock(result);
        assertEquals("deadlock", extra.get("kind"), Runs.text(result));
        @SuppressWarnings("unchecked")
        List<Map<String, Object>> knot = (List<Map<String, Object>>) extra.get("knot");
        assertEquals(10, knot.size(), Runs.text(result));
        for (int i = 0; i < knot.size(); i++) {
            Map<String, Object> member = knot.get(i);
            int node = i / 2;
            assertEquals(node, member.get("node"));
            assertEquals(0, member.get("want_port"), "to X+");
            assertEquals(0, member.get("want_vc"));
            String reason = (String) member.get("reason");
            if (i % 2 == 0) {
                assertEquals(1, member.get("port"), "from X-");
                assertEquals("PUT " + (node + 4) % 5 + " -> " + (node + 1) % 5 + " tag 0", member.get("packet"));
                assertTrue(reason.startsWith("owned by the packet in node " + node), reason);
            } else {
                assertEquals(6, member.get("port"), "injection");
                assertEquals("PUT " + node + " -> " + (node + 2) % 5 + " tag 0", member.get("packet"));
                assertTrue(reason.contains("all 4 slots of node " + (node + 1) % 5), reason);
            }
        }
        assertEquals(Boolean.TRUE, Runs.verdicts(result).get("conservation").holds(), "a knot loses no credit");
        // the same knot, found by examining every cycle
        RunPlan plan = machine.plan(program);
        try (Engine engine = plan.factory().open(plan.machine(), EngineOptions.DEFAULT)) {
            ClosingSearch search = new ClosingSearch(engine, plan.machine());
            new Executor(engine, program, plan.executorOptions(), search).run();
            long reported = ((Number) extra.get("reported_at")).longValue();
            assertTrue(search.closedAt() > 0 && search.closedAt() <= reported, search.closedAt() + " " + reported);
            assertTrue(
                    reported - search.closedAt() <= KnotDetector.PERIOD + machine.link + machine.credit,
                    search.closedAt() + " " + reported);
        }
    }

    /** The shipped machine drains, and a ring of three is too short for a knot, whatever the VC rule. */
    @ParameterizedTest
    @CsvSource({"5, false", "3, true"})
    void theSameTrafficDrains(int kx, boolean oneVc) {
        TestMachine machine = machine(kx, oneVc ? Unsafe.everywhere(UnsafeVariant.ONE_VC) : Unsafe.NONE);
        RunResult result = machine.run(secondNext(machine));
        assertTrue(result.report().ending().startsWith("completed"), Runs.text(result));
        assertEquals(
                oneVc ? "observed" : "static",
                Runs.verdicts(result).get("deadlock_freedom").extra().get("evidence"));
    }

    /**
     * A wait that the static graph does not have fails the run: the graph is that of the shipped machine, and the RTL
     * has one VC.
     */
    @Test
    void aWaitThatTheStaticGraphDoesNotHaveFailsTheRun() {
        TestMachine machine = machine(5, Unsafe.everywhere(UnsafeVariant.ONE_VC));
        Program program = secondNext(machine);
        RunPlan plan = machine.plan(program);
        try (Engine engine = plan.factory().open(plan.machine(), EngineOptions.DEFAULT)) {
            KnotDetector detector =
                    new KnotDetector(plan.machine().change().unsafe(Unsafe.NONE).build());
            new Executor(engine, program, plan.executorOptions(), new Observer() {
                        @Override
                        public long stopBefore(long cycle) {
                            return detector.nextSample(cycle);
                        }

                        @Override
                        public void events(EventCursor batch) {
                            detector.events(batch);
                        }

                        @Override
                        public void batch(long cycle, int open) {
                            detector.look(engine, false);
                        }
                    })
                    .run();
            assertTrue(
                    detector.unknownWait()
                            .contains("wants link X+ request VC 0, and the static graph has no such wait"),
                    detector.unknownWait());
        }
    }

    @Test
    void theDetectorChangesNoResult() {
        TestMachine machine = machine(5, Unsafe.NONE);
        Program program = secondNext(machine);
        RunPlan with = machine.plan(program);
        assertEquals(
                Runs.run(with.as(with.name(), "", false)).report().eventSha256(),
                Runs.run(with).report().eventSha256());
    }
}
