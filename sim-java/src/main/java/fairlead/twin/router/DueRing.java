// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The words that reach the pins in later cycles: one row of words for each cycle, at most `reach` cycles ahead. Rows
 * grow when necessary; no other operation allocates memory.
 *
 * <p>One thread may add words to rows of later cycles while another thread reads the row of the current cycle.
 */
final class DueRing {
    private static final int FIRST_ROW = 16;
    private static final int[] EMPTY = {};

    private final int[][] rows;
    private final int[] counts;
    private final int mask;
    private int put;
    private int taken;
    private long first = Long.MAX_VALUE; // no earlier cycle has a word

    DueRing(int reach) {
        int size = Integer.highestOneBit(Math.max(1, reach)) << 1;
        rows = new int[size][];
        Arrays.fill(rows, EMPTY);
        counts = new int[size];
        mask = size - 1;
    }

    /**
     * Returns the row of `cycle`, with room for `more` words after its count; the caller writes the words and then
     * sets the count.
     */
    int[] reserve(long cycle, int more) {
        int at = (int) cycle & mask;
        int need = counts[at] + more;
        if (rows[at].length < need) {
            rows[at] = Arrays.copyOf(rows[at], Math.max(Math.max(FIRST_ROW, need), 2 * rows[at].length));
        }
        return rows[at];
    }

    int count(long cycle) {
        return counts[(int) cycle & mask];
    }

    void count(long cycle, int count) {
        int at = (int) cycle & mask;
        put += count - counts[at];
        counts[at] = count;
        first = Math.min(first, cycle);
    }

    /** Removes the words of `cycle`. */
    void clear(long cycle) {
        int at = (int) cycle & mask;
        taken += counts[at];
        counts[at] = 0;
    }

    void add(long cycle, int word) {
        int count = count(cycle);
        reserve(cycle, 1)[count] = word;
        count(cycle, count + 1);
    }

    int[] row(long cycle) {
        return rows[(int) cycle & mask];
    }

    /** Returns the first cycle from `from` on that has a word, or MAX_VALUE; between cycles, and `from` never falls. */
    long next(long from) {
        first = put == taken ? Long.MAX_VALUE : Math.max(first, from);
        while (put != taken && counts[(int) first & mask] == 0) {
            first++;
        }
        return first;
    }

    /** Passes each word in flight to the counter. */
    void tally(IntConsumer counter) {
        for (int at = 0; at < rows.length; at++) {
            for (int i = 0; i < counts[at]; i++) {
                counter.accept(rows[at][i]);
            }
        }
    }
}
