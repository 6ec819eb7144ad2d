// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.machine.MachineConfig;
import fairlead.twin.nic.TreeFlit;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * All that connects the nodes outside the torus (docs/spec/fabric.md): the links of the collective network, with the
 * patterns of barriers next to them, and the wires of the barrier of all nodes unless it uses the tree. What a node
 * sends on a link in cycle t is on the pins of the node at the other end in t + latency. During a cycle each part
 * writes to an object of its own; everything else happens between two cycles.
 */
final class GlobalNetwork {
    private static final int BITS = HwLayout.PATTERN_BITS;
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int PATTERNS = -1; // in place of a link

    /** Receives what is on the pins of a node. */
    interface Sink {
        /** Receives pins of barriers that have changed: those of a mask of the bits of {@link Part#show}. */
        void patterns(int node, long mask, long now);

        /** @param flit the flit, or null for credits, one bit a channel */
        void tree(int node, int link, int channels, TreeFlit flit);
    }

    /** A flit, or credits, or patterns of a mask if the link is PATTERNS. */
    private record Item(int node, int link, int channels, TreeFlit flit, long mask, long now) implements Serializable {}

    private record Batch(long due, ArrayList<Item> items) implements Serializable {}

    private final int latency;
    private final TreeOrder order;
    final int[] packets; // heads sent since cycle 0, by place; each part writes those of its nodes
    private final long[] shown; // by node; each part writes those of its nodes
    private final long[] beside = new long[LINKS]; // by link: its bits of all barriers that use the tree
    private final BarrierNetwork wires; // null if all barriers use the tree
    final Part[] parts;
    private final ArrayDeque<Batch> due = new ArrayDeque<>(); // in ascending order of their cycles

    /** What the nodes of one part drive. */
    final class Part implements TreeFlit.TreeLinks {
        private final List<Item> items = new ArrayList<>();
        private final int[] changed = new int[shown.length]; // nodes whose patterns on the wires have changed
        private int count;

        @Override
        public void flit(int node, int link, int channel, TreeFlit flit) {
            packets[place(node, link, channel)] += flit.head() ? 1 : 0;
            send(node, link, channel, flit);
        }

        @Override
        public void credit(int node, int link, int channels) {
            send(node, link, channels, null);
        }

        private void send(int node, int link, int channels, TreeFlit flit) {
            items.add(new Item(order.neighbour(node, link), order.otherEnd(node, link), channels, flit, 0, 0));
        }

        /**
         * Sets the patterns of a node at the end of a cycle: those of barrier b in bits 9b + 8 to 9b, of which 9b + 3l
         * + 2 to 9b + 3l are those on link l; on wires the barrier of all nodes has bits 2:0.
         */
        void show(int node, long now) {
            long different = now ^ shown[node];
            if (different == 0) {
                return;
            }
            shown[node] = now;
            if (wires != null && (different & BarrierNetwork.PATTERN) != 0) {
                changed[count++] = node;
            }
            for (int link = 0; link < LINKS; link++) {
                int to = order.neighbour(node, link);
                if (to >= 0 && (different & beside[link]) != 0) {
                    int end = order.otherEnd(node, link);
                    long there = (now & beside[link]) >>> BITS * link << BITS * end;
                    items.add(new Item(to, PATTERNS, 0, null, beside[end], there));
                }
            }
        }
    }

    GlobalNetwork(int parts, MachineConfig config) {
        latency = config.collective().latency();
        order = config.collective().order();
        wires = config.barrier().isTree() ? null : new BarrierNetwork(config);
        for (int link = 0; link < LINKS; link++) {
            for (int barrier = wires == null ? 0 : 1; barrier < HwLayout.BARRIERS; barrier++) {
                beside[link] |= (1L << BITS) - 1 << BITS * (LINKS * barrier + link);
            }
        }
        packets = new int[config.nodes() * Engine.TREE_WORDS];
        shown = new long[config.nodes()];
        this.parts = new Part[parts];
        Arrays.setAll(this.parts, part -> new Part());
    }

    /** Executes the reset: all patterns that the nodes show are on the pins of the others. */
    void reset(Sink sink) {
        for (int node = 0; wires != null && node < shown.length; node++) {
            wires.count(node, pattern(node));
        }
        long first = wires == null ? 0 : wires.reset();
        for (int node = 0; node < shown.length; node++) {
            sink.patterns(node, -1, first);
        }
        for (Part part : parts) {
            part.count = 0;
            part.items.forEach(item -> deliver(item, sink));
            part.items.clear();
        }
    }

    private int pattern(int node) {
        return (int) shown[node] & BarrierNetwork.PATTERN;
    }

    private static void deliver(Item item, Sink sink) {
        if (item.link == PATTERNS) {
            sink.patterns(item.node, item.mask, item.now);
        } else {
            sink.tree(item.node, item.link, item.channels, item.flit);
        }
    }

    /** Passes what is on the pins in cycle t, and was not before, to the sink. */
    void arrive(long t, Sink sink) {
        if (wires != null) {
            wires.arrive(t, sink);
        }
        if (!due.isEmpty() && due.peek().due <= t) {
            for (Item item : due.poll().items) {
                deliver(item, sink);
            }
        }
    }

    /** Ends cycle t, after all parts have executed it. */
    void endCycle(long t) {
        ArrayList<Item> items = null;
        for (Part part : parts) {
            for (int i = 0; i < part.count; i++) {
                wires.show(part.changed[i], pattern(part.changed[i]), t);
            }
            part.count = 0;
            if (!part.items.isEmpty()) {
                items = items == null ? new ArrayList<>() : items;
                items.addAll(part.items);
                part.items.clear();
            }
        }
        if (wires != null) {
            wires.endCycle(t);
        }
        if (items != null) {
            due.add(new Batch(t + latency, items));
        }
    }

    /** Returns the first cycle in which something moves on wires or is on the pins of a node, or Long.MAX_VALUE. */
    long next() {
        long first = due.isEmpty() ? Long.MAX_VALUE : due.peek().due;
        return wires == null ? first : Math.min(first, wires.next());
    }

    // ---- for the check of links

    /** Returns the place of a channel of a link in {@link Engine#treeLinks}. */
    static int place(int node, int link, int channel) {
        return (node * LINKS + link) * HwLayout.TREE_CHANNELS + channel;
    }

    /** Returns whether a link has carried a packet. */
    boolean isUsed() {
        return Arrays.stream(packets).anyMatch(count -> count != 0);
    }

    /** Returns the number of flits and credits of each channel on their way, by the place of the sender of flits. */
    int[] underWay() {
        int[] counts = new int[packets.length];
        for (Batch batch : due) {
            batch.items.stream().filter(item -> item.link != PATTERNS).forEach(item -> count(item, counts));
        }
        return counts;
    }

    private void count(Item item, int[] counts) {
        if (item.flit == null) { // credits return to the sender
            for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
                counts[place(item.node, item.link, channel)] += item.channels >> channel & 1;
            }
        } else {
            int sender = order.neighbour(item.node, item.link);
            counts[place(sender, order.otherEnd(item.node, item.link), item.channels)]++;
        }
    }

    /**
     * The global leg of the barrier: the OR of the patterns of all nodes. A pattern that node n shows in cycle t is in
     * the OR of cycle t + up(n). A change of the OR in cycle t is on `giIn` of node n in t + latency + down(n). Without
     * a spread, up and down are 0 for all nodes. An I/O tile is not in the OR, and sees what it sees after reset for
     * ever.
     */
    static final class BarrierNetwork {
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
            nodes = groups.values().stream()
                    .map(group -> group.build().toArray())
                    .toArray(int[][]::new);
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
}
