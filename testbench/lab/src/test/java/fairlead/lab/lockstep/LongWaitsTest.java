// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.counters.PerfCounters;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Performance counters (docs/spec/perf-counters.md) of flits that wait, together, for thousands of millions of cycles.
 */
class LongWaitsTest {
    private static final int PACKETS = 18;
    private static final int BLOCKED = 1;
    private static final int COUNTERS = 2 << CounterIndex.PART_WIDTH;
    private static final long END = 1L << 40;
    private static final long PERIOD = 99_999_989; // cycles between two comparisons of state

    @Test
    void countersOfLongWaitsBecomeFullAlike() {
        final long[] most = new long[COUNTERS << CounterIndex.ROW_WIDTH];
        final Fills.Fill fill = WaitFills.slow(FabricLibrary.variant("product").capabilities(), PACKETS);
        try (LockstepEngine engine = new LockstepFactory(
                        new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory())
                .watched(PERIOD, new Monitor() {})
                .open(fill.config(), EngineOptions.DEFAULT)) {
            engine.stretches(true);
            engine.submit(fill.commands());
            StopReason stop;
            do {
                stop = engine.run(END);
                see(engine.events(), most);
            } while (stop != StopReason.IDLE && engine.failure().isEmpty());
            assertEquals("", engine.failure());
        }
        // Counts as high as these were read, and so were compared.
        assertEquals(PerfCounters.FULL, most[HwLayout.CYCLES_ROW * COUNTERS], "cycles");
        for (int row = 0; row < HwLayout.FIRST_SEND_ROW; row++) {
            final long[] counts = Arrays.copyOfRange(most, COUNTERS * row, COUNTERS * (row + 1));
            assertTrue(counts[BLOCKED] > 1L << 28, () -> "waits of " + Arrays.toString(counts));
        }
        final long full =
                Arrays.stream(most).filter(count -> count == PerfCounters.FULL).count();
        assertTrue(full > 1, "only the count of cycles has become full");
    }

    private static void see(final EventCursor events, final long[] most) {
        while (events.next()) {
            if (events.kind() == EventKind.COUNTERS) {
                final int first = 2 * (int) events.b();
                most[first] = Math.max(most[first], events.a() & PerfCounters.FULL);
                most[first + 1] = Math.max(most[first + 1], events.a() >>> Integer.SIZE);
            }
        }
    }
}
