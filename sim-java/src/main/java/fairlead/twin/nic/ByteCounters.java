// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Arrays;

/**
 * The byte counters of a node: each is idle, of a get, or of puts. In a cycle, gets load first, then the command acts,
 * then a commit. Every change is visible from the next cycle on.
 */
final class ByteCounters {
    private static final int NONE = -1;
    /** An id beyond the counters of the structure names the one that its low bits are. */
    private static final int MASK = HwLayout.COUNTERS - 1;

    private final EventPorts events;

    // bytes that a get still lacks, or announced bytes less those that have come; an idle counter is 0
    private final int[] values = new int[HwLayout.COUNTERS];
    private final boolean[] gets = new boolean[HwLayout.COUNTERS];

    // the command of this cycle
    private int op = NONE;
    private long word0;
    private long word1;

    // changes of this cycle
    private final int[] loads = new int[HwLayout.MOST_PORTS];
    private final int[] loadValues = new int[HwLayout.MOST_PORTS];
    private int set = NONE;
    private int setValue;
    private int fallen = NONE;
    private int fallenValue;
    private boolean changing;

    ByteCounters(EventPorts events) {
        this.events = events;
        Arrays.fill(loads, NONE);
    }

    /** Question: whether a get has the counter. */
    boolean isGet(long id) {
        return gets[(int) id & MASK];
    }

    /** Gives the counter to a get that leaves; returns false if it has another user. */
    boolean load(int r, int id, int value) {
        int counter = id & MASK;
        if (gets[counter] || values[counter] != 0 || loads[0] == counter) {
            return false;
        }
        loads[r] = counter;
        loadValues[r] = value;
        changing = true;
        return true;
    }

    private boolean hasGet(int counter) {
        return gets[counter] || Arrays.stream(loads).anyMatch(load -> load == counter);
    }

    void command(int command, long w0, long w1) {
        op = command;
        word0 = w0;
        word1 = w1;
    }

    /** Executes the command of this cycle, after the gets that leave and before the commit. */
    void decide() {
        if (op == NONE) {
            return;
        }
        boolean clears = op == TileCommand.COUNTER_CLEAR;
        op = NONE;
        int counter = (int) word0 & MASK;
        int before = values[counter];
        boolean fits = word1 >>> Integer.SIZE - 1 == 0 && before + word1 <= Integer.MAX_VALUE;
        if (word0 != counter || hasGet(counter) || !clears && !fits) {
            tell(EventKind.COUNTER_REFUSED, clears ? 0 : word1);
            return;
        }
        set = counter;
        setValue = clears ? 0 : before + (int) word1;
        changing = true;
        if (clears && before != 0) {
            tell(EventKind.COUNTER_LOST, Integer.toUnsignedLong(before));
        } else if (!clears && before < 0 && setValue == 0) {
            tell(EventKind.COUNTER_ZERO, 0);
        }
    }

    private void tell(int kind, long b) {
        events.emit(EventUnit.POST, kind, word0, b);
    }

    /** Counts bytes of a put, and reports what becomes of its counter; at most one change by a commit in a cycle. */
    void put(long id, int bytes) {
        int counter = (int) id & MASK;
        int before = counter == set ? setValue : values[counter];
        long after = (long) before - bytes;
        if (hasGet(counter) || after < Integer.MIN_VALUE) {
            events.emit(EventUnit.COMMIT, EventKind.COUNTER_LOST, id, bytes);
            return;
        }
        fall(counter, (int) after);
        if (after == 0) {
            events.emit(EventUnit.COMMIT, EventKind.COUNTER_ZERO, id, 0);
        } else if (before >= 0 && after < 0) {
            events.emit(EventUnit.COMMIT, EventKind.COUNTER_BELOW, id, -after);
        }
    }

    /** Counts bytes of a get; returns whether they are the last. */
    boolean data(long id, int bytes) {
        int counter = (int) id & MASK;
        if (!gets[counter]) { // no sound machine comes here (BC_A2)
            events.emit(EventUnit.COMMIT, EventKind.COUNTER_LOST, id, bytes);
            return false;
        }
        fall(counter, values[counter] - bytes);
        return fallenValue == 0;
    }

    /** Ends a get that was refused. */
    void end(long id) {
        if (isGet(id)) {
            fall((int) id & MASK, 0);
        }
    }

    private void fall(int counter, int value) {
        fallen = counter;
        fallenValue = value;
        changing = true;
    }

    void edge() {
        if (!changing) {
            return;
        }
        changing = false;
        for (int r = 0; r < loads.length; r++) {
            if (loads[r] != NONE) {
                values[loads[r]] = loadValues[r];
                gets[loads[r]] = true;
                loads[r] = NONE;
            }
        }
        if (set != NONE) {
            values[set] = setValue;
            set = NONE;
        }
        if (fallen != NONE) {
            values[fallen] = fallenValue;
            gets[fallen] &= fallenValue != 0;
            fallen = NONE;
        }
    }
}
