// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.RoutingRules.VcFunction;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A machine as the static check models it: as it is shipped, or with a deliberate flaw. The numbers of flaws refer to
 * the table in docs/understand/deadlock.md.
 *
 * @param name name of the routing or number of the flaw, for reports
 * @param relation routing relation of a shape
 * @param isExtended true if a packet holds a chain of buffers and has choices: a cycle counts if it contains an escape
 *     VC; otherwise a packet holds one buffer, or has no choices
 * @param units waits of the units
 * @param responseClass class of the links that responses use
 */
record Variant(
        String name,
        Function<Shape, RoutingRelation> relation,
        boolean isExtended,
        RuleTable units,
        int responseClass) {
    private static final Set<String> IN_ORDER =
            Set.of("N01", "N02x", "N02y", "N02z", "N03", "late", "N04", "N05", "N24", "long");

    /** Flaws that change the VC on which a node sends, so that the check can model the flaw in a single node. */
    private static final Set<String> OF_ONE_NODE = Set.of("N01", "N02x", "N02y", "N02z", "N03", "late", "N04");

    private static final Map<String, String> IDS = Pattern.compile("[,\\s]+")
            .splitAsStream(
                    """
                    one_vc=N01, no_dateline_x=N02x, no_dateline_y=N02y, no_dateline_z=N02z, early_dateline=N03,
                    late_dateline=late, dateline_back=N04, mixed_order=N05, no_escape=N06, escape_blocked=N07,
                    bubble_one=N09, bubble_no_turn=N10, one_class=N11, one_receiver=N12, misroute=N24,
                    completion_waits=N26, pong_behind=N27, count_waits=N28, closing_waits=N30, bind_early=N31,
                    shallow_adaptive=N33, long_way=long""")
            .map(pair -> pair.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    private static final Set<String> ADAPTIVE_ONLY = Set.of("N06", "N07", "N31", "N33");
    private static final Set<String> BUBBLE_ONLY = Set.of("N09", "N10");

    private static final RoutingRules ORDERED = RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE);

    static Variant shipped(Routing routing, VcRule rule) {
        return network(RoutingRules.of(routing, rule));
    }

    private static Variant network(RoutingRules rules) {
        return network(rules.name(), shape -> RoutingRelation.of(shape, rules));
    }

    private static Variant network(String name, Function<Shape, RoutingRelation> relation) {
        return new Variant(name, relation, false, RuleTable.SHIPPED, 1);
    }

    private static Variant network(String name, VcFunction vc) {
        return network(ORDERED.with(name, vc));
    }

    private Variant units(String id, RuleTable rules) {
        return new Variant(id, relation, isExtended, rules, responseClass);
    }

    /** Returns the machine with its flaw; a flaw that adds no wait gives the shipped machine. */
    static Variant of(MachineConfig machine) {
        Variant shipped = shipped(machine.routing(), machine.vcRule());
        return machine.dla().options().bypass() // a waiting store blocks the memory of its node
                ? shipped.units(shipped.name + "+bypass", stalls())
                : isUnknown(machine) ? shipped : of(id(machine), machine);
    }

    private static String id(MachineConfig machine) {
        return IDS.getOrDefault(machine.unsafe().text(), "");
    }

    /** Returns why nothing is known of the flaw of a machine, or an empty string. */
    static String unknown(MachineConfig machine) {
        boolean judged = machine.dla().options().bypass() || !isUnknown(machine);
        String where = isWrongPlace(machine)
                ? "with routing " + shipped(machine.routing(), machine.vcRule()).name
                : "at one node alone";
        return judged ? "" : "nothing is known of variant " + machine.unsafe().text() + " " + where;
    }

    private static boolean isUnknown(MachineConfig machine) {
        String id = id(machine);
        return isWrongPlace(machine)
                || machine.unsafe().node() != Unsafe.ALL_NODES && !id.isEmpty() && !OF_ONE_NODE.contains(id);
    }

    private static boolean isWrongPlace(MachineConfig machine) {
        Routing routing = machine.routing();
        String id = id(machine);
        return IN_ORDER.contains(id) && routing.cutThrough()
                || ADAPTIVE_ONLY.contains(id) && routing.mode() != Routing.Mode.ADAPTIVE
                || BUBBLE_ONLY.contains(id) && !routing.bubbleEscape();
    }

    static Variant of(String id, MachineConfig machine) {
        Unsafe unsafe = machine.unsafe();
        RoutingRules rules = RoutingRules.of(machine.routing(), machine.vcRule());
        boolean one = unsafe.node() != Unsafe.ALL_NODES;
        return switch (id) {
            case "N01" -> one ? wrongNode(id, unsafe.node(), direction -> true) : network(id, VcFunction.ZERO);
            case "N02x", "N02y", "N02z" -> {
                int dimension = id.charAt(id.length() - 1) - 'x';
                yield one
                        ? wrongNode(id, unsafe.node(), direction -> direction >> 1 == dimension)
                        : network(
                                id,
                                (d, k, me, goal, minus, cross) ->
                                        d == dimension ? 0 : VcFunction.DATELINE.of(d, k, me, goal, minus, cross));
            }
                // one node, one link before the wrap link of its X ring, already sends on VC 1
            case "N03" -> wrongX(id, unsafe.node(), 1);
                // the node after the wrap link still sends on VC 0, so that the dateline of this ring has only moved
            case "late" -> wrongX(id, one ? unsafe.node() : 0, 0);
                // in plus direction, only the hop after the wrap link takes VC 1; later hops take VC 0 again
            case "N04" -> one
                    ? network(id, shape -> order(shape)
                            .sending(unsafe.node(), d -> (d & 1) == 0 && shape.at(unsafe.node(), d >> 1) != 0, 0))
                    : network(
                            id,
                            (d, k, me, goal, minus, cross) ->
                                    minus ? VcFunction.DATELINE.of(d, k, me, goal, true, cross) : me == 0 ? 1 : 0);
            case "long" -> network(id, shape -> RoutingRelation.of(shape, ORDERED, true, false));
            case "N05" -> network(id, shape -> RoutingRelation.of(shape, ORDERED, false, true));
            case "N24" -> network(id, shape -> order(shape).circling());
                // no adaptive packet takes an escape VC, either never or because it is bound to one choice
            case "N06", "N31" -> network(id, shape -> RoutingRelation.of(shape, rules.noEscape()));
            case "N07" -> network(rules.escapeBlocked(unsafe.operand()));
                // credits count flits, so a packet occupies several buffers and may return to adaptive VCs after an
                // escape VC
            case "N08", "N33" -> new Variant(id, network(rules).relation, true, RuleTable.SHIPPED, 1);
            case "N09" -> network(rules.bubbleOne());
            case "N10" -> network(rules.bubbleNoTurn());
            case "N11" -> new Variant(id, network(rules).relation, false, RuleTable.SHIPPED, 0);
            default -> id.isEmpty() ? network(rules) : network(rules).units(id, table(id));
        };
    }

    /** Returns the rules with the flaw of this number, or the shipped rules if the units have no such flaw. */
    private static RuleTable table(String id) {
        RuleTable shipped = RuleTable.SHIPPED;
        return switch (id) {
            case "N12" -> shipped.without("X2")
                    .with("N12 RESPONSE_EJECTION REQUEST_RECEIVER SAME one receiver for both classes");
            case "N16" -> shipped.without("T11")
                    .with("N16 CREDIT_RETURN REQUEST_SENDER ALL credits travel with the data");
            case "N26" -> shipped.with("N26 COMMIT INJECTION_FIFO ALL a completion waits for the descriptor fetch");
            case "N27" -> shipped.with("N27 RESPONSE_QUEUE REQUEST_SENDER SAME a response goes behind later puts");
            case "N28" -> shipped.with("N28 COMMIT EPOCH_ACK ALL PUT_COUNT holds its place until the ACK is sent")
                    .with("N28 EPOCH_ACK REQUEST_SENDER ALL the ACK travels with the data");
            case "N30" -> shipped.with("N30 COMMIT ROUND_TRIP ALL PUT_COUNT waits for the own ACK")
                    .with("N30 ROUND_TRIP COMMIT ALL the ACK starts when PUT_COUNT is taken");
            default -> shipped;
        };
    }

    private static RuleTable stalls() {
        return RuleTable.SHIPPED
                .with("N13 MEMORY_WRITE DLA ALL writes wait behind a store that stalls")
                .with("N13 MEMORY_READ DLA ALL reads wait behind a store that stalls");
    }

    private static RoutingRelation order(Shape shape) {
        return RoutingRelation.of(shape, ORDERED);
    }

    /** Returns dimension order with one node that sends in some directions on VC 0 alone. */
    private static Variant wrongNode(String id, int bad, IntPredicate directions) {
        return network(id, shape -> order(shape).sending(bad, directions, 0));
    }

    /**
     * Returns dimension order with one node that sends all packets in X on VC `only`. With ALL_NODES the wrong node is
     * the one before the wrap link of the first ring.
     */
    private static Variant wrongX(String id, int bad, int only) {
        return network(id, shape -> order(shape)
                .sending(
                        bad == Unsafe.ALL_NODES ? Math.max(0, shape.kx() - 2) : bad, direction -> direction < 2, only));
    }
}
