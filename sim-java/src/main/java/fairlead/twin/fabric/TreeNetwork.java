// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.TreeOrder;
import fairlead.twin.nic.TreeFlit;
import fairlead.twin.nic.TreeLinks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The links of the collective network (docs/spec/fabric.md). What a node sends in cycle t is on the pins of the node at
 * the other end in t + latency. Each part writes to a list of its own during a cycle; what is on its way changes only
 * between two cycles.
 */
final class TreeNetwork {
    /** Receives what is on the pins of a node. */
    interface Sink {
        /** @param flit the flit, or null for credits, one bit a channel */
        void receive(int node, int link, int channels, TreeFlit flit);
    }

    private record Item(int node, int link, int channels, TreeFlit flit) {}

    private record Batch(long due, List<Item> items) {}

    private static final class Sent implements TreeLinks {
        private final TreeOrder order;
        private final int[] packets; // by place; those of all parts, each of which writes those of its nodes
        private final List<Item> items = new ArrayList<>();

        Sent(TreeOrder order, int[] packets) {
            this.order = order;
            this.packets = packets;
        }

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
            items.add(new Item(order.neighbour(node, link), order.otherEnd(node, link), channels, flit));
        }
    }

    private final int latency;
    private final TreeOrder order;
    private final long[] classRoutes; // by node
    private final int[] packets; // heads sent since cycle 0, by place
    private final Sent[] sent; // by part
    private final ArrayDeque<Batch> due = new ArrayDeque<>(); // in ascending order of their cycles

    TreeNetwork(int parts, MachineConfig config) {
        latency = config.collective().latency();
        order = config.collective().order();
        classRoutes = config.collective().classRoutes(config.nodes());
        sent = new Sent[parts];
        packets = new int[config.nodes() * Engine.TREE_WORDS];
        Arrays.setAll(sent, part -> new Sent(order, packets));
    }

    /** Returns the place of a channel of a link in {@link Engine#treeLinks}. */
    static int place(int node, int link, int channel) {
        return (node * HwLayout.TREE_LINKS + link) * HwLayout.TREE_CHANNELS + channel;
    }

    /** Returns whether a link has carried a packet. */
    boolean isUsed() {
        return Arrays.stream(packets).anyMatch(count -> count != 0);
    }

    /** Returns the number of packets whose head a link has carried since cycle 0. */
    int packets(int place) {
        return packets[place];
    }

    /**
     * Returns the number of flits and credits of each channel that are on their way, by the place of the sender of
     * flits.
     */
    int[] underWay() {
        int[] counts = new int[packets.length];
        for (Batch batch : due) {
            for (Item item : batch.items) {
                count(item, counts);
            }
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

    /** Returns where the links lead. */
    TreeOrder order() {
        return order;
    }

    /** Returns register CLASS_ROUTES of every node. */
    long[] classRoutes() {
        return classRoutes;
    }

    /** Returns the links as the nodes of one part drive them. */
    TreeLinks links(int part) {
        return sent[part];
    }

    /** Ends cycle t, after all parts have executed it. */
    void endCycle(long t) {
        if (next() <= t) {
            due.poll();
        }
        List<Item> items = null;
        for (Sent some : sent) {
            if (!some.items.isEmpty()) {
                items = items == null ? new ArrayList<>() : items;
                items.addAll(some.items);
                some.items.clear();
            }
        }
        if (items != null) {
            due.add(new Batch(t + latency, items));
        }
    }

    /** Returns the first cycle in which something is on the pins of a node, or Long.MAX_VALUE. */
    long next() {
        return due.isEmpty() ? Long.MAX_VALUE : due.peek().due;
    }

    /** Passes what is on the pins in the cycle of {@link #next} to the sink. */
    void arrive(Sink sink) {
        for (Item item : due.peek().items) {
            sink.receive(item.node, item.link, item.channels, item.flit);
        }
    }
}
