// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.deadlock.DimensionOrder.Ties;
import fairlead.deadlock.Rule.Map;
import fairlead.engine.Shape;
import fairlead.engine.Unsafe;
import fairlead.engine.VcRule;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.Locale;
import java.util.function.Function;

/** Machines that are wrong on purpose, as the static check sees them; the numbers are those of the table in docs/deadlock.md. */
final class Variants {
    private static final VcFunction DATELINE = VcFunction.DATELINE;

    private Variants() {}

    static StaticCheck of(final String id) {
        final RuleTable shipped = RuleTable.SHIPPED;
        switch (id) {
            case "N01":
                return routing(id, (d, k, me, goal, minus, cross) -> 0);
            case "N02x":
                return noDateline(id, 0);
            case "N02y":
                return noDateline(id, 1);
            case "N02z":
                return noDateline(id, 2);
            case "N03":
                // one node, one link before the wrap link of its X ring, already sends on VC 1
                return wrongNode(id, Unsafe.ALL_NODES, 1);
            case "late":
                // one node behind the wrap link still sends on VC 0: for this ring the dateline has only moved
                return wrongNode(id, 0, 0);
            case "N04":
                // going plus, VC 1 only for the hop behind the wrap link, then 0 again
                return routing(
                        id,
                        (d, k, me, goal, minus, cross) ->
                                minus ? DATELINE.of(d, k, me, goal, true, cross) : me == 0 ? 1 : 0);
            case "N05":
                return new StaticCheck(id, Variants::mixedOrder, shipped, 2, 1);
            case "N11":
                return new StaticCheck(id, Variants::shippedRouting, shipped, 2, 0);
            case "N12":
                return table(
                        id,
                        shipped.without("X2")
                                .with(new Rule(
                                        id,
                                        Kind.RESPONSE_EJECTION,
                                        Kind.REQUEST_RECEIVER,
                                        Map.SAME,
                                        "one receiver for both classes")));
            case "N24":
                return new StaticCheck(id, Variants::misroute, shipped, 2, 1);
            case "N16":
                return table(
                        id,
                        shipped.without("T11")
                                .with(wait(
                                        id, Kind.CREDIT_RETURN, Kind.REQUEST_SENDER, "credits travel with the data")));
            case "N26":
                return table(
                        id,
                        shipped.with(wait(
                                id, Kind.COMMIT, Kind.INJECTION_FIFO, "a completion waits for the descriptor fetch")));
            case "N27":
                return table(
                        id,
                        shipped.with(new Rule(
                                id,
                                Kind.RESPONSE_QUEUE,
                                Kind.REQUEST_SENDER,
                                Map.SAME,
                                "a response goes behind later puts")));
            case "N28":
                return table(
                        id,
                        shipped.with(wait(
                                        id,
                                        Kind.COMMIT,
                                        Kind.EPOCH_ACK,
                                        "PUT_COUNT holds its place until the ACK is sent"))
                                .with(wait(id, Kind.EPOCH_ACK, Kind.REQUEST_SENDER, "the ACK travels with the data")));
            case "N30":
                return table(
                        id,
                        shipped.with(wait(id, Kind.COMMIT, Kind.ROUND_TRIP, "PUT_COUNT waits for the own ACK"))
                                .with(wait(
                                        id, Kind.ROUND_TRIP, Kind.COMMIT, "the ACK starts when PUT_COUNT is taken")));
            default:
                throw new IllegalArgumentException(id);
        }
    }

    /** The shipped machine whose DLA is bypassed: a store that waits holds up the memory of its node. */
    static StaticCheck bypassed(final VcRule rule, final int localPorts) {
        final RuleTable table = RuleTable.SHIPPED
                .with(wait("N13", Kind.MEMORY_WRITE, Kind.DLA, "writes wait behind a store that stalls"))
                .with(wait("N13", Kind.MEMORY_READ, Kind.DLA, "reads wait behind a store that stalls"));
        return new StaticCheck(
                "dimension_order+" + rule.name().toLowerCase(Locale.ROOT) + "+bypass",
                shape -> new DimensionOrder(shape, VcFunction.of(rule), Ties.BOTH),
                table,
                localPorts,
                1);
    }

