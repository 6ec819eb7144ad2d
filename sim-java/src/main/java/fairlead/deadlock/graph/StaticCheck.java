// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.RuleTable.Rule;
import fairlead.deadlock.graph.WaitGraph.View;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.LinkDepths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.List;
import java.util.function.Function;

/**
 * Decides before a run whether the resources of a machine can wait for each other forever (D8): in a cycle or, if
 * packets have several choices, in a set without a way out. docs/understand/deadlock.md states the assumptions. One
 * instance may
 * check many shapes and keeps its memory; it must not be used by two threads at a time.
 *
 * <p>With choices (adaptive routing under cut-through) it is enough to examine the escape VCs. A packet waits only
 * while its escape VC is not free, so a set of packets that wait forever contains a cycle of waits for escape VCs. The
 * argument requires that the escape VC is among the choices at every hop, and that a packet holds only the buffer in
 * which it is. A wormhole packet holds more buffers, and then every path from one escape VC to another through adaptive
 * VCs is a wait: an extended dependency.
 */
public final class StaticCheck {
    /** The condition under which a set of waits may last forever. */
    enum Method {
        /** A packet holds one buffer, or has no choices. */
        WAITS,
        /** A packet holds a chain of buffers and has choices: a cycle counts if it contains an escape VC. */
        EXTENDED
    }

    private final String routing;
    private final Function<Shape, RoutingRelation> relation;
    private final WaitGraph graph;
    private final Method method;
    private final int slots;
    private final String flaw;
    private final Tarjan tarjan = new Tarjan();
    private ClassRouteTable routes; // null: the collective network is not used
    private boolean turns; // whether the collective network has the flaw tree_turn

    /** Checks the shipped machine in dimension order with that VC rule and 1 or 2 local ports of each class. */
    public StaticCheck(final VcRule rule, final int localPorts) {
        this(Routing.DIMENSION_ORDER, rule, localPorts);
    }

    /** Checks the shipped machine with sufficient buffer depth. */
    public StaticCheck(final Routing routing, final VcRule rule, final int localPorts) {
        this(Variants.shipped(routing, rule), RuleTable.SHIPPED, localPorts, 1, enough(routing), "");
    }

    /** Makes the check of any machine, with its flaw if it has one. */
    public static StaticCheck of(final MachineConfig machine) {
        final Routing routing = machine.routing();
        final LinkDepths depths = machine.buffers().links();
        final int shallow = depths.tooShallow(routing);
        final String flaw = shallow < 0
                ? ""
                : "link VC buffers of " + depths.flits().get(shallow) + " flits; this routing needs "
                        + routing.minDepth(LinkDepths.isAdaptive(shallow % LinkDepths.KINDS))
                        + ": room for every packet that may enter";
        // a head enters a ring of escape VCs by their room alone
        final int slots = routing.cutThrough() ? routing.slots(depths.leastEscape()) : enough(routing);
        final StaticCheck check = Variants.of(machine, slots, flaw);
        check.turns = machine.unsafe().variant() == UnsafeVariant.TREE_TURN;
        return machine.collective().isUsed()
                ? check.with(ClassRouteTable.of(machine.collective(), machine.nodes()))
                : check;
    }

    /** Returns the waits of the collective network of a machine, with its flaw if it has one. */
    public static TreeWaits treeWaits(final MachineConfig machine) {
        return new TreeWaits(
                ClassRouteTable.of(machine.collective(), machine.nodes()),
                machine.unsafe().variant() == UnsafeVariant.TREE_TURN);
    }

    /** Adds the collective network of a machine with these class routes to the following checks. */
    public StaticCheck with(final ClassRouteTable classRoutes) {
        routes = classRoutes;
        return this;
    }

    /** Returns the number of packets for which a VC buffer must have room. */
    static int enough(final Routing routing) {
        return routing.bubbleEscape() ? 2 : 1;
    }

    /**
     * Checks any machine.
     *
     * @param slots number of packets for which a link VC buffer has room
     * @param flaw flaw of its configuration; empty if there is none
     */
    StaticCheck(
            final Variants.Network network,
            final RuleTable table,
            final int localPorts,
            final int responseClass,
            final int slots,
            final String flaw) {
        this.routing = network.name();
        this.relation = network.relation();
        this.method = network.method();
        this.graph = new WaitGraph(table, localPorts, responseClass);
        this.slots = slots;
        this.flaw = flaw;
    }

    /** Returns the routing relation of one class that the check uses. */
    public RoutingRelation relation(final Shape shape) {
        return relation.apply(shape.torus());
    }

    /** Returns the output VCs that each input VC may want, from the same graph. */
    public WaitTable waits(final Shape shape) {
        final Shape torus = shape.torus();
        graph.build(torus, relation.apply(torus), View.ALL, slots);
        return new WaitTable(torus, graph);
    }

    /** Builds the graph of one shape, whose I/O tiles have no link of the torus, and decides whether it is safe. */
    public CheckResult check(final Shape shape) {
        final boolean extended = method == Method.EXTENDED;
        graph.build(shape.torus(), relation(shape), extended ? View.ALL : View.DECIDING, slots);
        tarjan.acyclic(graph);
        final List<Integer> cycle =
                Cycles.shortest(graph, tarjan.cyclic(), vertex -> !extended || WaitGraph.isEscape(vertex));
        final CheckResult torus = new CheckResult(
                shape,
                routing,
                graph.usedVertices(),
                graph.edgeCount(),
                cycle.isEmpty() && flaw.isEmpty() && graph.unescaped() == 0,
                Cycles.steps(graph, cycle, this::step),
                flaw());
        return routes == null ? torus : withTree(torus);
    }

    /** Adds the collective network, which shares no resource with the torus, so that no cycle contains both. */
    private CheckResult withTree(final CheckResult torus) {
        final String wrong = routes.flaw();
        if (!wrong.isEmpty()) {
            return new CheckResult(
                    torus.shape(),
                    torus.routing(),
                    torus.vertices(),
                    torus.edges(),
                    false,
                    torus.cycle(),
                    torus.flaw().isEmpty() ? wrong : torus.flaw() + "; " + wrong);
        }
        final TreeWaits tree = new TreeWaits(routes, turns);
        final List<Integer> cycle = Cycles.shortest(tree, vertex -> true);
        return new CheckResult(
                torus.shape(),
                torus.routing(),
                torus.vertices() + tree.usedVertices(),
                torus.edges() + tree.edgeCount(),
                torus.safe() && cycle.isEmpty(),
                torus.cycle().isEmpty() ? Cycles.steps(tree, cycle, tree::step) : torus.cycle(),
                torus.flaw());
    }

    private String flaw() {
        return graph.unescaped() == 0 || !flaw.isEmpty()
                ? flaw
                : "no escape VC among the choices of packets in " + graph.unescaped() + " places, the first: "
                        + graph.firstUnescaped();
    }

    private CheckResult.Step step(final int from, final int edge) {
        final Rule rule = graph.rule(edge);
        return new CheckResult.Step(graph.name(from), graph.name(graph.target(edge)), rule.id(), rule.reason());
    }
}
