// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.engine.api.Shape;
import java.util.BitSet;

/**
 * Which bubble rings keep a hole for ever. A ring is the VC 0 of the links of one direction on one line of nodes; its buffers together begin with more free slots than
 * one. Going on moves a packet into one free slot and frees another; entering takes a slot only where two are free. So one stays free when every entry needs two, in
 * buffers that have two; then what is in the ring goes round until it leaves, and the ring counts as one resource. A ring with another entry keeps its cycle of waits.
 */
final class BubbleRings implements RoutingRelation.Sink {
    private static final int HOLE = 2;

    private final BitSet broken = new BitSet();
    private Shape shape;
    private RoutingRelation relation;
    private boolean any;
    /** By node: where its rings in x, y and z begin. */
    private int[] firsts = new int[0];

    private int from;
    private int fromDirection;

    /** @param wanted false: no ring is contracted */
    void of(final Shape of, final RoutingRelation by, final int slots, final boolean wanted) {
        shape = of;
        relation = by;
        broken.clear();
        any = wanted && by.isBubble() && slots >= HOLE;
        if (!any) {
            return;
        }
        place();
        for (int node = 0; node < of.nodes(); node++) {
            fromDirection = -1;
            by.first(node, this);
            for (int direction = 0; direction < Shape.DIRECTIONS; direction++) {
                for (int v = 0; v < 4; v++) {
                    from = v;
                    fromDirection = direction;
                    by.next(node, direction, v, this);
                }
            }
        }
    }

    @Override
    public void link(final int node, final int direction, final int v, final int rule) {
        final boolean goesOn = fromDirection == direction && from == 0;
        if (v == 0 && !goesOn && relation.slots(rule) < HOLE) {
            broken.set(id(node, direction));
        }
    }

    private int id(final int node, final int direction) {
        return first(node, direction) * Shape.DIRECTIONS + direction;
    }

    private void place() {
        if (firsts.length < 3 * shape.nodes()) {
            firsts = new int[3 * shape.nodes()];
        }
        for (int node = 0; node < shape.nodes(); node++) {
            final int x = shape.x(node);
            final int y = shape.y(node);
            final int z = shape.z(node);
            firsts[3 * node] = shape.rank(0, y, z);
            firsts[3 * node + 1] = shape.rank(x, 0, z);
            firsts[3 * node + 2] = shape.rank(x, y, 0);
        }
    }

    /** The node of the ring at position 0; only of a shape with rings to contract. */
    int first(final int node, final int direction) {
        return firsts[3 * node + (direction >> 1)];
    }

    /** True iff the ring of this link is a bubble ring that keeps its hole. */
    boolean holds(final int node, final int direction) {
        return any && !broken.get(id(node, direction));
    }
}
