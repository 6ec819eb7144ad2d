// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import java.util.Arrays;

/** A set of small numbers, of epochs or of nodes, as bits: there may be more of them than a word has bits. */
public final class IndexSet {
    private static final int NONE = -1;
    private static final int SHIFT = 6; // from a number to its word

    private final long[] words;

    public IndexSet(int n) {
        words = new long[n + Long.SIZE - 1 >> SHIFT];
    }

    public boolean has(int index) {
        return (words[index >> SHIFT] >>> index & 1) != 0;
    }

    public void add(int index) {
        words[index >> SHIFT] |= 1L << index;
    }

    public void remove(int index) {
        words[index >> SHIFT] &= ~(1L << index);
    }

    /** Adds the numbers `from` to `to` - 1 and returns this set. */
    public IndexSet addAll(int from, int to) {
        for (int index = from; index < to; index++) {
            add(index);
        }
        return this;
    }

    public boolean isEmpty() {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    boolean isSame(IndexSet other) {
        return Arrays.equals(words, other.words);
    }

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

    /** Makes the same choice among the bits of a word; returns 64 if no bit is set. */
    static int next(long requests, int first) {
        long above = requests & -1L << first;
        return Long.numberOfTrailingZeros(above != 0 ? above : requests);
    }

    /** Returns the first number at or above `first`, or -1. */
    public int from(int first) {
        int word = first >> SHIFT;
        if (word == words.length) {
            return NONE;
        }
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
