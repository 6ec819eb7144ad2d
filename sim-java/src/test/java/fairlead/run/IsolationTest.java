// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunReport.OpRow;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run beside strangers is compared with one without them; each invented difference is found. */
class IsolationTest {
    private static final MachineConfig MACHINE = MachineConfig.of(new Shape(2, 1, 1))
            .memoryBytes(1 << 16)
            .tasks(List.of(1, 1))
            .build();

    private static RunPlan plan(long seed) {
        ProgramBuilder program = new ProgramBuilder("puts", MACHINE.shape(), MACHINE.tasks(), 1 << 16);
        program.windows().everywhere("buffer", 4200);
        for (int i = 0; i < 8; i++) {
            int filled = program.task(0, 0).add(Ops.fill(512 * i, 300, i));
            program.task(0, 0).add(Ops.put(1, 512 * i, 512 * i, 300, i).requires(filled));
            program.task(0, 0).add(Ops.flush(1).requires(filled));
        }
        return new RunPlan(
                "puts",
                program.build(),
                MACHINE,
                new ModelEngineFactory(),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, 100_000).beside(new ExecutorOptions.Drawn(seed, ExecutorOptions.Drawn.ASKED)),
                null);
    }

    private static Verdict isolation(RunReport report) {
        return report.verdicts().get(report.verdicts().size() - 1);
    }

    @Test
    void aProgramHasBesideStrangersWhatItHasWithoutThem() {
        for (long seed = 1; seed <= 20; seed++) {
            RunReport report = new Session(plan(seed)).run(executor -> {}).report();
            assertTrue(report.holds(), "seed " + seed + ": " + report.verdicts());
            assertEquals("isolation", isolation(report).name());
            assertEquals(24, isolation(report).checked(), "seed " + seed);
        }
    }

    /** Memory that only strangers could have changed, in the run beside them. */
    @Test
    void aLostByteIsFound() {
        int[] opened = {0};
        RunPlan sound = plan(1);
        RunPlan broken = sound.with(
                (config, options) -> {
                    Engine engine = new ModelEngineFactory().open(config, options);
                    return ++opened[0] == 1 ? engine : new Foreign(engine);
                },
                sound.executorOptions());
        Verdict found = isolation(new Session(broken).run(executor -> {}).report());
        assertEquals(false, found.holds());
        assertTrue(found.detail().contains("data_integrity is false beside strangers"), found.detail());
        assertTrue(found.detail().endsWith("strangers drawn with seed 1"), found.detail());
    }

    /** Writes a byte of the program before the first cycle, beside strangers alone. */
    private static final class Foreign extends ForwardingEngine {
        Foreign(Engine engine) {
            super(engine);
            engine.loadMemory(1, 4096, new byte[] {1});
        }
    }

    @Test
    void eachDifferenceIsNamed() {
        Isolation.Side sound = new Isolation(plan(1), false).alone();
        assertEquals(true, judged(sound).holds());
        OpRow row = sound.rows().get(2);
        assertNames("ends with REFUSED", with(sound, row(row, row.completed(), "REFUSED")));
        assertNames("may be slower by", with(sound, row(row, row.completed() + 1_000_000, row.result())));
        Verdict wrong = new Verdict("barrier_safety", false, 1, "too early", Map.of());
        assertNames(
                "barrier_safety is false",
                new Isolation.Side(sound.execution(), sound.rows(), List.of(wrong), sound.pages()));
        Map<Long, byte[]> pages = new HashMap<>(sound.pages());
        byte[] page = new byte[Engine.PAGE_BYTES];
        page[5] = 1;
        pages.put(0L, page);
        assertNames(
                "node 0 address 0x5 holds 1",
                new Isolation.Side(sound.execution(), sound.rows(), sound.verdicts(), pages));
    }

    private static void assertNames(String what, Isolation.Side beside) {
        Verdict verdict = judged(beside);
        assertEquals(false, verdict.holds(), what);
        assertTrue(verdict.detail().contains(what), verdict.detail());
    }

    private static Verdict judged(Isolation.Side beside) {
        return new Isolation(plan(1), false).judge(beside, 1000);
    }

    private static Isolation.Side with(Isolation.Side side, OpRow changed) {
        List<OpRow> rows = new ArrayList<>(side.rows());
        rows.set(changed.id(), changed);
        return new Isolation.Side(side.execution(), rows, side.verdicts(), side.pages());
    }

    private static OpRow row(OpRow row, long completed, String result) {
        return new OpRow(
                row.id(),
                row.kind(),
                row.node(),
                row.task(),
                row.target(),
                row.bytes(),
                row.posted(),
                row.firstCommit(),
                row.lastCommit(),
                completed,
                result);
    }
}
