// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import java.util.Arrays;

/** The packets in the network: a mixed header leads to the cycle in which it entered. Open addressing, since every packet of a run passes through it. */
final class InFlight {
    /** Answer of {@link #remove} for a header that is not in the network. */
    static final long ABSENT = Long.MIN_VALUE;

    private long[] keys = new long[1 << 10];
    private long[] cycles = filled(keys.length);
    private int size;

    private static long[] filled(final int length) {
        final long[] empty = new long[length];
        Arrays.fill(empty, ABSENT);
        return empty;
    }

    /** Packets with equal headers are kept side by side. */
    void add(final long key, final long cycle) {
        if (2 * ++size > keys.length) {
            grow();
        }
        insert(key, cycle);
    }

    /** Takes one packet with this header out of the network and tells when it entered. */
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

    /** Cycle of the packet that has been here longest, or {@link #ABSENT}. */
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

    /** Moves up what would no longer be found behind the gap at this place. */
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
