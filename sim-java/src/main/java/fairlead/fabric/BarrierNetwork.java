// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** The global leg of the barrier: the OR of all nodes' patterns. A change of it in t is on every `giIn` in t + latency. */
final class BarrierNetwork {
    private static final int WIRES = 3;

    private final int latency;
    private final int[] patterns;
    private final int[] raised = new int[WIRES];
    private int or;
    private boolean changed;
    private long[] due = new long[4];
    private int[] pattern = new int[4];
    private int head;
    private int count;

    BarrierNetwork(final int nodes, final int latency) {
        this.latency = latency;
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

    /** During reset: the OR counts as seen. */
    int reset() {
        or = or();
        changed = false;
        return or;
    }

    private int or() {
        int all = 0;
        for (int wire = 0; wire < WIRES; wire++) {
            all |= raised[wire] > 0 ? 1 << wire : 0;
        }
        return all;
    }

    /** After all nodes have shown theirs in cycle t. */
    void endCycle(final long t) {
        if (!changed) {
            return;
        }
        changed = false;
        final int now = or();
        if (now == or) {
            return;
        }
        or = now;
        if (count == due.length) {
            grow();
        }
        final int at = head + count++ & due.length - 1;
        due[at] = t + latency;
        pattern[at] = now;
    }

    private void grow() {
        final int old = due.length;
        due = Arrays.copyOf(due, 2 * old);
        pattern = Arrays.copyOf(pattern, 2 * old);
        for (int i = 0; i < head; i++) {
            due[old + i] = due[i];
            pattern[old + i] = pattern[i];
        }
    }

    /** Cycle of the next change on `giIn`, or Long.MAX_VALUE. */
    long next() {
        return count == 0 ? Long.MAX_VALUE : due[head];
    }

    /** Takes the change that is due. */
    int take() {
        final int now = pattern[head];
        head = head + 1 & due.length - 1;
        count--;
        return now;
    }
}
