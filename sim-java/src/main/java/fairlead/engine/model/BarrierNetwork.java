// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.MachineConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The global leg of the barrier: the OR of the patterns of all nodes. A pattern that node n shows in cycle t is in the
 * OR of cycle t + up(n). A change of the OR in cycle t is on `giIn` of node n in t + latency + down(n). Without a
 * spread, up and down are 0 for all nodes. An I/O tile is not in the OR, and sees what it sees after reset for ever.
 */
final class BarrierNetwork implements GlobalNetwork {
    private static final int PATTERN_BITS = 3;

    private final int latency;
    private final int members; // ranks below it are in the OR
    private final BarrierWires[] wires;

    // patterns on the way to the OR
    private final int[] up; // by node
    private final BarrierWires.Sink step = this::step; // created once, so that a cycle allocates nothing
    private long cycle; // the cycle that ends
    private final DueHeap steps = new DueHeap(); // entries of node and pattern
    private final int[] counted; // by node: its pattern in the OR
    private final int[] raised = new int[PATTERN_BITS]; // number of nodes that raise each wire of the OR
    private int or;

    // changes of the OR on the way to the nodes, which are grouped by `down` in ascending order: each group sees all
    // changes in order
    private final int[] down;
    private final int[][] nodes;
    private final long[] seen; // by group: number of changes that have reached it
    private long changes;
    private long[] changed = new long[4]; // ring of the cycles of those changes that the last group has not seen
    private int[] pattern = new int[4];
    private long next = Long.MAX_VALUE;

    BarrierNetwork(final int parts, final MachineConfig config) {
        latency = config.latency().barrier();
        wires = new BarrierWires[parts];
        Arrays.setAll(wires, part -> new BarrierWires(config.nodes()));
        members = config.shape().torusNodes();
        up = new int[config.nodes()];
        Arrays.setAll(up, config::barrierUp);
        counted = new int[up.length];
        final Map<Integer, int[]> groups = new TreeMap<>();
        for (int node = 0; node < up.length; node++) {
            if (config.shape().isOnTorus(node)) {
                groups.merge(config.barrierDown(node), new int[] {node}, BarrierNetwork::joined);
            }
        }
        down = groups.keySet().stream().mapToInt(Integer::intValue).toArray();
        nodes = groups.values().toArray(new int[0][]);
        seen = new long[down.length];
    }

    private static int[] joined(final int[] some, final int[] more) {
        final int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @Override
    public BarrierWires wires(final int part) {
        return wires[part];
    }

    /** Executes the reset: every pattern is in the OR, and all nodes see the OR. */
    @Override
    public void reset() {
        for (final BarrierWires some : wires) {
            some.takeChanged(this::count);
        }
        or = or();
    }

    @Override
    public int first(final int node) {
        return or;
    }

    private void count(final int node, final int now) {
        if (node >= members) {
            return; // the wires of an I/O tile lead nowhere
        }
        for (int wire = 0; wire < raised.length; wire++) {
            raised[wire] += (now >> wire & 1) - (counted[node] >> wire & 1);
        }
        counted[node] = now;
    }

    private int or() {
        int all = 0;
        for (int wire = 0; wire < raised.length; wire++) {
            all |= raised[wire] > 0 ? 1 << wire : 0;
        }
        return all;
    }

    private void step(final int node, final int now) {
        if (up[node] == 0) {
            count(node, now);
        } else {
            steps.add(cycle + up[node], node, node << PATTERN_BITS | now);
        }
    }

    @Override
    public void endCycle(final long t) {
        if (next <= t) {
            for (int group = 0; group < down.length; group++) {
                seen[group] += isDue(group, t) ? 1 : 0;
            }
            while (steps.next() <= t) {
                final int step = steps.take();
                count(step >> PATTERN_BITS, step & (1 << PATTERN_BITS) - 1);
            }
        }
        boolean shown = next <= t;
        cycle = t;
        for (final BarrierWires some : wires) {
            shown |= some.takeChanged(step);
        }
        if (!shown) {
            return;
        }
        if (or() != or) {
            or = or();
            if (changes - seen[down.length - 1] == changed.length) {
                grow();
            }
            changed[place(changes)] = t;
            pattern[place(changes)] = or;
            changes++;
        }
        next = steps.next();
        for (int group = 0; group < down.length; group++) {
            next = Math.min(next, due(group));
        }
    }

    private int place(final long change) {
        return (int) change & changed.length - 1;
    }

    private void grow() {
        final long[] cycles = new long[2 * changed.length];
        final int[] patterns = new int[cycles.length];
        for (long change = changes - changed.length; change < changes; change++) {
            cycles[(int) change & cycles.length - 1] = changed[place(change)];
            patterns[(int) change & cycles.length - 1] = pattern[place(change)];
        }
        changed = cycles;
        pattern = patterns;
    }

    private long due(final int group) {
        return seen[group] == changes ? Long.MAX_VALUE : changed[place(seen[group])] + latency + down[group];
    }

    private boolean isDue(final int group, final long t) {
        return due(group) == t;
    }

    @Override
    public long next() {
        return next;
    }

    @Override
    public void arrive(final long t, final BarrierWires.Sink sink) {
        for (int group = 0; group < down.length; group++) {
            if (isDue(group, t)) {
                for (final int node : nodes[group]) {
                    sink.pattern(node, pattern[place(seen[group])]);
                }
            }
        }
    }
}
