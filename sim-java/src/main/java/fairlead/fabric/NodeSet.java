// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** A set of nodes, taken in ascending order. */
final class NodeSet {
    private final long[] words;
    private final int nodes;

    NodeSet(final int nodes) {
        this.nodes = nodes;
        words = new long[nodes + 63 >> 6];
    }

    void add(final int node) {
        words[node >> 6] |= 1L << node;
    }

    void remove(final int node) {
        words[node >> 6] &= ~(1L << node);
    }

    void addAll() {
        Arrays.fill(words, -1L);
        if ((nodes & 63) != 0) {
            words[words.length - 1] = (1L << nodes) - 1;
        }
    }

    boolean isEmpty() {
        for (final long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** The least member that is at least `from`, or -1. */
    int next(final int from) {
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
