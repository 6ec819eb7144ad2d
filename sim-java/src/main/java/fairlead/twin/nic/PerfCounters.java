// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterControl;
import fairlead.hw.HwLayout.CounterIndex;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.router.TorusRouter;

/**
 * The performance counters of one node at its host port: the twin of the RTL's PerfCounters. The counts themselves are
 * at the DMA engine, and at the routers, which execute cycle t after this unit. What COUNT_READ of cycle t asks is
 * looked up in t + 1 and reported by an event of t + 2. Spec: docs/spec/perf-counters.md
 */
public final class PerfCounters {
    /** Greatest value of a counter, at which it stops. */
    public static final long FULL = 0xFFFFFFFFL;

    private static final int INDEX_BITS = CounterIndex.PART_WIDTH + HwLayout.ROW_BITS; // that the tile looks at
    private static final int NOTHING = -1;

    private final int node;
    private final TorusRouter.WaitCounts counts;
    private final TorusRouter.WaitCounts nic;
    private final EventPorts events;

    private int op; // command of this cycle, or 0
    private long word;
    private int asked = NOTHING; // by the command of the last cycle
    private int index = NOTHING; // of the counters to report in this cycle
    private long value;

    private boolean on;
    private long since; // cycle before the first one that counts, while on
    private long cycles; // that were counted before

    /**
     * @param counts counts of the routers
     * @param nic counts of this node's NIC
     */
    public PerfCounters(int node, TorusRouter.WaitCounts counts, TorusRouter.WaitCounts nic, EventPorts events) {
        this.node = node;
        this.counts = counts;
        this.nic = nic;
        this.events = events;
    }

    public void command(int code, long w0) {
        op = code;
        word = w0;
    }

    public void edge(long t) {
        if (index != NOTHING) {
            events.emit(EventUnit.COUNTERS, EventKind.COUNTERS, value, index);
            index = NOTHING;
        }
        if (asked != NOTHING) {
            index = asked;
            int row = (int) CounterIndex.row(index);
            int first = 2 * (int) CounterIndex.part(index);
            value = counter(row, first, t) | counter(row, first + 1, t) << Integer.SIZE;
            asked = NOTHING;
        }
        if (op == TileCommand.COUNT_READ) {
            asked = (int) (word & (1L << INDEX_BITS) - 1);
        } else if (op == TileCommand.COUNT_CONTROL) {
            control(t);
        }
        op = 0;
    }

    private void control(long t) {
        boolean clear = CounterControl.clear(word) != 0;
        cycles = clear ? 0 : cycles + (on ? t - since : 0);
        since = t;
        on = CounterControl.on(word) != 0;
        counts.control(node, on, clear, t);
        nic.control(node, on, clear, t);
    }

    /** Returns a counter of a row, up to cycle t - 1. */
    private long counter(int row, int number, long t) {
        long count;
        if (row < HwLayout.FIRST_SEND_ROW) {
            count = counts.count(node, row, number);
        } else if (row < HwLayout.CYCLES_ROW) {
            count = nic.count(node, row, number);
        } else {
            count = row == HwLayout.CYCLES_ROW && number == 0 ? cycles + (on ? t - 1 - since : 0) : 0;
        }
        return Math.min(count, FULL);
    }

    public boolean busy() {
        return asked != NOTHING || index != NOTHING;
    }
}
