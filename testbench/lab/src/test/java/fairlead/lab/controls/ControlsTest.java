// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.controls.Controls.Control;
import fairlead.lab.controls.Controls.Result;
import fairlead.machine.Unsafe;
import fairlead.node.Executor;
import fairlead.node.ExecutorOptions;
import fairlead.rtl.RtlEngineFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every control is found as expected and in time, and the table in docs/understand/deadlock.md is the result of a run.
 */
@Tag("M-26")
class ControlsTest {
    @Test
    @Tag("R-FEN-12")
    @Tag("hazard-torus-1")
    @Tag("hazard-torus-2")
    void everyControlIsAsExpectedAndThePageHasItsTable() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Result> results = Controls.run(List.of(), Map.of(), r -> {
            System.out.println(ControlTable.line(r));
            if (!r.passed()) {
                wrong.add(ControlTable.line(r));
            }
        });
        assertEquals(List.of(), wrong);
        String page = Files.readString(Path.of("../docs/understand/deadlock.md"));
        assertEquals(
                ControlTable.into(page, results),
                page,
                "scripts/lab controls --page docs/understand/deadlock.md rewrites it");
    }

    /**
     * Every variant of the faults build has a control, except those of the requirements (RequirementsTest) and of
     * stores (StoreIsolationTest), those that admit an illegal host command (RawTest), those that only delay
     * (ServiceBoundTest), and those of owners (TaskOwnershipTest, TaskApartTest).
     */
    @Test
    void everyVariantHasAControl() {
        Set<Integer> used = new TreeSet<>();
        Controls.all().forEach(c -> used.add(c.machine().unsafe().variant()));
        for (int id = 1; id < 256; id++) {
            boolean ofSeeds = id >= UnsafeVariant.BARRIER_PLAIN && id <= UnsafeVariant.EPOCH_LAST_ONLY
                    || id >= UnsafeVariant.POOL_TERM && id <= UnsafeVariant.GETS_UNPACED;
            boolean ofRawWords = id >= UnsafeVariant.EPOCH_ANY_TARGET && id <= UnsafeVariant.DRAIN_ANYWHERE;
            boolean ofVerdicts = id >= UnsafeVariant.COUNTER_EARLY && id <= UnsafeVariant.LOCAL_EARLY
                    || id >= UnsafeVariant.TREE_EARLY && id <= UnsafeVariant.LEG_OTHER;
            if (!UnsafeVariant.name(id).equals(Integer.toString(id))
                    && id != UnsafeVariant.FENCE_PING_ONLY
                    && id != UnsafeVariant.PONG_PASSES_GET
                    && id != UnsafeVariant.PUT_TAKES_SLOT
                    && id != UnsafeVariant.ONE_POINTER
                    && id != UnsafeVariant.OWNER_OPEN
                    && id != UnsafeVariant.RESET_FORGETS
                    && !ofSeeds
                    && !ofRawWords
                    && !ofVerdicts) {
                assertTrue(used.contains(id), UnsafeVariant.name(id));
            }
        }
    }

    /** The independent search finds nothing where nothing closes, and the control that it judges can fail. */
    @Test
    void theSearchIsQuietOnTheShippedMachineAndAControlCanFail() {
        for (Control control : Controls.all()) {
            if (control.id().equals("N01")) {
                var shipped = control.machine().change().unsafe(Unsafe.NONE).build();
                try (Engine engine = new RtlEngineFactory().open(shipped, EngineOptions.DEFAULT)) {
                    ClosingSearch search = new ClosingSearch(engine, shipped);
                    new Executor(engine, control.program(), ExecutorOptions.of(64, 10_000), search).run();
                    assertEquals(-1, search.closedAt());
                }
                Control wrong = new Control(
                        "N01",
                        control.text(),
                        control.stage(),
                        control.cycle(),
                        control.kind(),
                        shipped,
                        control.program(),
                        control.options(),
                        control.maxCycles());
                assertEquals(false, ControlRun.of(wrong).passed());
            }
        }
    }
}
