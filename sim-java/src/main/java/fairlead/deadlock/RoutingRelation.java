// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.RoutingRules.VcFunction;
import fairlead.machine.Shape;
import java.util.function.IntPredicate;

/**
 * The routing relation of one class on one shape. It is the same for both classes, because the class of a packet never
 * changes its path (RU_R6). The link VCs of a node have the numbers direction * 4 + v, where v = 0, 1 is the escape
 * pair and v = 2, 3 are adaptive; a set of link VCs of one node is a mask.
 *
 * <p>Minimal routing is a product of rings: the hops of a packet on one ring depend only on its two positions on that
 * ring, and each first hop on a ring can follow each last hop on an earlier one (dimension order x, y, z, RU_R1).
 * Tables of at most 16 positions for each dimension therefore cover all pairs of the shape. A packet at distance k/2
 * takes both directions here, whatever parity the header builder uses, so the relation of the hardware is a subset.
 *
 * <p>An adaptive packet (RU_R6, RT_R8) may take v = 2, 3 of every minimal hop and, at every hop, the escape VC of its
 * lowest unfinished dimension. It may leave an escape VC for an adaptive one and return to an escape VC in any
 * dimension in the middle of its path; a turn can therefore lead to every hop of a ring, not only to first hops. The
 * relation ignores the restrictions of `prefer`, so the relation of the hardware is a subset.
 */
public final class RoutingRelation {
    public static final int LINK_VCS = 4 * Shape.DIRECTIONS;
    /** The escape VCs of all directions. */
    static final int ESCAPES = 0x333333;

    private static final int ESCAPE_PAIR = 3;
    private static final int ADAPTIVE_PAIR = 12;

    private final Shape shape;
    private final RoutingRules rules;
    private final int[] used;
    private final int[] last;
    private final int[] first;
    private final int[] next; // by node and link VC

    public RoutingRelation(Shape shape, RoutingRules rules) {
        this.shape = shape;
        this.rules = rules;
        used = new int[shape.nodes()];
        last = new int[shape.nodes()];
        first = new int[shape.nodes()];
        next = new int[shape.nodes() * LINK_VCS];
    }

    /** Makes the relation of all packets of a shape together. */
    public static RoutingRelation of(Shape shape, RoutingRules rules) {
        return of(shape, rules, false, false);
    }

