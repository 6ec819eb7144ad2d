// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The global leg of the barrier: the OR of the patterns of all nodes. A pattern that node n shows in cycle t is in the
 * OR of cycle t + up(n). A change of the OR in cycle t is on `giIn` of node n in t + latency + down(n). Without a
 * spread, up and down are 0 for all nodes. An I/O tile is not in the OR, and sees what it sees after reset for ever.
 */
final class BarrierNetwork implements PatternNetwork {
    private static final int PATTERN_BITS = HwLayout.PATTERN_BITS;
    private static final int PATTERN = (1 << PATTERN_BITS) - 1;

    private final int latency;
    private final int members; // ranks below it are in the OR

    // patterns on the way to the OR
    private final int[] up; // by node
    private long cycle; // the cycle that ends
    private boolean moved; // a pattern has been shown or has moved in the cycle that ends
    private final int[] shown; // by node: the pattern that it showed last
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

    BarrierNetwork(MachineConfig config) {
        latency = config.latency().barrier();
        members = config.shape().torusNodes();
        up = new int[config.nodes()];
        Arrays.setAll(up, config::barrierUp);
        counted = new int[up.length];
        shown = new int[up.length];
        Map<Integer, int[]> groups = new TreeMap<>();
        for (int node = 0; node < up.length; node++) {
            if (config.shape().isOnTorus(node)) {
                groups.merge(config.barrierDown(node), new int[] {node}, BarrierNetwork::joined);
            }
        }
        down = groups.keySet().stream().mapToInt(Integer::intValue).toArray();
        nodes = groups.values().toArray(new int[0][]);
        seen = new long[down.length];
    }

    private static int[] joined(int[] some, int[] more) {
        int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @Override
    public void begin(int node, long now) {
        shown[node] = (int) now & PATTERN;
        count(node, shown[node]);
    }

    /** Executes the reset: every pattern is in the OR, and all nodes see the OR. */
    @Override
    public void reset() {
        or = or();
    }

    @Override
    public long first(int node) {
        return or;
    }

    private void count(int node, int now) {
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

    @Override
    public void show(int node, long patterns) {
        int now = (int) patterns & PATTERN;
        if (now == shown[node]) {
            return;
        }
        shown[node] = now;
        moved = true;
        if (up[node] == 0) {
            count(node, now);
        } else {
            steps.add(cycle + up[node], node, node << PATTERN_BITS | now);
        }
    }

    @Override
    public void due(long t) {
        cycle = t;
        moved = next <= t;
        if (moved) {
            for (int group = 0; group < down.length; group++) {
                seen[group] += isDue(group, t) ? 1 : 0;
            }
            while (steps.next() <= t) {
                int step = steps.take();
                count(step >> PATTERN_BITS, step & PATTERN);
            }
        }
    }

    @Override
    public void send(long t) {
        if (!moved) {
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
            next = Math.min(next, dueAt(group));
        }
    }

    private int place(long change) {
        return (int) change & changed.length - 1;
    }

    private void grow() {
        long[] cycles = new long[2 * changed.length];
        int[] patterns = new int[cycles.length];
        for (long change = changes - changed.length; change < changes; change++) {
            cycles[(int) change & cycles.length - 1] = changed[place(change)];
            patterns[(int) change & cycles.length - 1] = pattern[place(change)];
        }
        changed = cycles;
        pattern = patterns;
    }

    private long dueAt(int group) {
        return seen[group] == changes ? Long.MAX_VALUE : changed[place(seen[group])] + latency + down[group];
    }

    private boolean isDue(int group, long t) {
        return dueAt(group) == t;
    }

    @Override
    public long next() {
        return next;
    }

    @Override
    public void arrive(long t, Sink sink) {
        for (int group = 0; group < down.length; group++) {
            if (isDue(group, t)) {
                for (int node : nodes[group]) {
                    sink.pins(node, PATTERN, pattern[place(seen[group])]);
                }
            }
        }
    }
}
