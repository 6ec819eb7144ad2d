// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;
import java.util.BitSet;

/**
 * Decides which bubble rings always keep a free slot. A ring consists of VC 0 of the links of one direction on one line
 * of nodes; its buffers together begin with more than one free slot. A packet that continues on the ring moves into one
 * free slot and frees another. A packet that enters the ring takes a slot only if two are free. One slot therefore
 * stays free if every entry needs two slots and every buffer has two. The packets of such a ring keep moving until they
 * leave, and the ring counts as one resource. A ring with any other kind of entry keeps its cycle of waits.
 */
final class BubbleRings implements RoutingRelation.Sink {
    private static final int HOLE = 2;

    private final BitSet broken = new BitSet();
    private Shape shape;
    private RoutingRelation relation;
    private boolean any;
    /** The nodes at position 0 of the rings in x, y and z, by node. */
    private int[] firsts = new int[0];

    private int from;
    private int fromDirection;

    /** @param wanted false to treat no ring as one resource */
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

    /** Returns the node at position 0 of the ring; valid only for a shape with rings that keep a free slot. */
    int first(final int node, final int direction) {
        return firsts[3 * node + (direction >> 1)];
    }

    /** Returns whether the ring of this link is a bubble ring that keeps a free slot. */
    boolean holds(final int node, final int direction) {
        return any && !broken.get(id(node, direction));
    }
}
