// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;

/**
 * The COMMITTED events of a cycle, which are kept until the turn of their node. The events of one node are adjacent.
 */
final class Commits {
    private static final int PER_NODE = HwLayout.MOST_PORTS + 1;
    private static final int WORDS = 3;

    private final long[] words;
    private final int[] first; // index of a node's first entry
    private final int[] counts;
    private int end;

    Commits(int nodes) {
        words = new long[nodes * PER_NODE * WORDS];
        first = new int[nodes];
        counts = new int[nodes];
    }

    /** Begins a cycle. */
    void begin() {
        end = 0;
    }

    void add(int node, long a, long b, long c) {
        if (counts[node]++ == 0) {
            first[node] = end;
        }
        words[end] = a;
        words[end + 1] = b;
        words[end + 2] = c;
        end += WORDS;
    }

    /** Emits the events of a node, after the answers to its host commands. */
    void emit(int node, EventStream events) {
        int at = first[node];
        int count = counts[node];
        for (int i = 0; i < count; i++, at += WORDS) {
            events.emit(node, EventUnit.MEMORY, EventKind.COMMITTED, i, words[at], words[at + 1], words[at + 2]);
        }
        counts[node] = 0;
    }
}
