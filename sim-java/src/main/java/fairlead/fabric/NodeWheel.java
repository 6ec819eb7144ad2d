// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** For each of the next cycles the nodes at which something is due: one list a cycle. Adding costs one step; looking for the next cycle costs what is skipped. */
final class NodeWheel {
    private static final int NONE = -1;

    private final int[] first;
    private final int mask;
    private int[] node = new int[64];
    private int[] next = new int[64];
    private int free = NONE;
    private int made;
    private int count;

    /** @param horizon the furthest that anything can be due */
    NodeWheel(final int horizon) {
        first = new int[Integer.highestOneBit(horizon) << 1];
        mask = first.length - 1;
        Arrays.fill(first, NONE);
    }

    void add(final long cycle, final int which) {
        int entry = free;
        if (entry == NONE) {
            if (made == node.length) {
                node = Arrays.copyOf(node, 2 * made);
                next = Arrays.copyOf(next, 2 * made);
            }
            entry = made++;
        } else {
            free = next[entry];
        }
        final int slot = (int) cycle & mask;
        node[entry] = which;
        next[entry] = first[slot];
        first[slot] = entry;
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Takes one node of this cycle, or -1: none is left. */
    int take(final long cycle) {
        final int slot = (int) cycle & mask;
        final int entry = first[slot];
        if (entry == NONE) {
            return -1;
        }
        first[slot] = next[entry];
        next[entry] = free;
        free = entry;
        count--;
        return node[entry];
    }

    /** The first cycle from `cycle` on with a node, or Long.MAX_VALUE. */
    long next(final long cycle) {
        if (count == 0) {
            return Long.MAX_VALUE;
        }
        long at = cycle;
        while (first[(int) at & mask] == NONE) {
            at++;
        }
        return at;
    }
}
