// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import java.util.Arrays;

/**
 * A map from int keys of at least 0, without boxing. It uses open addressing with linear probing; a removal closes the
 * gap.
 */
final class IntMap<T> {
    private static final int FREE = -1; // the key of a free entry

    private int[] keys = filled(16);
    private Object[] values = new Object[keys.length];
    private int size;

    private static int[] filled(int length) {
        int[] keys = new int[length];
        Arrays.fill(keys, FREE);
        return keys;
    }

    private int home(int key) {
        return (key * 0x9E3779B9 >>> 7) & keys.length - 1;
    }

    private int find(int key) {
        int at = home(key);
        while (keys[at] != FREE && keys[at] != key) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }

    void put(int key, T value) {
        if (key < 0) {
            throw new IllegalArgumentException("key " + key);
        }
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int at = find(key);
        size += keys[at] == FREE ? 1 : 0;
        keys[at] = key;
        values[at] = value;
    }

    /** Removes a key and returns its value, or null if there is none. */
    @SuppressWarnings("unchecked")
    T remove(int key) {
        int gap = find(key);
        if (keys[gap] == FREE) {
            return null;
        }
        Object value = values[gap];
        free(gap);
        size--;
        for (int at = gap + 1 & keys.length - 1; keys[at] != FREE; at = at + 1 & keys.length - 1) {
            int from = home(keys[at]);
            boolean reaches = gap <= at ? from <= gap || from > at : from <= gap && from > at;
            if (reaches) {
                keys[gap] = keys[at];
                values[gap] = values[at];
                free(at);
                gap = at;
            }
        }
        return (T) value;
    }

    private void free(int at) {
        keys[at] = FREE;
        values[at] = null;
    }

    private void grow() {
        int[] old = keys;
        Object[] had = values;
        keys = filled(2 * old.length);
        values = new Object[keys.length];
        for (int i = 0; i < old.length; i++) {
            if (old[i] != FREE) {
                int at = find(old[i]);
                keys[at] = old[i];
                values[at] = had[i];
            }
        }
    }
}
