// SPDX-License-Identifier: Apache-2.0
package fairlead.fabric;

import java.util.Arrays;

/** The global leg of the barrier: the OR of all nodes' patterns. A change of it in t is on every `giIn` in t + latency. */
final class BarrierNetwork {
    private final int latency;
    private final BarrierWires[] wires;
    private int or;
    private long[] due = new long[4];
    private int[] pattern = new int[4];
    private int head;
    private int count;

    BarrierNetwork(final int parts, final int nodes, final int latency) {
        this.latency = latency;
        wires = new BarrierWires[parts];
        Arrays.setAll(wires, part -> new BarrierWires(nodes));
    }

    /** Where a part shows the patterns of its nodes. */
    BarrierWires wires(final int part) {
        return wires[part];
    }

    /** During reset: the OR counts as seen. */
    int reset() {
        or = or();
        return or;
    }

    private int or() {
        int all = 0;
        for (final BarrierWires some : wires) {
            some.takeChanged();
            all |= some.or();
        }
        return all;
    }

    private boolean isChanged() {
        boolean changed = false;
        for (final BarrierWires some : wires) {
            changed |= some.takeChanged();
        }
        return changed;
    }

    /** After all nodes have shown theirs in cycle t, and have seen what was due in it. */
    void endCycle(final long t) {
        if (next() == t) {
            head = head + 1 & due.length - 1;
            count--;
        }
        if (!isChanged()) {
            return;
        }
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

    /** What it changes to. */
    int pattern() {
        return pattern[head];
    }
}