    /**
     * @param anyWay true if every packet may go in both directions, not only at distance k/2
     * @param anyOrder true if the ring of a dimension may follow that of any other one
     */
    static RoutingRelation of(Shape shape, RoutingRules rules, boolean anyWay, boolean anyOrder) {
        int[][] rings = new int[Shape.DIRECTIONS][];
        for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
            rings[direction] = ring(direction, shape.k(direction >> 1), rules.escape(), anyWay);
        }
        RoutingRelation relation = new RoutingRelation(shape, rules);
        for (int node = 0; node < shape.nodes(); node++) {
            for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
                relation.hops(node, direction, rings, anyOrder);
            }
        }
        return relation;
    }

    /**
     * Returns for each position of the sender: bit v = used, bit 2 + v = first hop, bit 4 + v = last hop, bit 6 + 2 v +
     * w = the next hop takes w.
     */
    private static int[] ring(int direction, int k, VcFunction vc, boolean anyWay) {
        int dimension = direction >> 1;
        boolean minus = (direction & 1) == 1;
        int[] table = new int[k];
        for (int from = 0; from < k; from++) {
            for (int goal = 0; goal < k; goal++) {
                int distance = Math.floorMod(minus ? from - goal : goal - from, k);
                if (distance == 0 || 2 * distance > k && !anyWay) {
                    continue;
                }
                boolean cross = minus ? goal > from : goal < from;
                int me = from;
                for (int hop = 0; hop < distance; hop++) {
                    int v = vc.of(dimension, k, me, goal, minus, cross);
                    int after = Math.floorMod(minus ? me - 1 : me + 1, k);
                    table[me] |= 1 << v | (hop == 0 ? 4 << v : 0);
                    table[me] |= after == goal ? 16 << v : 64 << 2 * v + vc.of(dimension, k, after, goal, minus, cross);
                    me = after;
                }
            }
        }
        return table;
    }

    private int ring(int[][] rings, int node, int direction) {
        return rings[direction][shape.at(node, direction >> 1)];
    }

    private void hops(int node, int direction, int[][] rings, boolean anyOrder) {
        int here = ring(rings, node, direction);
        int lsb = 4 * direction;
        used[node] |= pairs(here & ESCAPE_PAIR, direction);
        first[node] |= pairs(here >> 2 & ESCAPE_PAIR, direction);
        last[node] |= pairs(here >> 4 & ESCAPE_PAIR, direction);
        int after = shape.neighbour(node, direction);
        for (int v = 0; v < 4; v++) {
            boolean escape = v < 2;
            int on = here >> 6;
            int more = escape ? on >> 2 * v & ESCAPE_PAIR : (on | on >> 2) & ESCAPE_PAIR;
            if ((used[node] >> lsb + v & 1) == 0) {
                continue;
            }
            int to = pairs(more, direction);
            boolean ends = (last[node] >> lsb + v & 1) != 0;
            for (int d = 0; d < Shape.DIRECTIONS; d++) {
                boolean later = d >> 1 > direction >> 1;
                int there = ring(rings, after, d);
                if (!rules.adaptive() && ends && (later || anyOrder && d >> 1 != direction >> 1)) {
                    to |= pairs(there >> 2 & ESCAPE_PAIR, d);
                } else if (rules.adaptive() && (later || !escape && d >> 1 != direction >> 1)) {
                    // a packet in an escape VC has finished the lower dimensions and never returns to them
                    int all = pairs(there & ESCAPE_PAIR, d);
                    to |= ends || !later ? all : all & ~ESCAPES;
                }
            }
            next[node * LINK_VCS + lsb + v] = to;
        }
    }

    /** Returns a mask of these escape VCs of a direction and, for adaptive packets that have one, the adaptive VCs. */
    private int pairs(int escapes, int direction) {
        return (escapes | (escapes != 0 && rules.adaptive() ? ADAPTIVE_PAIR : 0)) << 4 * direction;
    }

    // ---- other packets

    public void addFirst(int node, int link) {
        first[node] |= 1 << link;
        used[node] |= 1 << link;
    }

    /** Adds a hop of a packet that came to `node` by a link VC of the node before. */
    public void addNext(int before, int link, int node, int to) {
        next[before * LINK_VCS + link] |= 1 << to;
        used[node] |= 1 << to;
    }

    public void addLast(int node, int link) {
        last[node] |= 1 << link;
    }

    /** Makes one node send all packets in these directions on one escape VC, for variants. */
    RoutingRelation sending(int bad, IntPredicate directions, int only) {
        for (int d = 0; d < Shape.DIRECTIONS; d++) {
            if (directions.test(d)) {
                int pair = ESCAPE_PAIR << 4 * d;
                int one = 1 << 4 * d + only;
                used[bad] = moved(used[bad], pair, one);
                last[bad] = moved(last[bad], pair, one);
                first[bad] = moved(first[bad], pair, one);
                int link = bad * LINK_VCS + 4 * d;
                next[link + only] |= next[link + 1 - only];
                next[link + 1 - only] = 0;
                for (int i = 0; i < next.length; i++) {
                    if (shape.neighbour(i / LINK_VCS, i % LINK_VCS / 4) == bad) {
                        next[i] = moved(next[i], pair, one);
                    }
                }
            }
        }
        return this;
    }

    private static int moved(int mask, int pair, int one) {
        return (mask & pair) == 0 ? mask : mask & ~pair | one;
    }

    /** Adds packets that circulate in X forever on either escape VC, for a variant. */
    RoutingRelation circling() {
        for (int node = 0; node < shape.nodes() && shape.kx() > 1; node++) {
            for (int direction = 0; direction < 2; direction++) {
                int pair = ESCAPE_PAIR << 4 * direction;
                used[node] |= pair;
                first[node] |= pair;
                next[node * LINK_VCS + 4 * direction] |= pair;
                next[node * LINK_VCS + 4 * direction + 1] |= pair;
            }
        }
        return this;
    }

    // ---- the relation

    RoutingRules rules() {
        return rules;
    }

    /** Returns the link VCs of a node that some packet uses. */
    public int used(int node) {
        return used[node];
    }

    /** Returns the link VCs of the next node that a packet may want while it holds this one. */
    public int next(int node, int link) {
        return next[node * LINK_VCS + link];
    }

    /** Returns the link VCs of a node whose hop is the last hop of some packet. */
    public int last(int node) {
        return last[node];
    }

    /** Returns the link VCs that a packet injected at a node may want first. */
    public int first(int node) {
        return first[node];
    }

    /**
     * Returns the number of the rule by which a packet in a link VC waits for the next one. CHOICE is one of several
     * choices of a packet; a wait with any other rule is for its escape VC.
     *
     * @param link -1 for a packet at injection
     */
    public static int rule(int link, int to) {
        if ((to & 2) != 0) {
            return RuleTable.CHOICE;
        }
        if (link < 0) {
            return RuleTable.FIRST_HOP;
        }
        return (link & 2) != 0 ? RuleTable.ESCAPE : link >> 2 == to >> 2 ? RuleTable.RING : RuleTable.TURN;
    }
}
