// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import java.util.Arrays;

/**
 * A set of numbers of epochs, as the bit vectors of the RTL: a structure may have more of them than a word has bits.
 */
final class IndexSet {
    private static final int NONE = -1;
    private static final int SHIFT = 6; // from a number to its word

    private final long[] words;

    /** Makes an empty set of numbers below `n`, which is a power of two. */
    IndexSet(int n) {
        words = new long[n + Long.SIZE - 1 >> SHIFT];
    }

    /** Returns the set of all numbers below `n`. */
    static IndexSet full(int n) {
        IndexSet all = new IndexSet(n);
        for (int index = 0; index < n; index++) {
            all.add(index);
        }
        return all;
    }

    boolean has(int index) {
        return (words[index >> SHIFT] >>> index & 1) != 0;
    }

    void add(int index) {
        words[index >> SHIFT] |= 1L << index;
    }

    void remove(int index) {
        words[index >> SHIFT] &= ~(1L << index);
    }

    boolean isEmpty() {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    boolean isSame(IndexSet other) {
        return Arrays.equals(words, other.words);
    }

    /** Makes this set one with the numbers of another. */
    void copy(IndexSet other) {
        System.arraycopy(other.words, 0, words, 0, words.length);
    }

    /** Returns the lowest number; the set must not be empty. */
    int lowest() {
        return from(0);
    }

    /**
     * Returns the first number at or above `first`, otherwise the lowest: a fair choice if the caller sets `first` to
     * the number served last + 1. The set must not be empty.
     */
    int next(int first) {
        int above = from(first);
        return above != NONE ? above : from(0);
    }

    private int from(int first) {
        int word = first >> SHIFT;
        long rest = words[word] & -1L << first;
        while (rest == 0) {
            word++;
            if (word == words.length) {
                return NONE;
            }
            rest = words[word];
        }
        return (word << SHIFT) + Long.numberOfTrailingZeros(rest);
    }
}
