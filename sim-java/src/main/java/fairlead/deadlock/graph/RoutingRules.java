// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.DimensionOrder.Need;
import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.deadlock.graph.MinimalAdaptive.NoEscape;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.Locale;

/**
 * The possible hops of a packet, from docs/spec/route-unit.md and torus-router.md. This single description gives the
 * relation of the static check, the packets of the network query, and the expected results of the RTL's RouteUnit.
 *
 * @param name name for reports
 * @param escape escape VC of a hop
 * @param adaptive true if packets may also take v = 2, 3 of every minimal link
 * @param bubble true if escape VCs are bubble rings
 * @param need free slots that the escape VC needs, by the kind of entry
 * @param captive packets without an escape VC, which is a flaw
 */
public record RoutingRules(
        String name, VcFunction escape, boolean adaptive, boolean bubble, Need need, NoEscape captive) {
    /** Returns the rules of the shipped machine. */
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

    /** Returns the rules for packets of this machine that are not adaptive. */
    public RoutingRules inOrder() {
        return new RoutingRules(name, escape, false, bubble, need, captive);
    }

    /** Returns the rules of N01: one VC, wormhole. */
    public RoutingRules oneVc() {
        return new RoutingRules("N01", VcFunction.ZERO, adaptive, bubble, need, captive);
    }

    /** Returns the rules of N06 and N31: no adaptive packet ever takes an escape VC. */
    public RoutingRules noEscape() {
        return without("N06", (direction, v) -> true);
    }

    /** Returns the rules of N07: an adaptive head that arrived at that port has no escape VC. */
    public RoutingRules escapeBlocked(final int port) {
        return without("N07", (direction, v) -> direction < 0 ? port >= Shape.DIRECTIONS : direction == (port ^ 1));
    }

    private RoutingRules without(final String id, final NoEscape which) {
        return new RoutingRules(id, escape, adaptive, bubble, need, which);
    }

    /** Returns the rules of N09: a packet may enter a bubble ring with one free slot. */
    public RoutingRules bubbleOne() {
        return new RoutingRules("N09", escape, adaptive, bubble, Need.ONE, captive);
    }

    /** Returns the rules of N10: a packet may enter a bubble ring from another ring with one free slot. */
    public RoutingRules bubbleNoTurn() {
        return new RoutingRules("N10", escape, adaptive, bubble, new Need(1, 1, 2), captive);
    }

    /** Returns the relation of all packets of a shape together. */
    public RoutingRelation relation(final Shape shape) {
        return adaptive
                ? new MinimalAdaptive(shape, escape, bubble, need, captive)
                : bubble ? DimensionOrder.bubble(shape, need) : new DimensionOrder(shape, escape, Ties.BOTH);
    }

    public PacketRouting packets(final Shape shape) {
        return new PacketRouting(shape, this);
    }
}
