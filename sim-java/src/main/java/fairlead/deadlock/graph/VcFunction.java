// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.engine.api.Routing;
import fairlead.engine.api.VcRule;

/** Which of the two VCs of its class a packet takes for one hop on a ring, from docs/spec/route-unit.md. */
@FunctionalInterface
public interface VcFunction {
    /**
     * @param dimension 0 x, 1 y, 2 z
     * @param k nodes of the ring
     * @param me position from which the hop goes
     * @param goal position of the destination, other than `me`
     * @param minus direction of the path
     * @param cross the whole path of this ring uses the wrap link
     */
    int of(int dimension, int k, int me, int goal, boolean minus, boolean cross);

    /** RU_R3: 0 while the wrap link is still ahead, the hop over it included. */
    VcFunction DATELINE = (dimension, k, me, goal, minus, cross) -> (minus ? goal > me : goal < me) ? 0 : 1;

    /** RU_R4: fixed for the ring by "will cross the wrap link". */
    VcFunction STATIC = (dimension, k, me, goal, minus, cross) -> cross ? 1 : 0;

    /** One VC a ring: bubble, which needs cut-through and a free slot more on entering; without them a flaw (N01). */
    VcFunction ZERO = (dimension, k, me, goal, minus, cross) -> 0;

    static VcFunction of(final VcRule rule) {
        return rule == VcRule.DATELINE ? DATELINE : STATIC;
    }

    /** The rule of the escape VCs of a machine. */
    static VcFunction of(final Routing routing, final VcRule rule) {
        return routing.bubbleEscape() ? ZERO : of(rule);
    }
}
