// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.lockstep.PresetEngine.Register;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.plan.Plans;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.scenario.Scenario;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.twin.nic.PerfCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counters of the NIC that no run of reasonable length brings to their wrap begin just before it, in RTL and twin
 * (PresetEngine). Nothing else changes.
 */
@Tag("M-86")
class WrapsTest {
    private static final long BUDGET = 60_000;

    /** Plays a case and returns the difference, or an empty string. */
    private static String play(String library, long seed, Register alone, Map<String, Integer> wraps) {
        Case one = new CaseDraw(FabricLibrary.variant(library).capabilities(), BUDGET).draw(seed);
        if (!one.hasWords()) { // a program needs a deeper DLA than the library `small` has
            return "";
        }
        PresetEngine engine = new PresetEngine(library, one.machine(), one.options(), seed, alone, false);
        try (engine) {
            one.play(engine);
            if (!engine.failure().isEmpty()) {
                return engine.failure();
            }
        } catch (DifferenceException e) {
            return e.getMessage();
        }
        engine.wraps.forEach((name, count) -> wraps.merge(name, count, Integer::sum));
        return "";
    }

    private static Map<String, Integer> campaign(String library, long first, long last) {
        Map<String, Integer> wraps = new TreeMap<>();
        for (long seed = first; seed <= last; seed++) {
            assertEquals(
                    "",
                    play(library, seed, null, wraps),
                    "repeat with: WrapsTest, library " + library + ", seed " + seed);
        }
        System.out.println("wraps seen: " + wraps);
        return wraps;
    }

    @Test
    void theTwinDoesWhatTheRtlDoesWhenCountersWrap() {
        Map<String, Integer> wraps = campaign("small", 1, 24);
        for (Register register : PresetEngine.ALL) {
            assertTrue(wraps.getOrDefault(register.rtl(), 0) > 0, register + ": no wrap seen");
        }
    }

    static List<Register> registers() {
        return PresetEngine.ALL;
    }

    /** If a register begins with another value in the RTL only, the engines differ, so its count is used. */
    @ParameterizedTest
    @MethodSource("registers")
    void aRegisterThatTheTwinHasNotIsMissed(Register register) {
        for (long seed = 1; seed <= 60; seed++) {
            if (!play("small", seed, register, new TreeMap<>()).isEmpty()) {
                return;
            }
        }
        fail("60 cases without a difference");
    }

    /** The verdicts do not depend on the initial values of the counters. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {71, 72})
    void allVerdictsHoldWhileCountersWrap(long seed) {
        String buffers = "buffers: {link_vc: 4, local: 4, injection: 4, reception: 8, dla: 32, response: 4,"
                + " commit_slots: 8, header_queue: 2, read_window: 16, fence_entries: 4, ack_counters: 4}";
        String yaml = Runs.yaml(seed, "3x2x2", "kind: random, ops_per_node: 24, max_bytes: 500", buffers);
        Scenario scenario = Runs.scenario(yaml);
        RunPlan plan = Plans.of(scenario, RtlOptions.of("small"));
        List<PresetEngine> engines = new ArrayList<>();
        EngineFactory factory = (config, options) -> {
            engines.add(new PresetEngine("small", config, options, seed, null, false));
            return engines.get(0);
        };
        RunResult result = Runs.run(plan.with(factory, plan.executorOptions()));
        Runs.assertAllHold(result, Runs.repro(yaml));
        assertNotEquals(Map.of(), engines.get(0).wraps);
    }

    @Tag("slow")
    @Test
    void theTwinDoesWhatTheRtlDoesInManyMoreCases() {
        campaign("small", 1001, 1300);
        campaign("lab", 1, 60);
    }

    // ---- flits that wait, together, for thousands of millions of cycles (docs/spec/perf-counters.md)

    private static final int PACKETS = 18;
    private static final int BLOCKED = 1;
    private static final int COUNTERS = 2 << CounterIndex.PART_WIDTH;
    private static final long END = 1L << 40;
    private static final long PERIOD = 99_999_989; // cycles between two comparisons of state

    @Test
    void countersOfLongWaitsBecomeFullAlike() {
        long[] most = new long[COUNTERS << CounterIndex.ROW_WIDTH];
        Fills.Fill fill = WaitFills.slow(FabricLibrary.variant("product").capabilities(), PACKETS);
        try (LockstepEngine engine = new LockstepFactory(
                        new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory())
                .watched(PERIOD, new Monitor() {})
                .open(fill.config(), EngineOptions.DEFAULT)) {
            engine.stretches(true);
            EventLog log = new EventLog();
            log.play(engine, fill.commands(), END);
            assertEquals("", engine.failure());
            for (EventLog.Event e : log.ofKinds(EventKind.COUNTERS)) {
                int first = 2 * (int) e.b();
                most[first] = Math.max(most[first], e.a() & PerfCounters.FULL);
                most[first + 1] = Math.max(most[first + 1], e.a() >>> Integer.SIZE);
            }
        }
        // Counts as high as these were read, and so were compared.
        assertEquals(PerfCounters.FULL, most[HwLayout.CYCLES_ROW * COUNTERS], "cycles");
        for (int row = 0; row < HwLayout.FIRST_SEND_ROW; row++) {
            long[] counts = Arrays.copyOfRange(most, COUNTERS * row, COUNTERS * (row + 1));
            assertTrue(counts[BLOCKED] > 1L << 28, () -> "waits of " + Arrays.toString(counts));
        }
        long full =
                Arrays.stream(most).filter(count -> count == PerfCounters.FULL).count();
        assertTrue(full > 1, "only the count of cycles has become full");
    }
}
