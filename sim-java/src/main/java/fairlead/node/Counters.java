// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;

/** The byte counters of one node: a pool for gets, and the counters that the program names. */
final class Counters {
    private final IntMap held = new IntMap(); // counter held by each operation
    // number of hit-zero events that no operation has awaited yet, by counter
    private final int[] zeros = new int[HwLayout.COUNTERS];
    private final int[] awaiting = new int[HwLayout.COUNTERS]; // 1 + id of the operation that awaits the counter, or 0
    private long free = -1L;

    /** Removes a counter from the pool, because the program names it. */
    void reserve(final int counter) {
        free &= ~(1L << counter);
    }

    /**
     * Returns the counter of operation `id`: the counter that it already has, otherwise the lowest free one, or -1 if
     * none is free.
     */
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

    /** Returns the counter of operation `id` to the pool; returns false if the operation has none. */
    boolean release(final int id) {
        final int counter = held.remove(id, -1);
        if (counter >= 0) {
            free |= 1L << counter;
        }
        return counter >= 0;
    }

    /** Handles a hit-zero event; returns the operation that awaits the counter, or -1. */
    int zero(final int counter) {
        final int id = awaiting[counter] - 1;
        awaiting[counter] = 0;
        zeros[counter] += id < 0 ? 1 : 0;
        return id;
    }

    /**
     * Returns true and consumes the hit-zero event if the counter has already reached zero; otherwise registers `id` as
     * waiting.
     */
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
