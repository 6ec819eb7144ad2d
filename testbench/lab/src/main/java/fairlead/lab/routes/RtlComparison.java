// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.graph.RoutingRelation;
import fairlead.deadlock.graph.VcFunction;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of comparing one shape's routing relation with the Verilated RouteUnit.
 *
 * @param tuples the number of questions: (node, in-port, VC, class, mode, destination) with each routing word that
 *      occurs there
 * @param answers the number of hops and ejections of all packets, for both directions of ties and both classes; 0 with
 *      cut-through, where only tuples are compared
 * @param differences the number of tuples with different answers, plus the number of facts that only one of the two
 *      graphs has
 * @param first descriptions of some differences
 */
public record RtlComparison(long tuples, long answers, long differences, List<String> first) {
    private static final int KEPT = 10;

    public RtlComparison {
        first = List.copyOf(first);
    }

    /** Compares the unit of the product library with the relation that the static check uses. */
    public static RtlComparison of(
            final Shape shape, final Routing routing, final VcRule rule, final RoutingRelation relation) {
        try (RouteLibrary unit = RouteLibrary.shipped()) {
            if (routing.cutThrough()) {
                final RtlChoices choices = RtlChoices.compare(unit, shape, routing, rule);
                return new RtlComparison(choices.tuples(), 0, choices.differences(), choices.first());
            }
            return of(unit, shape, rule, VcFunction.of(rule), relation);
        }
    }

    static RtlComparison of(
            final RouteLibrary unit,
            final Shape shape,
            final VcRule rule,
            final VcFunction function,
            final RoutingRelation relation) {
        final RtlTuples tuples = RtlTuples.compare(unit, shape, rule, function, Unsafe.NONE);
        final List<String> first = new ArrayList<>(tuples.first());
        long differences = tuples.differences();
        long answers = 0;
        for (int cls = 0; cls < 2; cls++) {
            final RtlRelation rtl = RtlRelation.walk(unit, shape, rule, Unsafe.NONE, cls, true);
            final List<String> wrong = new ArrayList<>();
            rtl.missingIn(relation).forEach(fact -> wrong.add("only the RTL: " + fact));
            rtl.notSeenOf(relation).forEach(fact -> wrong.add("only the static check: " + fact));
            differences += wrong.size();
            first.addAll(wrong.subList(0, Math.min(KEPT, wrong.size())));
            answers += rtl.answers();
        }
        return new RtlComparison(tuples.tuples(), answers, differences, first);
    }
}
