// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ReceiveCause;
import fairlead.hw.HwLayout.SendCause;
import fairlead.twin.router.TorusRouter;

/**
 * The waits of the heads of one NIC, by cause: the twin of the RTL's NicCauses, with the counts of its PerfCounters.
 * The DMA engine looks at its heads before it executes a cycle and reports afterwards which of them left. A cycle is
 * added to the counts with the next one, so that a question in the edge of a cycle finds those before it. Spec:
 * docs/spec/perf-counters.md
 */
public final class NicCauses implements TorusRouter.WaitCounts {
    private static final int ROWS = HwLayout.CYCLES_ROW - HwLayout.FIRST_SEND_ROW;
    private static final int RECEIVE = HwLayout.FIRST_RECEIVE_ROW - HwLayout.FIRST_SEND_ROW;
    private static final int STORE = RECEIVE - 1; // the row of the store path
    private static final int STRIDE = HwLayout.ROW_COUNTERS;

    private boolean on;
    private long last; // cycle that was looked at last, or in which counting began
    private long[] counts; // by row and counter; null before the first command

    // the last cycle that was looked at, until it is counted
    private long gap; // cycles that it counts for, or 0
    private int there; // rows with something, as a mask
    private int moved; // rows in which something went on
    private final int[] causes = new int[ROWS]; // by row, if it did not go on

    @Override
    public void control(int node, boolean counts, boolean clear, long t) {
        on = counts;
        last = t;
        if (clear || this.counts == null) {
            this.counts = new long[ROWS * STRIDE];
            gap = 0;
        }
    }

    @Override
    public long count(int node, int row, int counter) {
        if (counts == null || counter >= size(row - HwLayout.FIRST_SEND_ROW)) {
            return 0;
        }
        if (!on) {
            add();
        }
        return counts[(row - HwLayout.FIRST_SEND_ROW) * STRIDE + counter];
    }

    private static int size(int row) {
        return 2 + (row < RECEIVE ? SendCause.PORT : ReceiveCause.ARBITRATION);
    }

    /** Begins cycle t, if the node counts; returns whether it does. */
    boolean begin(long t) {
        if (on) {
            add();
            gap = t - last;
            last = t;
            there = 0;
        }
        return on;
    }

    /** Adds the cycle that was looked at last to the counts. */
    private void add() {
        for (int rest = gap == 0 ? 0 : there | moved; rest != 0; rest &= rest - 1) {
            int row = Integer.numberOfTrailingZeros(rest);
            int at = row * STRIDE;
            if ((moved >> row & 1) != 0) {
                counts[at]++;
            } else {
                counts[at + 1] += gap;
                counts[at + 1 + causes[row]] += gap;
            }
        }
        gap = 0;
    }

    /** Notes that descriptors are at the heads of these injection FIFOs, what they wait for, or 0 for their port. */
    void fifos(int mask, int cause) {
        there |= mask;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            causes[Integer.numberOfTrailingZeros(rest)] = cause;
        }
    }

    /** Notes that a request of the store path is in front, of which nothing is prepared. */
    void store() {
        fifos(1 << STORE, SendCause.NONE);
    }

    /** Notes that a flit is at the end of an ejection link and what it waits for if it is not consumed. */
    void link(int link, int cause) {
        fifos(1 << RECEIVE + link, cause);
    }

    /**
     * Ends the cycle.
     *
     * @param prepared FIFOs, and as the next bit the store path, of which a packet was prepared
     * @param taken ejection links of which a flit was consumed
     */
    void end(int prepared, int taken) {
        moved = prepared & (1 << RECEIVE) - 1 | taken << RECEIVE;
    }

    /** Gives the sources in `sources` that wait for their port this cause. */
    void port(int sources, int cause) {
        for (int rest = sources & there; rest != 0; rest &= rest - 1) {
            int row = Integer.numberOfTrailingZeros(rest);
            causes[row] = causes[row] == 0 ? cause : causes[row];
        }
    }
}
