// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.hw.HwLayout;

/** Byte counters of one node: a pool for gets, and those that the program itself names. */
final class Counters {
    private final IntMap held = new IntMap(); // operation: counter
    private final int[] zeros = new int[HwLayout.COUNTERS]; // hit-zero events not awaited yet
    private final int[] awaiting = new int[HwLayout.COUNTERS]; // operation + 1
    private long free = -1L;

    /** The program uses this counter itself. */
    void reserve(final int counter) {
        free &= ~(1L << counter);
    }

    /** The counter of operation `id`: the one that it has, else the lowest free one, else -1. */
    int take(final int id) {
        final int has = held.get(id, -1);
        if (has >= 0 || free == 0) {
            return has;
        }
        final int counter = Long.numberOfTrailingZeros(free);
        free &= free - 1;
        held.put(id, counter);
        return counter;
    }

    /** Gives back what `id` holds; false when it holds none. */
    boolean release(final int id) {
        final int counter = held.remove(id, -1);
        if (counter >= 0) {
            free |= 1L << counter;
        }
        return counter >= 0;
    }

    /** A counter hit zero: the operation that awaits it, or -1. */
    int zero(final int counter) {
        final int id = awaiting[counter] - 1;
        awaiting[counter] = 0;
        zeros[counter] += id < 0 ? 1 : 0;
        return id;
    }

    /** True when the counter has already hit zero, which is then used up. */
    boolean await(final int counter, final int id) {
        if (zeros[counter] > 0) {
            zeros[counter]--;
            return true;
        }
        if (awaiting[counter] != 0) {
            throw new IllegalStateException("two operations await counter " + counter);
        }
        awaiting[counter] = id + 1;
        return false;
    }
}
