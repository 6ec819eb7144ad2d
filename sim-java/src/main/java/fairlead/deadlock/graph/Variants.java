// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import static fairlead.deadlock.graph.VertexKind.*;

import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.deadlock.graph.Rule.Map;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

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

    private static final Set<String> ADAPTIVE_ONLY = Set.of("N06", "N07", "N31", "N33");
    private static final Set<String> BUBBLE_ONLY = Set.of("N09", "N10");

    private Variants() {}

    /** The routing of a machine: the relation of a shape, and the method that decides whether it is safe. */
    record Network(String name, Function<Shape, RoutingRelation> relation, StaticCheck.Method method) {
        Network(final String name, final Function<Shape, RoutingRelation> relation) {
            this(name, relation, StaticCheck.Method.WAITS);
        }

        Network named(final String other) {
            return new Network(other, relation, method);
        }
    }

    private static Network network(final RoutingRules rules) {
        return new Network(rules.name(), rules::relation);
    }

    /** Returns the network of the shipped machine. */
    static Network shipped(final Routing routing, final VcRule rule) {
        return network(RoutingRules.of(routing, rule));
    }

    /**
     * Returns the network with a flaw of the routing, by its number, on a machine in dimension order or on an adaptive
     * one.
     */
    private static Network network(final String id, final Routing routing, final VcRule rule, final Unsafe unsafe) {
        if (unsafe.node() != Unsafe.ALL_NODES && OF_ONE_NODE.contains(id)) {
            return oneNode(id, unsafe.node());
        }
        return switch (id) {
            case "N01" -> vcs(id, VcFunction.ZERO);
            case "N02x" -> noDateline(id, 0);
            case "N02y" -> noDateline(id, 1);
            case "N02z" -> noDateline(id, 2);
                // one node, one link before the wrap link of its X ring, already sends on VC 1
            case "N03" -> wrongNode(id, Unsafe.ALL_NODES, 1);
                // the node behind the wrap link still sends on VC 0, so that the dateline of this ring has only moved
            case "late" -> wrongNode(id, 0, 0);
                // in plus direction, only the hop behind the wrap link takes VC 1; later hops take VC 0 again
            case "N04" -> vcs(
                    id,
                    (d, k, me, goal, minus, cross) ->
                            minus ? DATELINE.of(d, k, me, goal, true, cross) : me == 0 ? 1 : 0);
            case "long" -> new Network(id, shape -> new DimensionOrder(shape, DATELINE, Ties.ANY_WAY));
            case "N05" -> new Network(id, Variants::mixedOrder);
            case "N24" -> new Network(id, Variants::misroute);
                // no adaptive packet takes an escape VC, either never or because it is bound to one choice
            case "N06", "N31" -> network(RoutingRules.of(routing, rule).noEscape());
            case "N07" -> network(RoutingRules.of(routing, rule).escapeBlocked(unsafe.operand()));
                // credits count flits, so a packet occupies several buffers and may return to adaptive VCs after an
                // escape VC
            case "N08", "N33" -> new Network(id, RoutingRules.of(routing, rule)::relation, StaticCheck.Method.EXTENDED);
            case "N09" -> network(RoutingRules.of(routing, rule).bubbleOne());
            case "N10" -> network(RoutingRules.of(routing, rule).bubbleNoTurn());
            default -> shipped(routing, rule);
        };
    }

    /** Returns the rules with the flaw of this number, or the shipped rules if the units have no such flaw. */
    private static RuleTable table(final String id) {
        final RuleTable shipped = RuleTable.SHIPPED;
        return switch (id) {
            case "N12" -> shipped.without("X2")
                    .with(new Rule(id, RESPONSE_EJECTION, REQUEST_RECEIVER, Map.SAME, "one receiver for both classes"));
            case "N13" -> shipped.with(wait(id, MEMORY_WRITE, DLA, "writes wait behind a store that stalls"))
                    .with(wait(id, MEMORY_READ, DLA, "reads wait behind a store that stalls"));
            case "N16" -> shipped.without("T11")
                    .with(wait(id, CREDIT_RETURN, REQUEST_SENDER, "credits travel with the data"));
            case "N26" -> shipped.with(wait(id, COMMIT, INJECTION_FIFO, "a completion waits for the descriptor fetch"));
            case "N27" -> shipped.with(
                    new Rule(id, RESPONSE_QUEUE, REQUEST_SENDER, Map.SAME, "a response goes behind later puts"));
            case "N28" -> shipped.with(wait(id, COMMIT, EPOCH_ACK, "PUT_COUNT holds its place until the ACK is sent"))
                    .with(wait(id, EPOCH_ACK, REQUEST_SENDER, "the ACK travels with the data"));
            case "N30" -> shipped.with(wait(id, COMMIT, ROUND_TRIP, "PUT_COUNT waits for the own ACK"))
                    .with(wait(id, ROUND_TRIP, COMMIT, "the ACK starts when PUT_COUNT is taken"));
            default -> shipped;
        };
    }

    /** Makes the check of a machine with that flaw, in dimension order with the dateline. */
    static StaticCheck of(final String id) {
        return of(id, Routing.DIMENSION_ORDER);
    }

    static StaticCheck of(final String id, final Routing routing) {
        return of(id, routing, VcRule.DATELINE, 2, Unsafe.NONE, StaticCheck.enough(routing), "");
    }

    private static StaticCheck of(
            final String id,
            final Routing routing,
            final VcRule rule,
            final int localPorts,
            final Unsafe unsafe,
            final int slots,
            final String flaw) {
        final Network network = network(id, routing, rule, unsafe);
        return new StaticCheck(
                id.isEmpty() ? network : network.named(id),
                table(id),
                localPorts,
                id.equals("N11") ? 0 : 1,
                slots,
                flaw);
    }

    /**
     * Makes the check of the shipped machine with a bypassed DLA, where a waiting store blocks the memory of its node.
     */
    static StaticCheck bypassed(
            final Routing routing, final VcRule rule, final int localPorts, final int slots, final String flaw) {
        final Network network = shipped(routing, rule);
        return new StaticCheck(network.named(network.name() + "+bypass"), table("N13"), localPorts, 1, slots, flaw);
    }

    /** Makes the check of a machine with that flaw. A flaw that adds no wait gives the check of the shipped machine. */
    static StaticCheck of(
            final Routing routing,
            final VcRule rule,
            final int localPorts,
            final Unsafe unsafe,
            final int slots,
            final String flaw) {
        final String id = id(unsafe.variant());
        final boolean wrongPlace = IN_ORDER.contains(id) && routing.cutThrough()
                || ADAPTIVE_ONLY.contains(id) && routing.mode() != Routing.Mode.ADAPTIVE
                || BUBBLE_ONLY.contains(id) && !routing.bubbleEscape();
        if (wrongPlace) {
            final String text = "nothing is known of variant " + unsafe.text() + " with routing "
                    + shipped(routing, rule).name();
            return of("", routing, rule, localPorts, unsafe, slots, text);
        }
        if (unsafe.node() != Unsafe.ALL_NODES && !id.isEmpty() && !OF_ONE_NODE.contains(id)) {
            final String text = "nothing is known of variant " + unsafe.text() + " at one node alone";
            return of("", routing, rule, localPorts, unsafe, slots, text);
        }
        return of(id, routing, rule, localPorts, unsafe, slots, flaw);
    }

    private static String id(final int variant) {
        return switch (variant) {
            case UnsafeVariant.ONE_VC -> "N01";
            case UnsafeVariant.NO_DATELINE_X -> "N02x";
            case UnsafeVariant.NO_DATELINE_Y -> "N02y";
            case UnsafeVariant.NO_DATELINE_Z -> "N02z";
            case UnsafeVariant.EARLY_DATELINE -> "N03";
            case UnsafeVariant.LATE_DATELINE -> "late";
            case UnsafeVariant.DATELINE_BACK -> "N04";
            case UnsafeVariant.MIXED_ORDER -> "N05";
            case UnsafeVariant.ONE_CLASS -> "N11";
            case UnsafeVariant.ONE_RECEIVER -> "N12";
            case UnsafeVariant.MISROUTE -> "N24";
            case UnsafeVariant.COMPLETION_WAITS -> "N26";
            case UnsafeVariant.PONG_BEHIND -> "N27";
            case UnsafeVariant.COUNT_WAITS -> "N28";
            case UnsafeVariant.CLOSING_WAITS -> "N30";
            case UnsafeVariant.NO_ESCAPE -> "N06";
            case UnsafeVariant.ESCAPE_BLOCKED -> "N07";
            case UnsafeVariant.BUBBLE_ONE -> "N09";
            case UnsafeVariant.BUBBLE_NO_TURN -> "N10";
            case UnsafeVariant.BIND_EARLY -> "N31";
            case UnsafeVariant.SHALLOW_ADAPTIVE -> "N33";
            case UnsafeVariant.LONG_WAY -> "long";
            default -> "";
        };
    }

    /** Returns the shipped network with a flaw in one node, which sends on one VC in some directions. */
    private static Network oneNode(final String id, final int bad) {
        switch (id) {
            case "N01" -> {
                return new Network(id, shape -> wrongNode(shape, bad, direction -> true, 0));
            }
            case "N02x", "N02y", "N02z" -> {
                final int dimension = id.charAt(id.length() - 1) - 'x';
                return new Network(id, shape -> wrongNode(shape, bad, direction -> direction >> 1 == dimension, 0));
            }
            case "N04" -> {
                return new Network(id, shape -> wrongNode(shape, bad, plus(shape, bad), 0));
            }
            default -> {
                return wrongNode(id, bad, id.equals("late") ? 0 : 1);
            }
        }
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
    private static Network wrongNode(final String id, final int bad, final int only) {
        return new Network(
                id,
                shape -> wrongNode(
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

    private static Rule wait(final String id, final VertexKind from, final VertexKind to, final String reason) {
        return new Rule(id, from, to, Map.ALL, reason);
    }

    private static Network vcs(final String id, final VcFunction vc) {
        return new Network(id, shape -> new DimensionOrder(shape, vc, Ties.BOTH));
    }

    private static Network noDateline(final String id, final int dimension) {
        return vcs(
                id, (d, k, me, goal, minus, cross) -> d == dimension ? 0 : DATELINE.of(d, k, me, goal, minus, cross));
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
                DATELINE,
                src -> ((shape.x(src) ^ shape.y(src) ^ shape.z(src)) & 1) == 0
                        ? new int[] {0, 1, 2}
                        : new int[] {2, 1, 0},
                false);
    }
}
