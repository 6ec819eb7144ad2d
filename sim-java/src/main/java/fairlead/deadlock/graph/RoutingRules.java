// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.DimensionOrder.Need;
import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.deadlock.graph.MinimalAdaptive.NoEscape;
import fairlead.engine.api.Routing;
import fairlead.engine.api.Shape;
import fairlead.engine.api.VcRule;
import java.util.Locale;

/**
 * What a packet may do at each hop, from docs/spec/route-unit.md and torus-router.md: the one description from which come the relation of the static check, the packets
 * of the network query and the answers expected of the RTL's RouteUnit.
 *
 * @param escape which escape VC a hop has
 * @param adaptive packets may also take v = 2, 3 of every minimal link
 * @param bubble escape VCs are bubble rings
 * @param need free slots for the escape VC, by how it is entered
 * @param captive packets without an escape VC: a flaw
 */
public record RoutingRules(
        String name, VcFunction escape, boolean adaptive, boolean bubble, Need need, NoEscape captive) {
    /** The machine as it is built. */
    public static RoutingRules of(final Routing routing, final VcRule rule) {
        final String escape = routing.bubbleEscape() ? "bubble" : rule.name().toLowerCase(Locale.ROOT);
        final String name =
                switch (routing.mode()) {
                    case DIMENSION_ORDER -> "dimension_order+" + escape;
                    case BUBBLE -> escape;
                    default -> "adaptive+" + escape;
                };
        return new RoutingRules(
                name,
                VcFunction.of(routing, rule),
                routing.mode() == Routing.Mode.ADAPTIVE,
                routing.bubbleEscape(),
                routing.bubbleEscape() ? Need.BUBBLE : Need.ONE,
                NoEscape.NEVER);
    }

    /** What packets of this machine may do that are not adaptive. */
    public RoutingRules inOrder() {
        return new RoutingRules(name, escape, false, bubble, need, captive);
    }

    /** N01: one VC, wormhole. */
    public RoutingRules oneVc() {
        return new RoutingRules("N01", VcFunction.ZERO, adaptive, bubble, need, captive);
    }

    /** N06, N31: nothing adaptive ever takes an escape VC. */
    public RoutingRules noEscape() {
        return without("N06", (direction, v) -> true);
    }

    /** N07: no escape VC for an adaptive head that came in by that port. */
    public RoutingRules escapeBlocked(final int port) {
        return without("N07", (direction, v) -> direction < 0 ? port >= Shape.DIRECTIONS : direction == (port ^ 1));
    }

    private RoutingRules without(final String id, final NoEscape which) {
        return new RoutingRules(id, escape, adaptive, bubble, need, which);
    }

    /** N09: a bubble ring is entered with one free slot. */
    public RoutingRules bubbleOne() {
        return new RoutingRules("N09", escape, adaptive, bubble, Need.ONE, captive);
    }

    /** N10: from another ring it is entered with one free slot. */
    public RoutingRules bubbleNoTurn() {
        return new RoutingRules("N10", escape, adaptive, bubble, new Need(1, 1, 2), captive);
    }

    /** Which resource leads to which, for all packets of a shape together. */
    public RoutingRelation relation(final Shape shape) {
        return adaptive
                ? new MinimalAdaptive(shape, escape, bubble, need, captive)
                : bubble ? DimensionOrder.bubble(shape, need) : new DimensionOrder(shape, escape, Ties.BOTH);
    }

    /** What each single packet of a shape may do. */
    public PacketRouting packets(final Shape shape) {
        return new PacketRouting(shape, this);
    }
}
