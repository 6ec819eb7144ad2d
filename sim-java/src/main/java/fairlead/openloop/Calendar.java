// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import java.util.Arrays;

/**
 * The cycle of the next packet creation of every node, sorted so that a cycle costs time only for the nodes that are
 * due.
 */
final class Calendar {
    private static final int SLOTS = 4096;
    private static final int NONE = -1;

    private final int[] first = new int[SLOTS];
    private final int[] next;
    private final long[] when;

    Calendar(final int nodes) {
        Arrays.fill(first, NONE);
        next = new int[nodes];
        when = new long[nodes];
    }

    void put(final int node, final long cycle) {
        when[node] = cycle;
        if (cycle != Long.MAX_VALUE) {
            link(node, (int) cycle & SLOTS - 1);
        }
    }

    private void link(final int node, final int slot) {
        next[node] = first[slot];
        first[slot] = node;
    }

    /** Removes and returns one node that is due in this cycle, or returns -1 if none is left. */
    int take(final long cycle) {
        final int slot = (int) cycle & SLOTS - 1;
        int before = NONE;
        for (int node = first[slot]; node != NONE; node = next[node]) {
            if (when[node] == cycle) {
                if (before == NONE) {
                    first[slot] = next[node];
                } else {
                    next[before] = next[node];
                }
                return node;
            }
            before = node;
        }
        return NONE;
    }
}
