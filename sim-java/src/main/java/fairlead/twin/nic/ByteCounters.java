// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import java.util.Arrays;

/**
 * The byte counters of a node: each is idle, of a get, or of puts, and has an account of the puts that came while it
 * was idle. In a cycle, gets load first, then the command acts, then a commit. Every change is visible from the next
 * cycle on.
 */
final class ByteCounters {
    private static final int NONE = -1;
    /** An id beyond the counters of the structure names the one that its low bits are. */
    private static final int MASK = HwLayout.COUNTERS - 1;
    /** Puts of every node. */
    private static final int ANY = 0;

    private static final int ONE_NODE = 1 << Coord.WIDTH;
    private static final long MEANT = CounterBytes.BYTES_MASK | (2L * ONE_NODE - 1) << CounterBytes.NODE_LSB;

    private final EventPorts events;

    // bytes that a get still lacks, or announced bytes less those that have come; an idle counter is 0
    private final int[] values = new int[HwLayout.COUNTERS];
    private final boolean[] gets = new boolean[HwLayout.COUNTERS];
    private final int[] senders = new int[HwLayout.COUNTERS]; // whose puts count: ANY, or ONE_NODE and its coordinates
    private final int[] early = new int[HwLayout.COUNTERS]; // bytes that came while it was idle, as 0 or less
    private final int[] earlySenders = new int[HwLayout.COUNTERS]; // whose: ANY if several nodes'

    // the command of this cycle
    private int op = NONE;
    private long word0;
    private long word1;

    // changes of this cycle
    private final int[] loads = new int[HwLayout.MOST_PORTS];
    private final int[] loadValues = new int[HwLayout.MOST_PORTS];
    private int set = NONE;
    private int setValue;
    private int setSenders;
    private int fallen = NONE;
    private int fallenValue;
    private int fallenSenders = NONE; // of the account of early puts, if it is this that changes
    private boolean changing;

    ByteCounters(EventPorts events) {
        this.events = events;
        Arrays.fill(loads, NONE);
    }

    /** Returns whether the counter is of a get, or of puts of other nodes than the one of these coordinates. */
    boolean refuses(long id, int origin) {
        int counter = (int) id & MASK;
        return gets[counter] || values[counter] != 0 && bars(senders[counter], origin);
    }

    private static boolean bars(int senders, int origin) {
        return senders != ANY && senders != (ONE_NODE | origin);
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
        if (word0 != counter || hasGet(counter)) {
            tell(EventKind.COUNTER_REFUSED, clears ? 0 : word1);
            return;
        }
        boolean used = values[counter] != 0;
        int had = used ? values[counter] : early[counter];
        if (clears) {
            set(counter, 0, ANY);
            if (had != 0) {
                tell(EventKind.COUNTER_LOST, Integer.toUnsignedLong(had));
            }
        } else {
            announce(counter, used, had);
        }
    }

    /** Executes COUNTER_SET of a counter that no get has. */
    private void announce(int counter, boolean used, int had) {
        int whose = (int) (word1 >>> CounterBytes.NODE_LSB);
        boolean joins = whose == (used ? senders : earlySenders)[counter] || !used && whose == ANY;
        long sum = (word1 & CounterBytes.BYTES_MASK) + (joins ? had : 0);
        boolean names = CounterBytes.only(word1) != 0 || CounterBytes.node(word1) == 0;
        if ((word1 & ~MEANT) != 0 || !names || used && !joins || sum > Integer.MAX_VALUE) {
            tell(EventKind.COUNTER_REFUSED, word1);
        } else if (CounterBytes.bytes(word1) != 0) {
            set(counter, (int) sum, whose);
            if (!joins && had != 0) {
                tell(EventKind.COUNTER_LOST, Integer.toUnsignedLong(had));
            } else if (sum == 0) {
                tell(EventKind.COUNTER_ZERO, 0);
            }
        }
    }

    private void set(int counter, int value, int whose) {
        set = counter;
        setValue = value;
        setSenders = whose;
        changing = true;
    }

    private void tell(int kind, long b) {
        events.emit(EventUnit.POST, kind, word0, b);
    }

    /**
     * Counts bytes of a put of the node of these coordinates, and reports what becomes of its counter; at most one
     * change by a commit in a cycle.
     */
    void put(long id, int origin, int bytes) {
        int counter = (int) id & MASK;
        int balance = counter == set ? setValue : values[counter];
        int come = counter == set ? 0 : early[counter];
        boolean used = balance != 0;
        int before = used ? balance : come;
        long after = (long) before - bytes;
        boolean alien = used && bars(counter == set ? setSenders : senders[counter], origin);
        if (hasGet(counter) || alien || after < Integer.MIN_VALUE) {
            events.emit(EventUnit.COMMIT, EventKind.COUNTER_LOST, id, bytes);
            return;
        }
        fall(counter, (int) after);
        if (!used) {
            int whose = ONE_NODE | origin;
            boolean theirs = come == 0 || earlySenders[counter] == whose;
            fallenSenders = bytes == 0 ? earlySenders[counter] : theirs ? whose : ANY;
        }
        if (used && after == 0) {
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

    /** Counts bytes of a get that were refused; returns whether they are the last. */
    boolean refused(long id, int bytes) {
        int counter = (int) id & MASK;
        if (!gets[counter]) {
            return false;
        }
        fall(counter, values[counter] - bytes);
        return fallenValue == 0;
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
            senders[set] = setSenders;
            early[set] = 0;
            set = NONE;
        }
        if (fallenSenders != NONE) {
            early[fallen] = fallenValue;
            earlySenders[fallen] = fallenSenders;
            fallen = NONE;
            fallenSenders = NONE;
        } else if (fallen != NONE) {
            values[fallen] = fallenValue;
            gets[fallen] &= fallenValue != 0;
            fallen = NONE;
        }
    }
}
