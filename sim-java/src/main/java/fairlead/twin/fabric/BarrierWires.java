// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

/** The patterns of the nodes of one part, with the list of nodes whose patterns have changed. */
final class BarrierWires {
    /** Receives the patterns of a node. */
    interface Sink {
        void patterns(int node, long now);
    }

    private final long[] patterns;
    private final int[] changed; // ranks of nodes
    private int count;

    BarrierWires(int nodes) {
        patterns = new long[nodes];
        changed = new int[nodes];
    }

    /** Sets the patterns of a node at the end of a cycle: those of barrier b in bits 9b + 8 to 9b. */
    void show(int node, long now) {
        if (now != patterns[node]) {
            patterns[node] = now;
            changed[count++] = node;
        }
    }

    /** Passes the patterns that have changed since the last call to the sink. */
    void takeChanged(Sink sink) {
        for (int i = 0; i < count; i++) {
            sink.patterns(changed[i], patterns[changed[i]]);
        }
        count = 0;
    }
}
