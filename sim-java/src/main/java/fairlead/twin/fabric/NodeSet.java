// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/** A set of nodes from a range of ranks, read in ascending order. */
final class NodeSet {
    private final int from;
    private final int to;
    private final int firstWord;
    private final long[] words; // by node / 64; none is used before firstWord

    /** Makes an empty set for nodes `from` to `to` - 1. */
    NodeSet(int from, int to) {
        this.from = from;
        this.to = to;
        firstWord = from >> 6;
        words = new long[to + 63 >> 6];
    }

    void add(int node) {
        words[node >> 6] |= 1L << node;
    }

    void remove(int node) {
        words[node >> 6] &= ~(1L << node);
    }

    void addAll() {
        for (int node = from; node < to; node++) {
            add(node);
        }
    }

    boolean isEmpty() {
        for (int word = firstWord; word < words.length; word++) {
            if (words[word] != 0) {
                return false;
            }
        }
        return true;
    }

    int size() {
        int size = 0;
        for (int word = firstWord; word < words.length; word++) {
            size += Long.bitCount(words[word]);
        }
        return size;
    }

    /** Returns the least member that is at least `from`, or -1. */
    int next(int from) {
        int at = from >> 6;
        if (at >= words.length) {
            return -1;
        }
        long word = words[at] & -1L << from;
        while (word == 0) {
            if (++at == words.length) {
                return -1;
            }
            word = words[at];
        }
        return (at << 6) + Long.numberOfTrailingZeros(word);
    }
}
