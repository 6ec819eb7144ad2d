// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The global leg of the barrier: the OR of the patterns of all nodes. A pattern that node n shows in cycle t is in the
 * OR of cycle t + up(n). A change of the OR in cycle t is on `giIn` of node n in t + latency + down(n). Without a
 * spread, up and down are 0 for all nodes. An I/O tile is not in the OR, and sees what it sees after reset for ever.
 */
final class BarrierNetwork {
    private static final int BITS = HwLayout.PATTERN_BITS;
    static final int PATTERN = (1 << BITS) - 1;

    private final int latency;
    private final int members; // ranks below it are in the OR
    private final int[] up; // by node
    private final DueHeap steps = new DueHeap(); // patterns on the way to the OR, as node and pattern
    private final int[] counted; // by node: its pattern in the OR
    private final int[] raised = new int[BITS]; // number of nodes that raise each wire of the OR
    private int or;
    // the nodes in groups with the same `down`
    private final int[] down;
    private final int[][] nodes;
    private final DueHeap changes = new DueHeap(); // of the OR on the way to a group, as group and pattern

    BarrierNetwork(MachineConfig config) {
        latency = config.latency().barrier();
        members = config.shape().torusNodes();
        up = new int[config.nodes()];
        Arrays.setAll(up, config::barrierUp);
        counted = new int[up.length];
        Map<Integer, IntStream.Builder> groups = new TreeMap<>();
        for (int node = 0; node < up.length; node++) {
            if (config.shape().isOnTorus(node)) {
                groups.computeIfAbsent(config.barrierDown(node), unknown -> IntStream.builder())
                        .add(node);
            }
        }
        down = groups.keySet().stream().mapToInt(Integer::intValue).toArray();
        nodes = groups.values().stream().map(group -> group.build().toArray()).toArray(int[][]::new);
    }

    /** Executes the reset, after {@link #count} of every node; returns what all nodes see. */
    int reset() {
        or = or();
        return or;
    }

    /** Changes what a node adds to the OR. */
    void count(int node, int now) {
        if (node >= members) {
            return; // the wires of an I/O tile lead nowhere
        }
        for (int wire = 0; wire < BITS; wire++) {
            raised[wire] += (now >> wire & 1) - (counted[node] >> wire & 1);
        }
        counted[node] = now;
    }

    private int or() {
        int all = 0;
        for (int wire = 0; wire < BITS; wire++) {
            all |= raised[wire] > 0 ? 1 << wire : 0;
        }
        return all;
    }

    /** Notes what a node shows from cycle t on, when it has changed. */
    void show(int node, int now, long t) {
        if (up[node] == 0) {
            count(node, now);
        } else {
            steps.add(t + up[node], node, node << BITS | now);
        }
    }

    /** Ends cycle t, after all nodes have shown their patterns of t. */
    void endCycle(long t) {
        while (steps.next() <= t) {
            int step = steps.take();
            count(step >> BITS, step & PATTERN);
        }
        if (or() != or) {
            or = or();
            for (int group = 0; group < down.length; group++) {
                changes.add(t + latency + down[group], group, group << BITS | or);
            }
        }
    }

    /** Returns the first cycle in which a pattern moves in the network or reaches a node, or Long.MAX_VALUE. */
    long next() {
        return Math.min(steps.next(), changes.next());
    }

    /** Passes the pins that change in cycle t to the sink. */
    void arrive(long t, GlobalNetwork.Sink sink) {
        while (changes.next() <= t) {
            int change = changes.take();
            for (int node : nodes[change >> BITS]) {
                sink.patterns(node, PATTERN, change & PATTERN);
            }
        }
    }
}
