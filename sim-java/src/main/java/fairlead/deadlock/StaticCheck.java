// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.engine.MachineConfig;
import fairlead.engine.Shape;
import fairlead.engine.VcRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Decides before a run whether the resources of a machine can wait for each other in a cycle (D8). Without a cycle nothing deadlocks, whatever the traffic, at every
 * buffer depth; what is assumed stands in docs/deadlock.md. One instance may check many shapes and keeps its memory; not for two threads at a time.
 */
public final class StaticCheck {
    private final String routing;
    private final Function<Shape, Relation> relation;
    private final WaitGraph graph;
    private final Tarjan tarjan = new Tarjan();

    /** The machine as it is built, with that VC rule and 1 or 2 local ports of each class. */
    public StaticCheck(final VcRule rule, final int localPorts) {
        this(
                "dimension_order+" + rule.name().toLowerCase(Locale.ROOT),
                shape -> new DimensionOrder(shape, VcFunction.of(rule), DimensionOrder.Ties.BOTH),
                RuleTable.SHIPPED,
                localPorts,
                1);
    }

    /** Any machine, with its flaw if it has one. */
    public static StaticCheck of(final MachineConfig machine) {
        if (machine.dla().options().bypass()) {
            return Variants.bypassed(machine.vcRule(), machine.localPorts());
        }
        return Variants.of(machine.vcRule(), machine.localPorts(), machine.unsafe());
    }

    /** The routing relation of one class that the check uses. */
    public Relation relation(final Shape shape) {
        return relation.apply(shape);
    }

    /** Which input VC may want which output VC, from the same graph. */
    public WaitTable waits(final Shape shape) {
        graph.build(shape, relation.apply(shape));
        return new WaitTable(shape, graph);
    }

    /** A variant. */
    StaticCheck(
            final String routing,
            final Function<Shape, Relation> relation,
            final RuleTable table,
            final int localPorts,
            final int responseClass) {
        this.routing = routing;
        this.relation = relation;
        this.graph = new WaitGraph(table, localPorts, responseClass);
    }

    /** Builds the graph of one shape and decides it. */
    public CheckResult check(final Shape shape) {
        graph.build(shape, relation.apply(shape));
        final boolean safe = tarjan.acyclic(graph);
        return new CheckResult(
                shape, routing, graph.usedVertices(), graph.edgeCount(), safe, safe ? List.of() : story());
    }

    private List<CheckResult.Step> story() {
        final List<Integer> cycle = ShortestCycle.of(graph, tarjan.cyclic());
        final List<CheckResult.Step> steps = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            final int edge = cycle.get(i);
            final int before = cycle.get(i == 0 ? cycle.size() - 1 : i - 1);
            final Rule rule = graph.rule(edge);
            steps.add(new CheckResult.Step(
                    graph.name(graph.target(before)), graph.name(graph.target(edge)), rule.id(), rule.reason()));
        }
        return steps;
    }
}
