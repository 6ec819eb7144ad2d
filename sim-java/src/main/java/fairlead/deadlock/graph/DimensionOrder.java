// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;

/**
 * Minimal dimension order x, y, z (RU_R1), as a product of rings. The hops of a packet on one ring depend only on its
 * two positions on that ring, and each first hop on a ring can follow each last hop on an earlier one. Tables of at
 * most 16 positions for each dimension therefore cover all pairs of the shape.
 *
 * <p>A packet at distance k/2 takes both directions here, whatever parity the header builder uses, so the relation of
 * the hardware is a subset.
 */
final class DimensionOrder implements RoutingRelation {
    /**
     * The free slots that a packet needs for a hop (RU_R6, RT_R3).
     *
     * @param ring free slots for the next hop on the same ring
     * @param turn free slots to enter a ring from another ring
     * @param enter free slots to enter a ring at injection or from an adaptive VC
     */
    record Need(int ring, int turn, int enter) {
        static final Need ONE = new Need(1, 1, 1);
        static final Need BUBBLE = new Need(1, 2, 2);

        int of(final int rule) {
            return rule == RuleTable.RING ? ring : rule == RuleTable.TURN ? turn : enter;
        }
    }

    /** The directions in which a packet at distance k/2 may go. */
    enum Ties {
        BOTH,
        PLUS,
        /** Every packet may go in both directions, not only at distance k/2. */
        ANY_WAY
    }

    private final Shape shape;
    /**
     * For each direction and position of the sender: bit v = used, bit 2 + v = first hop, bit 4 + v = last hop, bit 6 +
     * 2 v + w = the next hop takes w.
     */
    private final int[][] hops = new int[Shape.DIRECTIONS][];

    private final boolean bubble;
    private final Need need;

    DimensionOrder(final Shape shape, final VcFunction vc, final Ties ties) {
        this(shape, vc, ties, false, Need.ONE);
    }

    /** Makes the relation of bubble rings, which all use v = 0. */
    static DimensionOrder bubble(final Shape shape, final Need need) {
        return new DimensionOrder(shape, VcFunction.ZERO, Ties.BOTH, true, need);
    }

    private DimensionOrder(
            final Shape shape, final VcFunction vc, final Ties ties, final boolean bubble, final Need need) {
        this.shape = shape;
        this.bubble = bubble;
        this.need = need;
        for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
            hops[direction] = ring(direction >> 1, shape.k(direction >> 1), (direction & 1) == 1, vc, ties);
        }
    }

    private static int[] ring(
            final int dimension, final int k, final boolean minus, final VcFunction vc, final Ties ties) {
        final int[] table = new int[k];
        for (int from = 0; from < k; from++) {
            for (int goal = 0; goal < k; goal++) {
                final int distance = Math.floorMod(minus ? from - goal : goal - from, k);
                final boolean tie = 2 * distance == k;
                final boolean far = 2 * distance > k && ties != Ties.ANY_WAY;
                if (distance == 0 || far || tie && minus && ties == Ties.PLUS) {
                    continue;
                }
                final boolean cross = minus ? goal > from : goal < from;
                int me = from;
                for (int hop = 0; hop < distance; hop++) {
                    final int v = vc.of(dimension, k, me, goal, minus, cross);
                    final int after = Math.floorMod(minus ? me - 1 : me + 1, k);
                    table[me] |= 1 << v | (hop == 0 ? 4 << v : 0);
                    table[me] |= after == goal ? 16 << v : 64 << 2 * v + vc.of(dimension, k, after, goal, minus, cross);
                    me = after;
                }
            }
        }
        return table;
    }

    @Override
    public boolean used(final int node, final int direction, final int v) {
        return v < 2 && (hops(node, direction) >> v & 1) != 0;
    }

    @Override
    public boolean last(final int node, final int direction, final int v) {
        return v < 2 && (hops(node, direction) >> 4 + v & 1) != 0;
    }

    @Override
    public void next(final int node, final int direction, final int v, final Sink sink) {
        final int here = hops(node, direction);
        if (!used(node, direction, v)) {
            return;
        }
        final int after = shape.neighbour(node, direction);
        for (int w = 0; w < 2; w++) {
            if ((here >> 6 + 2 * v + w & 1) != 0) {
                sink.link(after, direction, w, RuleTable.RING);
            }
        }
        if ((here >> 4 + v & 1) != 0) {
            begin(after, (direction >> 1) + 1, RuleTable.TURN, sink);
        }
    }

    @Override
    public void first(final int node, final Sink sink) {
        begin(node, 0, RuleTable.FIRST_HOP, sink);
    }

    @Override
    public int slots(final int rule) {
        return need.of(rule);
    }

    @Override
    public boolean isBubble() {
        return bubble;
    }

    /** Passes the first hops from `node` on the rings of `dimension` and all later dimensions to the sink. */
    private void begin(final int node, final int dimension, final int rule, final Sink sink) {
        for (int direction = 2 * dimension; direction < Shape.DIRECTIONS; direction++) {
            final int there = hops(node, direction);
            for (int w = 0; w < 2; w++) {
                if ((there >> 2 + w & 1) != 0) {
                    sink.link(node, direction, w, rule);
                }
            }
        }
    }

    /** Returns the entry of `hops` for that link, which describes the possible hops on its ring. */
    int hops(final int node, final int direction) {
        final int at = direction < 2 ? shape.x(node) : direction < 4 ? shape.y(node) : shape.z(node);
        return hops[direction][at];
    }
}
