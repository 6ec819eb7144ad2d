// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

/** The patterns of the nodes of one part, with the list of nodes whose pattern has changed. */
final class BarrierWires {
    /** Receives the pattern of a node. */
    interface Sink {
        void pattern(int node, int now);
    }

    private final int[] patterns;
    private final int[] changed; // ranks of nodes
    private int count;

    BarrierWires(final int nodes) {
        patterns = new int[nodes];
        changed = new int[nodes];
    }

    /** Sets the pattern of a node at the end of a cycle. */
    void show(final int node, final int now) {
        if (now != patterns[node]) {
            patterns[node] = now;
            changed[count++] = node;
        }
    }

    /** Passes the patterns that have changed since the last call to the sink; returns whether there are any. */
    boolean takeChanged(final Sink sink) {
        final boolean any = count > 0;
        for (int i = 0; i < count; i++) {
            sink.pattern(changed[i], patterns[changed[i]]);
        }
        count = 0;
        return any;
    }
}
