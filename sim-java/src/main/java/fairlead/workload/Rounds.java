// SPDX-License-Identifier: Apache-2.0
package fairlead.workload;

import java.util.SplittableRandom;

/** The destinations of all-to-all traffic: each node sends to every other node once in a round, in a random order. */
final class Rounds {
    private final int nodes;
    private final char[] order; // index: node * nodes + position in its order; the last entry is the node itself
    private final int[] next;

    Rounds(final int nodes) {
        this.nodes = nodes;
        order = new char[nodes * nodes];
        next = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < nodes; i++) {
                order[node * nodes + i] = (char) i;
            }
            swap(node * nodes + node, node * nodes + nodes - 1);
        }
    }

    /** Returns the next destination of a node; a single node is its own destination. */
    int next(final int node, final SplittableRandom random) {
        final int others = nodes - 1;
        if (others == 0) {
            return node;
        }
        final int position = next[node];
        next[node] = position + 1 == others ? 0 : position + 1;
        final int at = node * nodes + position;
        swap(at, at + random.nextInt(others - position));
        return order[at];
    }

    private void swap(final int a, final int b) {
        final char kept = order[a];
        order[a] = order[b];
        order[b] = kept;
    }
}
