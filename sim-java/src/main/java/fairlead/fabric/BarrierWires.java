// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

/** The patterns of the nodes of one part, and of each wire at how many of them it is raised. */
final class BarrierWires {
    private static final int WIRES = 3;

    private final int[] patterns;
    private final int[] raised = new int[WIRES];
    private boolean changed;

    BarrierWires(final int nodes) {
        patterns = new int[nodes];
    }

    /** The pattern of a node at the end of a cycle. */
    void show(final int node, final int now) {
        final int before = patterns[node];
        if (now == before) {
            return;
        }
        for (int wire = 0; wire < WIRES; wire++) {
            raised[wire] += (now >> wire & 1) - (before >> wire & 1);
        }
        patterns[node] = now;
        changed = true;
    }

    /** Whether a node has shown another pattern since this was last asked. */
    boolean takeChanged() {
        final boolean was = changed;
        changed = false;
        return was;
    }

    /** The OR of the patterns. */
    int or() {
        int all = 0;
        for (int wire = 0; wire < WIRES; wire++) {
            all |= raised[wire] > 0 ? 1 << wire : 0;
        }
        return all;
    }
}
