// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.networks;

import fairlead.deadlock.graph.RoutingRules;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;

/** The network questions that docs/understand/deadlock.md lists. */
public final class NetworkCases {
    private static final List<Shape> SHAPES = List.of(new Shape(4, 4, 1), new Shape(5, 5, 1), new Shape(4, 2, 2));
    private static final Routing ADAPTIVE_BUBBLE = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
    private static final int BUBBLE_SLOTS = 2;

    private NetworkCases() {}

    /**
     * Returns the questions: first every routing mode as it is built, on every shape, which must be proved; then flaws,
     * which must be refuted.
     */
    public static List<NetworkCase> all() {
        final List<NetworkCase> all = new ArrayList<>();
        for (final Shape shape : SHAPES) {
            safe(all, shape, Routing.DIMENSION_ORDER, VcRule.DATELINE, 1);
            safe(all, shape, Routing.DIMENSION_ORDER, VcRule.STATIC, 1);
            safe(all, shape, Routing.ADAPTIVE, VcRule.DATELINE, 1);
            safe(all, shape, Routing.ADAPTIVE, VcRule.STATIC, 1);
            safe(all, shape, Routing.BUBBLE, VcRule.DATELINE, BUBBLE_SLOTS);
            safe(all, shape, ADAPTIVE_BUBBLE, VcRule.DATELINE, BUBBLE_SLOTS);
        }
        all.add(oneVc(new Shape(4, 4, 1)));
        all.add(oneVc(new Shape(5, 5, 1)));
        final Shape square = SHAPES.get(0);
        // This question has a ring of 5 and straight packets, so that its deadlock can be repeated on the RTL. On a
        // ring of 4, half of the straight packets of two hops take the other direction, and the model does not say
        // which link the other packets choose.
        all.add(NetworkCase.packets(
                        new Shape(5, 5, 1),
                        RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE).noEscape(),
                        1,
                        false,
                        false)
                .straightOnly());
        all.add(NetworkCase.packets(
                square, RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE).bubbleOne(), BUBBLE_SLOTS, false, false));
        final Shape ring = new Shape(7, 1, 1);
        all.add(lengths(ring, "bubble.flits", false));
        all.add(lengths(ring, "bubble.slots", true));
        return all;
    }

    private static void safe(
            final List<NetworkCase> all, final Shape shape, final Routing routing, final VcRule rule, final int slots) {
        all.add(NetworkCase.packets(shape, RoutingRules.of(routing, rule), slots, true, true));
    }

    /**
     * Returns the question of a machine with one VC. Ties go in the direction of the header builder, so that the RTL
     * can follow the trace into the deadlock.
     */
    static NetworkCase oneVc(final Shape shape) {
        return NetworkCase.packets(
                shape, RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE).oneVc(), 1, false, false);
    }

    /**
     * Returns the question of bubble rings with packets of one and of two units in buffers of four units. Room is
     * counted in units or, if `whole`, in packets of any length.
     */
    private static NetworkCase lengths(final Shape shape, final String name, final boolean whole) {
        return new NetworkCase(
                NetworkCase.id(shape, name),
                shape,
                RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE),
                2 * BUBBLE_SLOTS,
                new int[] {1, 2},
                whole,
                true,
                false,
                whole);
    }
}
