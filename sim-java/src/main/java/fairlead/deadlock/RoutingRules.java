// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * The possible hops of a packet, from docs/spec/route-unit.md and torus-router.md. This single description gives the
 * relation of the static check, the packets of the network query, and the expected results of the RTL's RouteUnit.
 *
 * @param name name for reports
 * @param escape escape VC of a hop
 * @param adaptive true if packets may also take v = 2, 3 of every minimal link
 * @param bubble true if escape VCs are bubble rings
 * @param need free slots that the escape VC needs, by the kind of entry
 * @param captive tests the direction of the link over which packets came, or -1 at injection: true if they have no
 *     escape VC among their choices, which is a flaw
 */
public record RoutingRules(
        String name, VcFunction escape, boolean adaptive, boolean bubble, Need need, IntPredicate captive) {

    /** Selects one of the two escape VCs of a packet's class for one hop on a ring. */
    @FunctionalInterface
    public interface VcFunction {
        /**
         * Returns the VC, 0 or 1.
         *
         * @param dimension 0 for x, 1 for y, 2 for z
         * @param k number of nodes of the ring
         * @param me position from which the hop goes
         * @param goal position of the destination, other than `me`
         * @param minus true for a path in the minus direction
         * @param cross true if the path on this ring uses the wrap link
         */
        int of(int dimension, int k, int me, int goal, boolean minus, boolean cross);

        /** RU_R3: returns 0 before and for the hop over the wrap link, otherwise 1. */
        VcFunction DATELINE = (dimension, k, me, goal, minus, cross) -> (minus ? goal > me : goal < me) ? 0 : 1;

        /** RU_R4: returns one VC for the whole ring, depending on whether the path uses the wrap link. */
        VcFunction STATIC = (dimension, k, me, goal, minus, cross) -> cross ? 1 : 0;

        /**
         * Returns VC 0 for every hop. This is the rule of bubble rings, which need cut-through and an additional free
         * slot at entry; otherwise it is a flaw (N01).
         */
        VcFunction ZERO = (dimension, k, me, goal, minus, cross) -> 0;
    }

    /**
     * The free slots that a packet needs for a hop to an escape VC (RU_R6, RT_R3).
     *
     * @param ring free slots for the next hop on the same ring
     * @param turn free slots to enter a ring from another ring
     * @param enter free slots to enter a ring at injection or from an adaptive VC
     */
    public record Need(int ring, int turn, int enter) {
        static final Need ONE = new Need(1, 1, 1);
        static final Need BUBBLE = new Need(1, 2, 2);

        public int of(int rule) {
            return rule == RuleTable.RING ? ring : rule == RuleTable.TURN ? turn : enter;
        }
    }

    public static RoutingRules of(Routing routing, VcRule rule) {
        boolean bubble = routing.bubbleEscape();
        String escape = bubble ? "bubble" : rule.name().toLowerCase(Locale.ROOT);
        return new RoutingRules(
                routing.mode() == Routing.Mode.BUBBLE
                        ? escape
                        : routing.mode().name().toLowerCase(Locale.ROOT) + "+" + escape,
                bubble ? VcFunction.ZERO : rule == VcRule.DATELINE ? VcFunction.DATELINE : VcFunction.STATIC,
                routing.mode() == Routing.Mode.ADAPTIVE,
                bubble,
                bubble ? Need.BUBBLE : Need.ONE,
                direction -> false);
    }

    /** Returns the rules for the packets of this machine that are adaptive, or for those that are not. */
    public RoutingRules packets(boolean areAdaptive) {
        return new RoutingRules(name, escape, areAdaptive, bubble, need, captive);
    }

    /** Returns the rules with another escape VC, for a variant. */
    public RoutingRules with(String id, VcFunction other) {
        return new RoutingRules(id, other, adaptive, bubble, need, captive);
    }

    /** Returns the rules of N01: one VC, wormhole. */
    public RoutingRules oneVc() {
        return with("N01", VcFunction.ZERO);
    }

    /** Returns the rules of N06 and N31: no adaptive packet ever takes an escape VC. */
    public RoutingRules noEscape() {
        return new RoutingRules("N06", escape, adaptive, bubble, need, direction -> true);
    }

    /** Returns the rules of N07: an adaptive head that arrived at that port has no escape VC. */
    public RoutingRules escapeBlocked(int port) {
        return new RoutingRules(
                "N07",
                escape,
                adaptive,
                bubble,
                need,
                direction -> direction < 0 ? port >= Shape.DIRECTIONS : direction == (port ^ 1));
    }

    /** Returns the rules of N09: a packet may enter a bubble ring with one free slot. */
    public RoutingRules bubbleOne() {
        return new RoutingRules("N09", escape, adaptive, bubble, Need.ONE, captive);
    }

    /** Returns the rules of N10: a packet may enter a bubble ring from another ring with one free slot. */
    public RoutingRules bubbleNoTurn() {
        return new RoutingRules("N10", escape, adaptive, bubble, new Need(1, 1, 2), captive);
    }

    /** Returns whether every packet with this origin has its escape VC among its choices (Duato's connectivity). */
    public boolean escapes(int direction) {
        return !adaptive || !captive.test(direction);
    }
}
