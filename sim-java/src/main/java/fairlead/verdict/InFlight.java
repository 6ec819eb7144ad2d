// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.Arrays;

/**
 * The packets in the network: a hash table from a mixed header to the cycle in which the packet entered. It uses open
 * addressing because every packet of a run passes through it.
 */
final class InFlight {
    /** Result of {@link #remove} for a header that is not in the network. */
    static final long ABSENT = Long.MIN_VALUE;

    private long[] keys = new long[1 << 10];
    private long[] cycles = filled(keys.length);
    private int size;

    private static long[] filled(final int length) {
        final long[] empty = new long[length];
        Arrays.fill(empty, ABSENT);
        return empty;
    }

    /** Adds a packet; several packets with equal headers may be present. */
    void add(final long key, final long cycle) {
        if (2 * ++size > keys.length) {
            grow();
        }
        insert(key, cycle);
    }

    /** Removes one packet with this header and returns the cycle in which it entered, or {@link #ABSENT}. */
    long remove(final long key) {
        final int mask = keys.length - 1;
        int at = (int) key & mask;
        while (cycles[at] != ABSENT && keys[at] != key) {
            at = at + 1 & mask;
        }
        final long cycle = cycles[at];
        if (cycle != ABSENT) {
            size--;
            close(at);
        }
        return cycle;
    }

    /** Returns the cycle in which the oldest packet in the network entered, or {@link #ABSENT}. */
    long oldest() {
        long oldest = Long.MAX_VALUE;
        for (final long cycle : cycles) {
            oldest = cycle == ABSENT ? oldest : Math.min(oldest, cycle);
        }
        return size == 0 ? ABSENT : oldest;
    }

    private void insert(final long key, final long cycle) {
        final int mask = keys.length - 1;
        int at = (int) key & mask;
        while (cycles[at] != ABSENT) {
            at = at + 1 & mask;
        }
        keys[at] = key;
        cycles[at] = cycle;
    }

    /** Closes the gap at index `place`: moves entries that a search could no longer find behind the gap. */
    private void close(final int place) {
        final int mask = keys.length - 1;
        int gap = place;
        for (int at = gap + 1 & mask; cycles[at] != ABSENT; at = at + 1 & mask) {
            final int home = (int) keys[at] & mask;
            if ((at - home & mask) >= (at - gap & mask)) {
                keys[gap] = keys[at];
                cycles[gap] = cycles[at];
                gap = at;
            }
        }
        cycles[gap] = ABSENT;
    }

    private void grow() {
        final long[] oldKeys = keys;
        final long[] oldCycles = cycles;
        keys = new long[2 * oldKeys.length];
        cycles = filled(keys.length);
        for (int at = 0; at < oldKeys.length; at++) {
            if (oldCycles[at] != ABSENT) {
                insert(oldKeys[at], oldCycles[at]);
            }
        }
    }
}
