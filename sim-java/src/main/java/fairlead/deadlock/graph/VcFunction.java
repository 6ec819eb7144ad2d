// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Routing;
import fairlead.machine.VcRule;

/** Selects one of the two escape VCs of a packet's class for one hop on a ring, from docs/spec/route-unit.md. */
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
     * Returns VC 0 for every hop. This is the rule of bubble rings, which need cut-through and an additional free slot
     * at entry; otherwise it is a flaw (N01).
     */
    VcFunction ZERO = (dimension, k, me, goal, minus, cross) -> 0;

    static VcFunction of(final VcRule rule) {
        return rule == VcRule.DATELINE ? DATELINE : STATIC;
    }

    /** Returns the rule of the escape VCs of a machine. */
    static VcFunction of(final Routing routing, final VcRule rule) {
        return routing.bubbleEscape() ? ZERO : of(rule);
    }
}
