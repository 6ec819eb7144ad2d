// SPDX-License-Identifier: Apache-2.0
package fairlead.executor;

import java.util.Arrays;

/** Map from int to int, open addressing, no boxing. Linear probing; a removal closes the gap. */
final class IntMap {
    private int[] keys = new int[16];
    private int[] values = new int[16];
    private boolean[] used = new boolean[16];
    private int size;

    private int home(final int key) {
        return (key * 0x9E3779B9 >>> 7) & keys.length - 1;
    }

    private int find(final int key) {
        int at = home(key);
        while (used[at] && keys[at] != key) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }

    int get(final int key, final int missing) {
        final int at = find(key);
        return used[at] ? values[at] : missing;
    }

    void put(final int key, final int value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        final int at = find(key);
        size += used[at] ? 0 : 1;
        used[at] = true;
        keys[at] = key;
        values[at] = value;
    }

    int remove(final int key, final int missing) {
        int gap = find(key);
        if (!used[gap]) {
            return missing;
        }
        final int value = values[gap];
        used[gap] = false;
        size--;
        for (int at = gap + 1 & keys.length - 1; used[at]; at = at + 1 & keys.length - 1) {
            final int from = home(keys[at]);
            final boolean reaches = gap <= at ? from <= gap || from > at : from <= gap && from > at;
            if (reaches) {
                keys[gap] = keys[at];
                values[gap] = values[at];
                used[gap] = true;
                used[at] = false;
                gap = at;
            }
        }
        return value;
    }

    private void grow() {
        final int[] oldKeys = keys;
        final int[] oldValues = values;
        final boolean[] oldUsed = used;
        keys = new int[2 * oldKeys.length];
        values = Arrays.copyOf(values, keys.length);
        used = new boolean[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldUsed[i]) {
                put(oldKeys[i], oldValues[i]);
            }
        }
    }
}
