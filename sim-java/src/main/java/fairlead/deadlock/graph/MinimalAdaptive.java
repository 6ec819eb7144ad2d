// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.DimensionOrder.Need;
import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.machine.Shape;

/**
 * Minimal adaptive routing over an escape pair in dimension order (RU_R6, RT_R8), as a product of rings. A packet may
 * take v = 2, 3 of every minimal hop and, at every hop, the escape VC of its lowest unfinished dimension. It may leave
 * an escape VC for an adaptive one and return to an escape VC in any dimension in the middle of its path; a turn can
 * therefore lead to every hop of a ring, not only to first hops. The relation ignores the restrictions of `prefer`, so
 * the relation of the hardware is a subset.
 */
final class MinimalAdaptive implements RoutingRelation {
    /** Tells which packets have no escape VC among their choices; the shipped machine has no such packets. */
    interface NoEscape {
        NoEscape NEVER = (direction, v) -> false;

        /**
         * Returns whether packets with this origin have no escape VC.
         *
         * @param direction direction of the link over which the packet came, -1 if it was injected
         * @param v VC of that link, -1 if it was injected
         */
        boolean at(int direction, int v);
    }

    private static final int ADAPTIVE = 2;
    private static final int END = 4;

    private final Shape shape;
    private final DimensionOrder rings;
    private final boolean bubble;
    private final Need need;
    private final NoEscape noEscape;

    MinimalAdaptive(
            final Shape shape,
            final VcFunction escape,
            final boolean bubble,
            final Need need,
            final NoEscape noEscape) {
        this.shape = shape;
        this.rings = new DimensionOrder(shape, escape, Ties.BOTH);
        this.bubble = bubble;
        this.need = need;
        this.noEscape = noEscape;
    }

    @Override
    public boolean used(final int node, final int direction, final int v) {
        final int here = rings.hops(node, direction);
        return v < ADAPTIVE ? (here >> v & 1) != 0 : (here & 3) != 0;
    }

    @Override
    public boolean last(final int node, final int direction, final int v) {
        final int here = rings.hops(node, direction) >> 4;
        return v < ADAPTIVE ? (here >> v & 1) != 0 : (here & 3) != 0;
    }

    @Override
    public void next(final int node, final int direction, final int v, final Sink sink) {
        if (!used(node, direction, v)) {
            return;
        }
        final int after = shape.neighbour(node, direction);
        final int dimension = direction >> 1;
        final boolean escape = v < ADAPTIVE;
        final int on = rings.hops(node, direction) >> 6;
        final int more = escape ? on >> 2 * v & 3 : (on | on >> 2) & 3;
        for (int w = 0; w < 2; w++) {
            if ((more >> w & 1) != 0) {
                sink.link(after, direction, w, escape ? RuleTable.RING : RuleTable.ESCAPE);
            }
        }
        if (more != 0) {
            choices(after, direction, sink);
        }
        // a packet in an escape VC has finished the lower dimensions and never returns to them
        for (int d = escape ? 2 * dimension + 2 : 0; d < Shape.DIRECTIONS; d++) {
            if (d >> 1 != dimension && (rings.hops(after, d) & 3) != 0) {
                choices(after, d, sink);
                if (d >> 1 < dimension || last(node, direction, v)) {
                    every(after, d, escape ? RuleTable.TURN : RuleTable.ESCAPE, sink);
                }
            }
        }
    }

    private void every(final int node, final int direction, final int rule, final Sink sink) {
        for (int w = 0; w < 2; w++) {
            if ((rings.hops(node, direction) >> w & 1) != 0) {
                sink.link(node, direction, w, rule);
            }
        }
    }

    private static void choices(final int node, final int direction, final Sink sink) {
        for (int w = ADAPTIVE; w < END; w++) {
            sink.link(node, direction, w, RuleTable.CHOICE);
        }
    }

    @Override
    public void first(final int node, final Sink sink) {
        rings.first(node, sink);
        for (int d = 0; d < Shape.DIRECTIONS; d++) {
            if ((rings.hops(node, d) >> 2 & 3) != 0) {
                choices(node, d, sink);
            }
        }
    }

    @Override
    public int slots(final int rule) {
        return need.of(rule);
    }

    @Override
    public boolean isBubble() {
        return bubble;
    }

    @Override
    public boolean escapes(final int node, final int direction, final int v) {
        return !noEscape.at(direction, v);
    }

    @Override
    public boolean escapes(final int node) {
        return !noEscape.at(-1, -1);
    }
}
