// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.deadlock.graph.DimensionOrder.Ties;
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
 * Machines with a deliberate flaw, as the static check models them; their numbers refer to the table in
 * docs/understand/deadlock.md.
 */
final class Variants {
    private static final VcFunction DATELINE = VcFunction.DATELINE;
    private static final int ADAPTIVE = 2;
    /** Flaws of dimension order. */
    private static final Set<String> IN_ORDER =
            Set.of("N01", "N02x", "N02y", "N02z", "N03", "late", "N04", "N05", "N24", "long");

    /** Flaws that change the VC on which a node sends, so that the check can model the flaw in a single node. */
    private static final Set<String> OF_ONE_NODE = Set.of("N01", "N02x", "N02y", "N02z", "N03", "late", "N04");

    /** The numbers of the flaws by the names of their variants. */
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

    private Variants() {}

    /** The routing of a machine: the relation of a shape, and the method that decides whether it is safe. */
    record Network(String name, Function<Shape, RoutingRelation> relation, StaticCheck.Method method) {
        Network named(final String other) {
            return new Network(other, relation, method);
        }
    }

    private static Network network(final Function<Shape, RoutingRelation> relation) {
        return new Network("", relation, StaticCheck.Method.WAITS);
    }

    private static Network network(final VcFunction vc) {
        return network(shape -> new DimensionOrder(shape, vc, Ties.BOTH));
    }

    static Network shipped(final Routing routing, final VcRule rule) {
        final RoutingRules rules = RoutingRules.of(routing, rule);
        return network(rules::relation).named(rules.name());
    }

    /** Returns the network of a machine with a flaw of the routing, by its number. */
    private static Network network(final String id, final MachineConfig machine) {
        final Unsafe unsafe = machine.unsafe();
        if (unsafe.node() != Unsafe.ALL_NODES && OF_ONE_NODE.contains(id)) {
            return oneNode(id, unsafe.node());
        }
        final RoutingRules rules = RoutingRules.of(machine.routing(), machine.vcRule());
        return switch (id) {
            case "N01" -> network(VcFunction.ZERO);
            case "N02x", "N02y", "N02z" -> network((d, k, me, goal, minus, cross) ->
                    d == dimension(id) ? 0 : DATELINE.of(d, k, me, goal, minus, cross));
                // one node, one link before the wrap link of its X ring, already sends on VC 1
            case "N03" -> wrongX(Unsafe.ALL_NODES, 1);
                // the node behind the wrap link still sends on VC 0, so that the dateline of this ring has only moved
            case "late" -> wrongX(0, 0);
                // in plus direction, only the hop behind the wrap link takes VC 1; later hops take VC 0 again
            case "N04" -> network((d, k, me, goal, minus, cross) ->
                    minus ? DATELINE.of(d, k, me, goal, true, cross) : me == 0 ? 1 : 0);
            case "long" -> network(shape -> new DimensionOrder(shape, DATELINE, Ties.ANY_WAY));
            case "N05" -> network(Variants::mixedOrder);
            case "N24" -> network(Variants::misroute);
                // no adaptive packet takes an escape VC, either never or because it is bound to one choice
            case "N06", "N31" -> network(rules.noEscape()::relation);
            case "N07" -> network(rules.escapeBlocked(unsafe.operand())::relation);
                // credits count flits, so a packet occupies several buffers and may return to adaptive VCs after an
                // escape VC
            case "N08", "N33" -> new Network("", rules::relation, StaticCheck.Method.EXTENDED);
            case "N09" -> network(rules.bubbleOne()::relation);
            case "N10" -> network(rules.bubbleNoTurn()::relation);
            default -> shipped(machine.routing(), machine.vcRule());
        };
    }

    private static int dimension(final String id) {
        return id.charAt(id.length() - 1) - 'x';
    }

