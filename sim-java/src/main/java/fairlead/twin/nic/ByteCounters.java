// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import java.util.Arrays;

/**
 * The byte counters of a node. COUNTER_SET presets a counter, a GET that leaves loads it, and each commit decrements
 * it. Every change in a cycle is visible from the next cycle on.
 */
final class ByteCounters {
    private static final int NONE = -1;
    /** An id beyond the counters of the structure names the one that its low bits are. */
    private static final int MASK = HwLayout.COUNTERS - 1;

    // unsigned 32-bit values; 0 until loaded, as in the RTL libraries
    private final int[] values = new int[HwLayout.COUNTERS];

    // changes of this cycle; if several are for the same counter (BC_A1), the load of port 0 wins, then the load of
    // port 1, then the preset
    private final int[] loads = new int[HwLayout.MOST_PORTS];
    private final int[] loadValues = new int[HwLayout.MOST_PORTS];
    private int preset = NONE;
    private int presetValue;
    private int fallen = NONE;
    private int fallenValue;
    private boolean changing;

    ByteCounters() {
        Arrays.fill(loads, NONE);
    }

    void load(int r, int counter, int value) {
        loads[r] = counter & MASK;
        loadValues[r] = value;
        changing = true;
    }

    /** Handles COUNTER_SET. */
    void preset(int counter, int value) {
        preset = counter;
        presetValue = value;
        changing = true;
    }

    /** Decrements a counter by `amount`, at most once a cycle; returns whether it is 0 afterwards. */
    boolean fall(int id, int amount) {
        int counter = id & MASK;
        fallen = counter;
        fallenValue = values[counter] - amount;
        changing = true;
        return fallenValue == 0;
    }

    void edge() {
        if (!changing) {
            return;
        }
        changing = false;
        if (fallen != NONE) {
            values[fallen] = fallenValue;
            fallen = NONE;
        }
        if (preset != NONE) {
            values[preset] = presetValue;
            preset = NONE;
        }
        for (int r = loads.length - 1; r >= 0; r--) {
            if (loads[r] != NONE) {
                values[loads[r]] = loadValues[r];
                loads[r] = NONE;
            }
        }
    }
}
