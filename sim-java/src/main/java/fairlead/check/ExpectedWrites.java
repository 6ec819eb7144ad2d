// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import java.util.Arrays;
import java.util.function.Predicate;

/** The operations that are still expected at one node, in the order in which they were handed over; their address ranges lie beside each other, as nearly every write is looked up. */
final class ExpectedWrites {
    private int[] from = new int[16];
    private int[] to = new int[from.length]; // exclusive
    private Expected[] who = new Expected[from.length];
    private int size;
    private int last; // the one that matched last is tried first

    void add(final Expected expected) {
        if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            who = Arrays.copyOf(who, 2 * size);
        }
        from[size] = expected.base;
        to[size] = expected.base + expected.op.length();
        who[size++] = expected;
    }

    /** Index of one that these bytes are a piece of that has not come yet; -1: none. */
    int find(final int address, final int bytes, final long low, final long high) {
        if (last < size && expects(last, address, bytes, low, high)) {
            return last;
        }
        for (int index = 0; index < size; index++) {
            if (expects(index, address, bytes, low, high)) {
                last = index;
                return index;
            }
        }
        return -1;
    }

    private boolean expects(final int index, final int address, final int bytes, final long low, final long high) {
        if (address < from[index] || address >= to[index]) {
            return false;
        }
        final Expected expected = who[index];
        final int piece = expected.piece(address, bytes);
        return piece >= 0 && !expected.isSeen(piece) && expected.same(piece, bytes, low, high);
    }

    int size() {
        return size;
    }

    Expected at(final int index) {
        return who[index];
    }

    void remove(final int index) {
        size--;
        System.arraycopy(from, index + 1, from, index, size - index);
        System.arraycopy(to, index + 1, to, index, size - index);
        System.arraycopy(who, index + 1, who, index, size - index);
        who[size] = null;
    }

    void removeIf(final Predicate<Expected> which) {
        for (int index = size - 1; index >= 0; index--) {
            if (which.test(who[index])) {
                remove(index);
            }
        }
    }
}
