// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.ports.WaitCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules UPC_R4 to UPC_R6 of docs/spec/perf-counters.md at the host port of one node. */
@Tag("M-730")
class PerfCountersTest {
    private static final long ON = CounterControl.ON_MASK << CounterControl.ON_LSB;
    private static final long CLEAR = CounterControl.CLEAR_MASK << CounterControl.CLEAR_LSB;

    private record Answer(long cycle, long a, long b) {}

    /** A router in which one flit waits in each cycle, in the row and for the counter of its command. */
    private static final class Router implements WaitCounts {
        private final List<String> controls = new ArrayList<>();
        private long now;
        private long value = 7;

        @Override
        public void control(final int node, final boolean on, final boolean clear, final long t) {
            controls.add(t + (on ? " on" : " off") + (clear ? " clear" : ""));
        }

        @Override
        public long count(final int node, final int row, final int counter) {
            return value + 100L * row + counter;
        }
    }

    private final Router router = new Router();
    private final List<Answer> answers = new ArrayList<>();
    private final Router nic = new Router();
    private final PerfCounters unit =
            new PerfCounters(3, router, nic, (unit, kind, a, b) -> answers.add(new Answer(router.now, a, b)));

    private void step(final long t, final int op, final long word) {
        router.now = t;
        if (op != 0) {
            unit.command(op, word, 0, 0, 0);
        }
        unit.edge(t);
    }

    private void rest(final long t) {
        for (long i = t; unit.busy(); i++) {
            step(i, 0, 0);
        }
    }

    private static long index(final int row, final int part) {
        return (long) row << CounterIndex.ROW_LSB | (long) part << CounterIndex.PART_LSB;
    }

    @Test
    void aReadIsAnsweredTwoCyclesLaterWithItsTwoCounters() {
        step(10, TileCommand.COUNT_READ, index(5, 1));
        step(11, TileCommand.COUNT_READ, index(6, 0));
        rest(12);
        assertEquals(
                List.of(new Answer(12, 509 | 510L << 32, index(5, 1)), new Answer(13, 607 | 608L << 32, index(6, 0))),
                answers);
        assertFalse(unit.busy());
    }

    @Test
    void rowsOfTheNicAndTheCyclesAreNotAskedOfTheRouter() {
        router.value = 1 << 20;
        step(10, TileCommand.COUNT_READ, index(HwLayout.FIRST_SEND_ROW - 1, 0));
        step(11, TileCommand.COUNT_READ, index(HwLayout.FIRST_SEND_ROW, 4));
        step(12, TileCommand.COUNT_READ, index(HwLayout.CYCLES_ROW - 1, 0));
        step(13, TileCommand.COUNT_READ, index(HwLayout.CYCLES_ROW, 1));
        step(14, TileCommand.COUNT_READ, index(HwLayout.CYCLES_ROW + 1, 0));
        rest(15);
        final long first = 7 + 100L * HwLayout.FIRST_SEND_ROW;
        final long last = 7 + 100L * (HwLayout.CYCLES_ROW - 1);
        final long router = (1 << 20) + 100L * (HwLayout.FIRST_SEND_ROW - 1);
        assertEquals(
                List.of(router | router + 1 << 32, first + 8 | first + 9 << 32, last | last + 1 << 32, 0L, 0L),
                answers.stream().map(Answer::a).toList());
    }

    @Test
    void aCommandGoesToTheRoutersAndKeepsNothingAwake() {
        step(10, TileCommand.COUNT_CONTROL, ON | CLEAR);
        assertFalse(unit.busy());
        step(20, TileCommand.COUNT_CONTROL, 0);
        assertEquals(List.of("10 on clear", "20 off"), router.controls);
        assertEquals(router.controls, nic.controls);
    }

    /** Counts 11 to 20 and 31 to 32, and after the clear in 40 the cycles 41 to 45. */
    @Test
    void theCountedCyclesAreThoseBetweenTheCommands() {
        step(10, TileCommand.COUNT_CONTROL, ON);
        rest(11);
        step(20, TileCommand.COUNT_CONTROL, 0);
        rest(21);
        step(30, TileCommand.COUNT_CONTROL, ON);
        rest(31);
        step(32, TileCommand.COUNT_READ, index(HwLayout.CYCLES_ROW, 0));
        rest(33);
        step(40, TileCommand.COUNT_CONTROL, ON | CLEAR);
        rest(41);
        step(45, TileCommand.COUNT_READ, index(HwLayout.CYCLES_ROW, 0));
        rest(46);
        assertEquals(List.of(12L, 5L), answers.stream().map(Answer::a).toList());
    }

    @Test
    void aCounterStopsAtItsGreatestValue() {
        router.value = PerfCounters.FULL - 1;
        step(10, TileCommand.COUNT_READ, index(0, 0));
        rest(11);
        router.value = 5 * PerfCounters.FULL;
        step(20, TileCommand.COUNT_READ, index(0, 0));
        rest(21);
        assertEquals(
                List.of(PerfCounters.FULL - 1 | PerfCounters.FULL << 32, -1L),
                answers.stream().map(Answer::a).toList());
    }
}
