// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lab.lockstep.CountPresets;
import fairlead.lab.mutate.VerdictRuns.OffsetCounters;
import fairlead.node.CounterReading;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters that begin at drawn numbers, on a machine that tells them with these numbers. */
@Tag("M-842")
@Tag("M-1101")
class OffsetCountersTest {
    private static final Capabilities LIMITS = FabricLibrary.variant("product").capabilities();
    private static final long LOW = 0xFFFFFFFFL;
    private static final int HIGH_BIT = 27; // beyond what a run counts

    /** A machine whose counters tell what was added to them; bits of `stuck` are 0 in all counters of packets. */
    private static final class Machine extends ForwardingEngine {
        private final Map<String, Long> added = new HashMap<>();
        private final long stuck;

        Machine(Engine engine, long stuck) {
            super(engine);
            this.stuck = stuck;
        }

        void add(int node, String register, long number) {
            added.put(node + " " + register, number);
        }

        private long told(int node, int row, int number, long count) {
            if (number >= CounterReading.counters(row)) {
                return count & LOW;
            }
            String register = CountPresets.register(row, number);
            long all = count + added.getOrDefault(node + " " + register, 0L) & LOW;
            return number == 0 ? all & ~stuck : all;
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            EventCursor events = events();
            while (events.next()) {
                if (events.kind() == EventKind.COUNTERS) {
                    int row = (int) CounterIndex.row(events.b());
                    int first = 2 * (int) CounterIndex.part(events.b());
                    long low = told(events.node(), row, first, events.a() & LOW);
                    long high = told(events.node(), row, first + 1, events.a() >>> Integer.SIZE);
                    events.data().putLong(events.offset() + EventRecord.A_OFFSET, low | high << Integer.SIZE);
                }
            }
            events.rewind();
            return stop;
        }
    }

    private static RunPlan counting() {
        return LongStream.range(1, 100)
                .mapToObj(s -> new DrawnPlans(LIMITS, VerdictRuns.BUDGET).draw(s, 3, new RtlEngineFactory()))
                .filter(plan -> plan.executorOptions().counts())
                .filter(plan ->
                        VerdictRuns.wrong(new Session(plan).run(e -> {})).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    /** How a machine takes the number of a counter. */
    private enum Preset {
        AS_TOLD,
        LOST,
        ONE_TOO_MANY,
        ON_ANOTHER_NODE;

        void add(Machine machine, int node, String register, long number) {
            switch (this) {
                case AS_TOLD -> machine.add(node, register, number);
                case ONE_TOO_MANY -> machine.add(node, register, number + 1);
                case ON_ANOTHER_NODE -> machine.add(
                        (node + 1) % machine.config().nodes(), register, number);
                default -> {
                    // LOST
                }
            }
        }
    }

    private static String play(RunPlan plan, long stuck) {
        return play(plan, stuck, Preset.AS_TOLD);
    }

    private static String play(RunPlan plan, long stuck, Preset preset) {
        return VerdictRuns.wrong(new Session(plan.with(
                        (config, options) -> {
                            Machine machine = new Machine(new RtlEngineFactory().open(config, options), stuck);
                            return new OffsetCounters(
                                    machine,
                                    (node, register, number) -> preset.add(machine, node, register, number),
                                    4);
                        },
                        plan.executorOptions()))
                .run(e -> {}));
    }

    @Test
    void theSumsHoldWithAnyNumbersAndABitThatIsStuckMakesOneFalse() {
        RunPlan plan = counting();
        assertEquals("", play(plan, 0));
        assertEquals("false router_counters", play(plan, 1L << HIGH_BIT));
    }

    /** A library that sets counters wrongly must not look like a sound one. */
    @ParameterizedTest
    @EnumSource(names = "AS_TOLD", mode = EnumSource.Mode.EXCLUDE)
    void aWrongPresetMakesASumFalse(Preset preset) {
        RunPlan plan = counting();
        assertTrue(plan.machine().nodes() > 1);
        assertEquals("false router_counters", play(plan, 0, preset));
    }

    @Test
    void everyCounterHasARegisterOfTheUnit() throws IOException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."));
        String unit = Files.readString(root.resolve("hw/target/rtl/product/PerfCounters.sv"));
        Set<String> all = new HashSet<>();
        for (int row = 0; row < CounterReading.ROWS; row++) {
            for (int number = 0; number < CounterReading.counters(row); number++) {
                String register = CountPresets.register(row, number);
                assertTrue(all.add(register), register);
                assertTrue(unit.contains(" [34:0] " + register.replace("counters.", "") + ";"), row + " " + register);
            }
        }
    }
}