    /** Returns the rules with the flaw of this number, or the shipped rules if the units have no such flaw. */
    private static RuleTable table(final String id) {
        final RuleTable shipped = RuleTable.SHIPPED;
        return switch (id) {
            case "N12" -> shipped.without("X2")
                    .with("N12 RESPONSE_EJECTION REQUEST_RECEIVER SAME one receiver for both classes");
            case "N13" -> shipped.with("N13 MEMORY_WRITE DLA ALL writes wait behind a store that stalls")
                    .with("N13 MEMORY_READ DLA ALL reads wait behind a store that stalls");
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

    /** Makes the check of a machine with that flaw and the dateline. */
    static StaticCheck of(final String id, final Routing routing) {
        final MachineConfig machine =
                MachineConfig.of(new Shape(1, 1, 1)).routing(routing).build();
        return of(id, machine, StaticCheck.enough(routing), "");
    }

    private static StaticCheck of(final String id, final MachineConfig machine, final int slots, final String flaw) {
        final Network network = network(id, machine);
        return new StaticCheck(
                id.isEmpty() ? network : network.named(id),
                table(id),
                machine.localPorts(),
                id.equals("N11") ? 0 : 1,
                slots,
                flaw);
    }

    /** Makes the check of a machine with its flaw. A flaw that adds no wait gives the check of the shipped machine. */
    static StaticCheck of(final MachineConfig machine, final int slots, final String flaw) {
        final Routing routing = machine.routing();
        final Network shipped = shipped(routing, machine.vcRule());
        if (machine.dla().options().bypass()) { // a waiting store blocks the memory of its node
            final Network bypassed = shipped.named(shipped.name() + "+bypass");
            return new StaticCheck(bypassed, table("N13"), machine.localPorts(), 1, slots, flaw);
        }
        final Unsafe unsafe = machine.unsafe();
        final String id = IDS.getOrDefault(unsafe.text(), "");
        final boolean wrongPlace = IN_ORDER.contains(id) && routing.cutThrough()
                || ADAPTIVE_ONLY.contains(id) && routing.mode() != Routing.Mode.ADAPTIVE
                || BUBBLE_ONLY.contains(id) && !routing.bubbleEscape();
        final boolean oneOnly = unsafe.node() != Unsafe.ALL_NODES && !id.isEmpty() && !OF_ONE_NODE.contains(id);
        if (wrongPlace || oneOnly) {
            final String where = wrongPlace ? "with routing " + shipped.name() : "at one node alone";
            return of("", machine, slots, "nothing is known of variant " + unsafe.text() + " " + where);
        }
        return of(id, machine, slots, flaw);
    }

    /** Returns the shipped network with a flaw in one node, which sends on one VC in some directions. */
    private static Network oneNode(final String id, final int bad) {
        return switch (id) {
            case "N01" -> network(shape -> wrongNode(shape, bad, direction -> true, 0));
            case "N02x", "N02y", "N02z" -> network(
                    shape -> wrongNode(shape, bad, direction -> direction >> 1 == dimension(id), 0));
            case "N04" -> network(shape -> wrongNode(shape, bad, plus(shape, bad), 0));
            default -> wrongX(bad, id.equals("late") ? 0 : 1);
        };
    }

    /** Returns the plus directions in which a node is not directly behind the wrap link. */
    private static IntPredicate plus(final Shape shape, final int node) {
        final int[] place = {shape.x(node), shape.y(node), shape.z(node)};
        return direction -> (direction & 1) == 0 && place[direction >> 1] != 0;
    }

    /**
     * Returns the shipped network with one wrong node `bad` that sends all packets in X on VC `only`. With ALL_NODES
     * the wrong node is the one before the wrap link of the first ring.
     */
    private static Network wrongX(final int bad, final int only) {
        return network(shape -> wrongNode(
                shape,
                bad == Unsafe.ALL_NODES ? shape.rank(Math.max(0, shape.kx() - 2), 0, 0) : bad,
                direction -> direction < 2,
                only));
    }

    /** Returns the shipped routing with additional packets that circulate in X forever on either VC. */
    private static RoutingRelation misroute(final Shape shape) {
        final RoutingRelation good = shippedRouting(shape);
        return new RoutingRelation() {
            private boolean rounds(final int direction) {
                return direction < 2 && shape.kx() > 1;
            }

            @Override
            public boolean used(final int node, final int direction, final int v) {
                return v < ADAPTIVE && rounds(direction) || good.used(node, direction, v);
            }

            @Override
            public void next(final int node, final int direction, final int v, final Sink sink) {
                if (v < ADAPTIVE && rounds(direction)) {
                    final int after = shape.neighbour(node, direction);
                    sink.link(after, direction, 0, RuleTable.RING);
                    sink.link(after, direction, 1, RuleTable.RING);
                }
                good.next(node, direction, v, (to, d, w, rule) -> {
                    if (rule != RuleTable.RING || !rounds(d)) {
                        sink.link(to, d, w, rule);
                    }
                });
            }

            @Override
            public boolean last(final int node, final int direction, final int v) {
                return good.last(node, direction, v);
            }

            @Override
            public void first(final int node, final Sink sink) {
                for (int direction = 0; direction < 2 && rounds(direction); direction++) {
                    sink.link(node, direction, 0, RuleTable.FIRST_HOP);
                    sink.link(node, direction, 1, RuleTable.FIRST_HOP);
                }
                good.first(node, (to, d, v, rule) -> {
                    if (!rounds(d)) {
                        sink.link(to, d, v, rule);
                    }
                });
            }
        };
    }

    private static RoutingRelation shippedRouting(final Shape shape) {
        return new DimensionOrder(shape, DATELINE, Ties.BOTH);
    }

    /**
     * Returns the shipped routing with one wrong node `bad` that sends all packets in these directions on VC `only`.
     */
    private static RoutingRelation wrongNode(
            final Shape shape, final int bad, final IntPredicate directions, final int only) {
        final RoutingRelation good = shippedRouting(shape);
        return new RoutingRelation() {
            private boolean wrong(final int node, final int direction) {
                return node == bad && directions.test(direction);
            }

            private Sink mapped(final Sink sink) {
                return (to, d, v, rule) -> sink.link(to, d, wrong(to, d) ? only : v, rule);
            }

            @Override
            public boolean used(final int node, final int direction, final int v) {
                return wrong(node, direction)
                        ? v == only && (good.used(node, direction, 0) || good.used(node, direction, 1))
                        : good.used(node, direction, v);
            }

            @Override
            public void next(final int node, final int direction, final int v, final Sink sink) {
                if (!wrong(node, direction)) {
                    good.next(node, direction, v, mapped(sink));
                } else if (v == only) {
                    good.next(node, direction, 0, mapped(sink));
                    good.next(node, direction, 1, mapped(sink));
                }
            }

            @Override
            public boolean last(final int node, final int direction, final int v) {
                return wrong(node, direction)
                        ? v == only && (good.last(node, direction, 0) || good.last(node, direction, 1))
                        : good.last(node, direction, v);
            }

            @Override
            public void first(final int node, final Sink sink) {
                good.first(node, mapped(sink));
            }
        };
    }

    private static RoutingRelation mixedOrder(final Shape shape) {
        return new PathRelation(
                shape,
                src -> ((shape.x(src) ^ shape.y(src) ^ shape.z(src)) & 1) == 0
                        ? new int[] {0, 1, 2}
                        : new int[] {2, 1, 0});
    }
}
