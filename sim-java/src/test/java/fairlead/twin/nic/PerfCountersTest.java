// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.router.TorusRouter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts that no comparison with the RTL reaches. */
@Tag("M-730")
class PerfCountersTest {
    @Test
    void aCounterStopsAtItsGreatestValue() {
        long[] value = {PerfCounters.FULL - 1};
        TorusRouter.WaitCounts counts = new TorusRouter.WaitCounts() {
            @Override
            public void control(int node, boolean on, boolean clear, long t) {}

            @Override
            public long count(int node, int row, int counter) {
                return value[0] + counter;
            }
        };
        List<Long> answers = new ArrayList<>();
        PerfCounters unit = new PerfCounters(3, counts, counts, (port, kind, a, b) -> answers.add(a));
        for (long most : new long[] {PerfCounters.FULL - 1, 5 * PerfCounters.FULL}) {
            value[0] = most;
            unit.command(TileCommand.COUNT_READ, 0);
            for (long t = 0; t == 0 || unit.busy(); t++) {
                unit.edge(t);
            }
        }
        assertEquals(List.of(PerfCounters.FULL - 1 | PerfCounters.FULL << 32, -1L), answers);
    }
}
