// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.TreeOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The patterns of barriers beside the links of the collective network. What a node shows on a link in cycle t is on the
 * pins at the other end in t + latency. Bits 9b + 3l + 2 to 9b + 3l are those of barrier b on link l.
 */
final class BarrierTree implements PatternNetwork {
    private static final int BITS = HwLayout.PATTERN_BITS;
    private static final int LINKS = HwLayout.TREE_LINKS;
    private static final int LEG = LINKS * BITS;

    private record Change(int node, long mask, long now) {}

    private record Batch(long due, List<Change> changes) {}

    private final int latency;
    private final TreeOrder order;
    private final long[] on = new long[LINKS]; // by link: its bits, of all barriers that use the tree
    private final long[] shown; // by node: what it showed last
    private final long[] pins; // by node as reset ends
    private final ArrayDeque<Batch> due = new ArrayDeque<>(); // in the order of their cycles
    private List<Change> sent = new ArrayList<>();

    BarrierTree(MachineConfig config) {
        latency = config.collective().latency();
        order = config.collective().order();
        for (int link = 0; link < LINKS; link++) {
            for (int barrier = config.barrier().isTree() ? 0 : 1; barrier < HwLayout.BARRIERS; barrier++) {
                on[link] |= (1L << BITS) - 1 << LEG * barrier + BITS * link;
            }
        }
        shown = new long[config.nodes()];
        pins = new long[shown.length];
    }

    @Override
    public void begin(int node, long now) {
        show(node, now);
    }

    @Override
    public void reset() {
        for (Change change : sent) {
            pins[change.node] |= change.now;
        }
        sent.clear();
    }

    @Override
    public long first(int node) {
        return pins[node];
    }

    @Override
    public void show(int node, long now) {
        long changed = now ^ shown[node];
        shown[node] = now;
        for (int link = 0; link < LINKS; link++) {
            int to = order.neighbour(node, link);
            if (to >= 0 && (changed & on[link]) != 0) {
                int end = order.otherEnd(node, link);
                sent.add(new Change(to, on[end], (now & on[link]) >>> BITS * link << BITS * end));
            }
        }
    }

    @Override
    public void due(long t) {
        if (next() <= t) {
            due.poll();
        }
    }

    @Override
    public void send(long t) {
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
    public void arrive(long t, Sink sink) {
        for (Change change : due.peek().changes) {
            sink.pins(change.node, change.mask, change.now);
        }
    }
}
