// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The routing relation that results from a walk with the dateline along the path of every pair of nodes, for variants
 * that are no product of rings. At distance k/2 a path takes both directions in every dimension.
 */
final class PathRelation implements RoutingRelation {
    private static final int CHANNELS = 2 * Shape.DIRECTIONS; // of a node

    private final Shape shape;
    private final BitSet used = new BitSet();
    private final BitSet last = new BitSet();
    private final BitSet first = new BitSet();
    /** For each channel, the channels of the next node that follow it, as bits. */
    private final int[] next;

    /** @param order returns the dimensions in the order in which a packet of a source is routed */
    PathRelation(final Shape shape, final IntFunction<int[]> order) {
        this.shape = shape;
        next = new int[shape.nodes() * CHANNELS];
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                for (int tieMinus = 0; src != dst && tieMinus < 8; tieMinus++) {
                    walk(src, dst, order.apply(src), tieMinus);
                }
            }
        }
    }

    /** @param tieMinus bit d: the path goes in minus direction in dimension d if both are equally far */
    private void walk(final int src, final int dst, final int[] order, final int tieMinus) {
        int node = src;
        int before = -1;
        for (final int d : order) {
            final int k = shape.k(d);
            final int goal = at(dst, d);
            final int up = Math.floorMod(goal - at(node, d), k);
            final boolean minus = 2 * up > k || 2 * up == k && (tieMinus >> d & 1) != 0;
            while (at(node, d) != goal) {
                final int direction = 2 * d + (minus ? 1 : 0);
                final int v = VcFunction.DATELINE.of(d, k, at(node, d), goal, minus, false);
                final int here = channel(node, direction, v);
                used.set(here);
                if (before < 0) {
                    first.set(here);
                } else {
                    next[before] |= 1 << here % CHANNELS;
                }
                before = here;
                node = shape.neighbour(node, direction);
            }
        }
        last.set(before);
    }

    private int at(final int node, final int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    private static int channel(final int node, final int direction, final int v) {
        return node * CHANNELS + direction * 2 + v;
    }

    @Override
    public boolean used(final int node, final int direction, final int v) {
        return v < 2 && used.get(channel(node, direction, v));
    }

    @Override
    public boolean last(final int node, final int direction, final int v) {
        return v < 2 && last.get(channel(node, direction, v));
    }

    @Override
    public void next(final int node, final int direction, final int v, final Sink sink) {
        if (!used(node, direction, v)) {
            return;
        }
        final int after = shape.neighbour(node, direction);
        for (int to = 0; to < CHANNELS; to++) {
            if ((next[channel(node, direction, v)] >> to & 1) != 0) {
                final boolean turn = to / 4 != direction / 2;
                sink.link(after, to / 2, to & 1, turn ? RuleTable.TURN : RuleTable.RING);
            }
        }
    }

    @Override
    public void first(final int node, final Sink sink) {
        for (int c = 0; c < CHANNELS; c++) {
            if (first.get(node * CHANNELS + c)) {
                sink.link(node, c / 2, c & 1, RuleTable.FIRST_HOP);
            }
        }
    }
}
