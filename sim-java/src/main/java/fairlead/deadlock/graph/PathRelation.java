// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The routing relation that results from a walk along the path of every pair of nodes. It is the reference for the
 * product form, and it covers variants that are no product of rings. At distance k/2 a path takes both directions in
 * every dimension or, with `exactTies`, the direction that HeaderBuilder's specification selects by parity.
 */
final class PathRelation implements RoutingRelation {
    private final Shape shape;
    private final VcFunction vc;
    private final BitSet used = new BitSet();
    private final BitSet last = new BitSet();
    private final BitSet first = new BitSet();
    /** Bit from * channels + to, for each wait between two channels. */
    private final BitSet edges = new BitSet();

    /** @param order returns the dimensions in the order in which a packet of a source is routed */
    PathRelation(final Shape shape, final VcFunction vc, final IntFunction<int[]> order, final boolean exactTies) {
        this.shape = shape;
        this.vc = vc;
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                if (src != dst) {
                    walkAll(src, dst, order.apply(src), exactTies);
                }
            }
        }
    }

    static PathRelation of(final Shape shape, final VcFunction vc, final boolean exactTies) {
        return new PathRelation(shape, vc, src -> new int[] {0, 1, 2}, exactTies);
    }

    private void walkAll(final int src, final int dst, final int[] order, final boolean exactTies) {
        int ties = 0;
        int wanted = 0;
        final int parity = (at(src, 0) ^ at(src, 1) ^ at(src, 2)) & 1;
        for (int d = 0; d < 3; d++) {
            if (2 * Math.floorMod(at(dst, d) - at(src, d), shape.k(d)) == shape.k(d)) {
                ties |= 1 << d;
                final int others = (at(dst, (d + 1) % 3) ^ at(dst, (d + 2) % 3)) & 1;
                wanted |= (parity ^ others) << d;
            }
        }
        for (int choice = 0; choice < 8; choice++) {
            if ((choice & ~ties) == 0 && (!exactTies || choice == wanted)) {
                walk(src, dst, order, choice);
            }
        }
    }

    private void walk(final int src, final int dst, final int[] order, final int tieMinus) {
        int node = src;
        int before = -1;
        for (final int d : order) {
            final int k = shape.k(d);
            final int from = at(node, d);
            final int goal = at(dst, d);
            final int up = Math.floorMod(goal - from, k);
            final boolean minus = 2 * up > k || 2 * up == k && (tieMinus >> d & 1) != 0;
            final boolean cross = minus ? goal > from : goal < from;
            while (at(node, d) != goal) {
                final int direction = 2 * d + (minus ? 1 : 0);
                final int here = channel(node, direction, vc.of(d, k, at(node, d), goal, minus, cross));
                used.set(here);
                if (before < 0) {
                    first.set(here);
                } else {
                    edges.set(before * channels() + here);
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

    private int channels() {
        return shape.nodes() * 12;
    }

    private static int channel(final int node, final int direction, final int v) {
        return node * 12 + direction * 2 + v;
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
        final int begin = channel(node, direction, v) * channels();
        for (int e = edges.nextSetBit(begin); e >= 0 && e < begin + channels(); e = edges.nextSetBit(e + 1)) {
            final int to = e - begin;
            final boolean turn = to % 12 / 4 != direction / 2;
            sink.link(to / 12, to % 12 / 2, to & 1, turn ? RuleTable.TURN : RuleTable.RING);
        }
    }

    @Override
    public void first(final int node, final Sink sink) {
        for (int c = first.nextSetBit(node * 12); c >= 0 && c < node * 12 + 12; c = first.nextSetBit(c + 1)) {
            sink.link(node, c % 12 / 2, c & 1, RuleTable.FIRST_HOP);
        }
    }
}
