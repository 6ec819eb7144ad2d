// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.WaitGraph.View;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides before a run whether the resources of a machine can wait for each other forever (D8): in a cycle or, if
 * packets have several choices, in a set without a way out. docs/understand/deadlock.md states the assumptions. One
 * instance may check many shapes and keeps its memory; it must not be used by two threads at a time.
 *
 * <p>With choices (adaptive routing under cut-through) it is enough to examine the escape VCs. A packet waits only
 * while its escape VC is not free, so a set of packets that wait forever contains a cycle of waits for escape VCs. The
 * argument requires that the escape VC is among the choices at every hop, and that a packet holds only the buffer in
 * which it is. A wormhole packet holds more buffers, and then every path from one escape VC to another through adaptive
 * VCs is a wait: an extended dependency.
 */
public final class StaticCheck {
    private final Variant machine;
    private final WaitGraph graph;
    private final int slots;
    private final String flaw;
    private final Cycles cycles = new Cycles();
    private ClassRouteTable routes; // null: the collective network is not used
    private boolean turns; // whether the collective network has the flaw tree_turn

    /** Checks the shipped machine in dimension order with that VC rule and 1 or 2 local ports of each class. */
    public StaticCheck(VcRule rule, int localPorts) {
        this(Routing.DIMENSION_ORDER, rule, localPorts);
    }

    /** Checks the shipped machine with sufficient buffer depth. */
    public StaticCheck(Routing routing, VcRule rule, int localPorts) {
        this(Variant.shipped(routing, rule), localPorts, enough(routing), "");
    }

    /**
     * Checks any machine.
     *
     * @param slots number of packets for which a link VC buffer has room
     * @param flaw flaw of its configuration; empty if there is none
     */
    StaticCheck(Variant machine, int localPorts, int slots, String flaw) {
        this.machine = machine;
        graph = new WaitGraph(machine.units(), localPorts, machine.responseClass());
        this.slots = slots;
        this.flaw = flaw;
    }

    /** Makes the check of any machine, with its flaw if it has one. */
    public static StaticCheck of(MachineConfig machine) {
        Routing routing = machine.routing();
        Depths depths = machine.buffers().links();
        int shallow = depths.tooShallow(routing);
        String unknown = Variant.unknown(machine);
        String flaw = !unknown.isEmpty() || shallow < 0
                ? unknown
                : "link VC buffers of " + depths.each().get(shallow) + " flits; this routing needs "
                        + routing.minDepth(Depths.isAdaptive(shallow % Depths.KINDS))
                        + ": room for every packet that may enter";
        // a head enters a ring of escape VCs by their room alone
        int slots = routing.cutThrough() ? routing.slots(depths.leastEscape()) : enough(routing);
        StaticCheck check = new StaticCheck(Variant.of(machine), machine.localPorts(), slots, flaw);
        check.turns = hasTurns(machine);
        return machine.collective().isUsed()
                ? check.with(ClassRouteTable.of(machine.collective(), machine.nodes()))
                : check;
    }

    private static boolean hasTurns(MachineConfig machine) {
        return machine.unsafe().variant() == UnsafeVariant.TREE_TURN;
    }

    /** Returns the waits of the collective network of a machine, with its flaw if it has one. */
    public static TreeWaits treeWaits(MachineConfig machine) {
        return new TreeWaits(ClassRouteTable.of(machine.collective(), machine.nodes()), hasTurns(machine));
    }

    /** Adds the collective network of a machine with these class routes to the following checks. */
    public StaticCheck with(ClassRouteTable classRoutes) {
        routes = classRoutes;
        return this;
    }

    static int enough(Routing routing) {
        return routing.bubbleEscape() ? 2 : 1;
    }

    /** Returns the routing relation of one class that the check uses. */
    public RoutingRelation relation(Shape shape) {
        return machine.relation().apply(shape.torus());
    }

    /** Returns the output VCs that each input VC may want, from the same graph. */
    WaitTable waits(Shape shape) {
        graph.build(shape.torus(), relation(shape), View.ALL, slots);
        return new WaitTable(shape.torus(), graph);
    }

    /** Builds the graph of one shape, whose I/O tiles have no link of the torus, and decides whether it is safe. */
    public CheckResult check(Shape shape) {
        boolean extended = machine.isExtended();
        graph.build(shape.torus(), relation(shape), extended ? View.ALL : View.DECIDING, slots);
        String unescaped = graph.unescaped() == 0 || !flaw.isEmpty()
                ? ""
                : "no escape VC among the choices of packets in " + graph.unescaped() + " places, the first: "
                        + graph.firstUnescaped();
        List<CheckResult.Step> cycle =
                cycles.shortest(graph, vertex -> !extended || WaitGraph.isEscape(vertex), graph::step);
        String wrong = flaw + unescaped;
        int vertices = graph.usedVertices();
        int edges = graph.edgeCount();
        boolean safe = cycle.isEmpty();
        String noTree = routes == null ? "" : routes.flaw();
        if (routes != null && noTree.isEmpty()) {
            // the collective network shares no resource with the torus, so that no cycle contains both
            TreeWaits tree = new TreeWaits(routes, turns);
            List<CheckResult.Step> ofTree = cycles.shortest(tree, vertex -> true, tree::step);
            safe &= ofTree.isEmpty();
            cycle = cycle.isEmpty() ? ofTree : cycle;
            vertices += tree.usedVertices();
            edges += tree.edgeCount();
        }
        wrong = Stream.of(wrong, noTree).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        return new CheckResult(shape, machine.name(), vertices, edges, safe && wrong.isEmpty(), cycle, wrong);
    }

    /**
     * The result of the static check for one shape.
     *
     * @param vertices number of resources that some packet can hold
     * @param edges number of waits between them
     * @param safe true if there is neither a cycle nor a flaw
     * @param cycle a shortest cycle, each step waiting for the next; empty if there is none
     * @param flaw a violated condition of the argument, such as escape VCs that cannot be taken or buffers without room
     *     for a packet; empty if there is none
     */
    public record CheckResult(
            Shape shape, String routing, int vertices, int edges, boolean safe, List<Step> cycle, String flaw) {
        /** One step of a cycle: `holder` waits for `wanted` because of `rule`. */
        public record Step(String holder, String wanted, String rule, String reason) {
            @Override
            public String toString() {
                return holder + "  waits for  " + wanted + "  [" + rule + ": " + reason + "]";
            }
        }

        public CheckResult {
            cycle = List.copyOf(cycle);
        }

        public String verdict() {
            if (safe) {
                return "safe, no cycle of waits";
            }
            String waits = cycle.isEmpty() ? "" : "cycle of " + cycle.size();
            return "UNSAFE, " + waits + (waits.isEmpty() || flaw.isEmpty() ? "" : "; ") + flaw;
        }

        /**
         * Returns the dimensions whose rings are too short for a deadlock; a safe result does not test the VC rule on
         * these rings.
         */
        public List<String> shortRings() {
            return IntStream.range(0, 3)
                    .filter(d -> shape.k(d) < 4)
                    .mapToObj(d -> "xyz".substring(d, d + 1))
                    .toList();
        }
    }
}
