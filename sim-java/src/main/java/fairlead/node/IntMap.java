// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import java.util.Arrays;

/**
 * A map from int keys of at least 0 to int values, without boxing. It uses open addressing with linear probing; a
 * removal closes the gap.
 */
final class IntMap {
    private static final long FREE = -1; // the entry of no key

    private long[] entries = filled(16); // value | key << 32
    private int size;

    private static long[] filled(final int length) {
        final long[] entries = new long[length];
        Arrays.fill(entries, FREE);
        return entries;
    }

    private int home(final int key) {
        return (key * 0x9E3779B9 >>> 7) & entries.length - 1;
    }

    private static int key(final long entry) {
        return (int) (entry >>> 32);
    }

    private int find(final int key) {
        int at = home(key);
        while (entries[at] != FREE && key(entries[at]) != key) {
            at = at + 1 & entries.length - 1;
        }
        return at;
    }

    int get(final int key, final int missing) {
        final long entry = entries[find(key)];
        return entry == FREE ? missing : (int) entry;
    }

    void put(final int key, final int value) {
        if (key < 0) {
            throw new IllegalArgumentException("key " + key);
        }
        if (2 * (size + 1) > entries.length) {
            grow();
        }
        final int at = find(key);
        size += entries[at] == FREE ? 1 : 0;
        entries[at] = (long) key << 32 | value & 0xFFFFFFFFL;
    }

    int remove(final int key, final int missing) {
        int gap = find(key);
        if (entries[gap] == FREE) {
            return missing;
        }
        final int value = (int) entries[gap];
        entries[gap] = FREE;
        size--;
        for (int at = gap + 1 & entries.length - 1; entries[at] != FREE; at = at + 1 & entries.length - 1) {
            final int from = home(key(entries[at]));
            final boolean reaches = gap <= at ? from <= gap || from > at : from <= gap && from > at;
            if (reaches) {
                entries[gap] = entries[at];
                entries[at] = FREE;
                gap = at;
            }
        }
        return value;
    }

    private void grow() {
        final long[] old = entries;
        entries = filled(2 * old.length);
        for (final long entry : old) {
            if (entry != FREE) {
                entries[find(key(entry))] = entry;
            }
        }
    }
}