    /** The static check of a machine with that flaw; a flaw that is no question of who waits for whom leaves the shipped machine. */
    static StaticCheck of(final VcRule rule, final int localPorts, final Unsafe unsafe) {
        switch (unsafe.variant()) {
            case UnsafeVariant.ONE_VC:
                return of("N01");
            case UnsafeVariant.NO_DATELINE_X:
                return of("N02x");
            case UnsafeVariant.NO_DATELINE_Y:
                return of("N02y");
            case UnsafeVariant.NO_DATELINE_Z:
                return of("N02z");
            case UnsafeVariant.EARLY_DATELINE:
                return wrongNode("N03", unsafe.node(), 1);
            case UnsafeVariant.LATE_DATELINE:
                return wrongNode("late", unsafe.node(), 0);
            case UnsafeVariant.DATELINE_BACK:
                return of("N04");
            case UnsafeVariant.MIXED_ORDER:
                return of("N05");
            case UnsafeVariant.ONE_CLASS:
                return of("N11");
            case UnsafeVariant.ONE_RECEIVER:
                return of("N12");
            case UnsafeVariant.MISROUTE:
                return of("N24");
            case UnsafeVariant.COMPLETION_WAITS:
                return of("N26");
            case UnsafeVariant.PONG_BEHIND:
                return of("N27");
            case UnsafeVariant.COUNT_WAITS:
                return of("N28");
            case UnsafeVariant.CLOSING_WAITS:
                return of("N30");
            default:
                return new StaticCheck(rule, localPorts);
        }
    }

    /** Shipped, but node `bad` sends everything in X on VC `only`; ALL_NODES: the node before the wrap link of the first ring. */
    private static StaticCheck wrongNode(final String id, final int bad, final int only) {
        return new StaticCheck(
                id,
                shape -> wrongNode(
                        shape, bad == Unsafe.ALL_NODES ? shape.rank(Math.max(0, shape.kx() - 2), 0, 0) : bad, only),
                RuleTable.SHIPPED,
                2,
                1);
    }

    /** Shipped routing, and packets that go round X for ever on either VC. */
    private static Relation misroute(final Shape shape) {
        final Relation good = shippedRouting(shape);
        return new Relation() {
            private boolean rounds(final int direction) {
                return direction < 2 && shape.kx() > 1;
            }

            @Override
            public boolean used(final int node, final int direction, final int v) {
                return rounds(direction) || good.used(node, direction, v);
            }

            @Override
            public void next(final int node, final int direction, final int v, final Sink sink) {
                if (rounds(direction)) {
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

    private static Rule wait(final String id, final Kind from, final Kind to, final String reason) {
        return new Rule(id, from, to, Map.ALL, reason);
    }

    private static StaticCheck table(final String id, final RuleTable table) {
        return new StaticCheck(id, Variants::shippedRouting, table, 2, 1);
    }

    private static StaticCheck routing(final String id, final VcFunction vc) {
        return new StaticCheck(id, shape -> new DimensionOrder(shape, vc, Ties.BOTH), RuleTable.SHIPPED, 2, 1);
    }

    private static StaticCheck noDateline(final String id, final int dimension) {
        final Function<Shape, Relation> relation = shape -> new DimensionOrder(
                shape,
                (d, k, me, goal, minus, cross) -> d == dimension ? 0 : DATELINE.of(d, k, me, goal, minus, cross),
                Ties.BOTH);
        return new StaticCheck(id, relation, RuleTable.SHIPPED, 2, 1);
    }

    private static Relation shippedRouting(final Shape shape) {
        return new DimensionOrder(shape, DATELINE, Ties.BOTH);
    }

    /** Shipped routing, but node `bad` sends everything in X on VC `only`. */
    private static Relation wrongNode(final Shape shape, final int bad, final int only) {
        final Relation good = shippedRouting(shape);
        return new Relation() {
            private boolean wrong(final int node, final int direction) {
                return node == bad && direction < 2;
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

    private static Relation mixedOrder(final Shape shape) {
        return new PathRelation(
                shape,
                DATELINE,
                src -> ((shape.x(src) ^ shape.y(src) ^ shape.z(src)) & 1) == 0
                        ? new int[] {0, 1, 2}
                        : new int[] {2, 1, 0},
                false);
    }
}
