// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.TreeOrder;
import fairlead.hw.HwLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The patterns of the barrier beside the links of the collective network. What a node shows in cycle t is on the pins
 * of its parent and of its children in t + latency: of the children in bits 2:0 and 5:3, of the parent in 8:6.
 */
final class BarrierTree implements GlobalNetwork {
    private static final int BITS = 3;
    private static final int PATTERN = (1 << BITS) - 1;
    private static final int LINKS = HwLayout.TREE_LINKS;

    private record Change(int node, int pins) {}

    private record Batch(long due, List<Change> changes) {}

    private final int latency;
    private final TreeOrder order;
    private final BarrierWires[] wires;
    private final int[] shown; // by node: what it showed last
    private final int[] pins; // by node: when all that is on its way has come
    private final ArrayDeque<Batch> due = new ArrayDeque<>(); // in the order of their cycles
    private List<Change> sent = new ArrayList<>();

    BarrierTree(final int parts, final MachineConfig config) {
        latency = config.collective().latency();
        order = config.collective().order();
        wires = new BarrierWires[parts];
        Arrays.setAll(wires, part -> new BarrierWires(config.nodes()));
        shown = new int[config.nodes()];
        pins = new int[shown.length];
    }

    @Override
    public BarrierWires wires(final int part) {
        return wires[part];
    }

    @Override
    public void reset() {
        for (final BarrierWires some : wires) {
            some.takeChanged(this::show);
        }
        sent.clear();
    }

    @Override
    public int first(final int node) {
        return pins[node];
    }

    private void show(final int node, final int now) {
        final int changed = now ^ shown[node];
        shown[node] = now;
        for (int link = 0; link < LINKS; link++) {
            final int half = link == 0 ? 0 : BITS;
            final int to = order.neighbour(node, link);
            if (to >= 0 && (changed >> half & PATTERN) != 0) {
                final int place = (order.otherEnd(node, link) + LINKS - 1) % LINKS * BITS;
                pins[to] = pins[to] & ~(PATTERN << place) | (now >> half & PATTERN) << place;
                sent.add(new Change(to, pins[to]));
            }
        }
    }

    @Override
    public void endCycle(final long t) {
        if (next() <= t) {
            due.poll();
        }
        for (final BarrierWires some : wires) {
            some.takeChanged(this::show);
        }
        if (!sent.isEmpty()) {
            due.add(new Batch(t + latency, sent));
            sent = new ArrayList<>();
        }
    }

    @Override
    public long next() {
        return due.isEmpty() ? Long.MAX_VALUE : due.peek().due;
    }

    @Override
    public void arrive(final long t, final BarrierWires.Sink sink) {
        for (final Change change : due.peek().changes) {
            sink.pattern(change.node, change.pins);
        }
    }
}
