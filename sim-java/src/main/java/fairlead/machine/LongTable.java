// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A hash table from numbers to numbers, which may have several entries of one key. It uses open addressing and no
 * objects, because every packet of a run passes through such tables.
 */
public final class LongTable {
    /** Result of {@link #remove} for a key that has no entry; no value may be this one. */
    public static final long ABSENT = Long.MIN_VALUE;

    private long[] keys;
    private long[] values;
    private int size;

    public LongTable() {
        empty(1 << 10);
    }

    private void empty(int places) {
        keys = new long[places];
        values = new long[places];
        Arrays.fill(values, ABSENT);
    }

    private int place(long key) {
        return (int) (key * Mix.GOLDEN >>> Integer.SIZE) & keys.length - 1;
    }

    private int next(int at) {
        return at + 1 & keys.length - 1;
    }

    public void add(long key, long value) {
        if (2 * ++size > keys.length) {
            long[] oldKeys = keys;
            long[] oldValues = values;
            empty(2 * oldKeys.length);
            for (int at = 0; at < oldKeys.length; at++) {
                if (oldValues[at] != ABSENT) {
                    insert(oldKeys[at], oldValues[at]);
                }
            }
        }
        insert(key, value);
    }

    private void insert(long key, long value) {
        int at = place(key);
        while (values[at] != ABSENT) {
            at = next(at);
        }
        keys[at] = key;
        values[at] = value;
    }

    /** Returns the place of an entry of the key, or of no entry. */
    private int find(long key) {
        int at = place(key);
        while (values[at] != ABSENT && keys[at] != key) {
            at = next(at);
        }
        return at;
    }

    /** Returns the value of one entry of the key, or {@link #ABSENT}. */
    public long get(long key) {
        return values[find(key)];
    }

    /** Removes one entry of the key and returns its value, or {@link #ABSENT}. */
    public long remove(long key) {
        int gap = find(key);
        long value = values[gap];
        if (value != ABSENT) {
            size--;
            // entries that a search could no longer find after the gap move into it
            for (int at = next(gap); values[at] != ABSENT; at = next(at)) {
                if ((at - place(keys[at]) & keys.length - 1) >= (at - gap & keys.length - 1)) {
                    keys[gap] = keys[at];
                    values[gap] = values[at];
                    gap = at;
                }
            }
            values[gap] = ABSENT;
        }
        return value;
    }

    /** Returns the least value, or {@link #ABSENT}. */
    public long least() {
        return Arrays.stream(values).filter(value -> value != ABSENT).min().orElse(ABSENT);
    }

    /** Returns the keys of all entries in ascending order. */
    public long[] keys() {
        return IntStream.range(0, keys.length)
                .filter(at -> values[at] != ABSENT)
                .mapToLong(at -> keys[at])
                .sorted()
                .toArray();
    }
}
