// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.graph.DimensionOrder.Ties;
import fairlead.deadlock.graph.PacketRouting.Choice;
import fairlead.deadlock.graph.PacketRouting.Packet;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the relation of the static check, which is a product of rings, with all packets one by one on every path
 * that they may take, and with numbers that another program measured.
 */
@Tag("M-15")
class PacketRoutingTest {
    private static final int[][] SHAPES = {
        {1, 1, 1}, {4, 4, 1}, {5, 3, 2}, {2, 2, 2}, {3, 3, 3}, {4, 2, 3}, {5, 5, 1}, {6, 1, 1}, {1, 5, 4}, {4, 4, 2}
    };

    private record Held(int from, int direction, int v, Packet packet) {}

    private static List<RoutingRules> machines() {
        final Routing bubble = new Routing(Routing.Mode.ADAPTIVE, true, false, false);
        final RoutingRules adaptive = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
        return List.of(
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE),
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC),
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE).oneVc(),
                adaptive,
                RoutingRules.of(Routing.ADAPTIVE, VcRule.STATIC),
                RoutingRules.of(bubble, VcRule.DATELINE),
                RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE));
    }

    @Test
    void theProductFormIsWhatAllPacketsDo() {
        for (final RoutingRules rules : machines()) {
            for (final int[] k : SHAPES) {
                final Shape shape = new Shape(k[0], k[1], k[2]);
                assertEquals(
                        enumerated(shape, rules.packets(shape)),
                        facts(shape, rules.relation(shape)),
                        rules.name() + " " + shape);
            }
        }
    }

    /**
     * Counts links alone, of one class, with only the channels that some packet uses and with ties in plus direction;
     * the known numbers are counted in this way.
     */
    @ParameterizedTest
    @CsvSource({
        "one, 2, 24, 24",
        "one, 3, 162, 324",
        "one, 4, 384, 960",
        "dateline, 4, 432, 1056",
        "dateline, 8, 4032, 11712",
        "dateline, 16, 34560, 102144"
    })
    void knownNumbers(final String vc, final int k, final int vertices, final int edges) {
        final Shape shape = new Shape(k, k, k);
        final VcFunction rule = vc.equals("one") ? VcFunction.ZERO : VcFunction.DATELINE;
        final int[] count = count(shape, new DimensionOrder(shape, rule, Ties.PLUS));
        assertEquals(vertices, count[0]);
        assertEquals(edges, count[1]);
    }

    private static int[] count(final Shape shape, final RoutingRelation relation) {
        final int[] count = new int[2];
        for (int node = 0; node < shape.nodes(); node++) {
            for (int c = 0; c < 12; c++) {
                if (relation.used(node, c / 2, c & 1)) {
                    count[0]++;
                    relation.next(node, c / 2, c & 1, (to, direction, v, rule) -> count[1]++);
                }
            }
        }
        return count;
    }

    /** The relation names exactly the places at which a packet lacks its escape VC. */
    @Test
    void placesWithoutEscape() {
        final Shape shape = new Shape(4, 4, 1);
        final RoutingRules adaptive = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);
        for (final RoutingRules rules : List.of(adaptive, adaptive.noEscape(), adaptive.escapeBlocked(1))) {
            final Set<String> without = new TreeSet<>();
            final RoutingRelation relation = rules.relation(shape);
            for (final Held held : reach(shape, rules.packets(shape))) {
                final List<Choice> choices = rules.packets(shape).choices(held.packet(), held.direction(), held.v());
                final boolean has = choices.stream().anyMatch(c -> c.direction() == PacketRouting.EJECT || c.v() < 2);
                assertTrue(has || !relation.escapes(held.from(), held.direction(), held.v()), held.toString());
                without.add(has ? "" : held.direction() + " " + held.v());
            }
            without.remove("");
            assertEquals(
                    rules == adaptive ? 0 : rules.name().equals("N06") ? 8 : 4, without.size(), without.toString());
        }
    }

    private static Set<Held> reach(final Shape shape, final PacketRouting routing) {
        final Set<Held> seen = new HashSet<>();
        final ArrayDeque<Held> open = new ArrayDeque<>();
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                if (src != dst) {
                    for (final Packet packet : routing.injected(src, dst, true)) {
                        step(routing, new Held(-1, -1, -1, packet), seen, open);
                    }
                }
            }
        }
        while (!open.isEmpty()) {
            step(routing, open.remove(), seen, open);
        }
        return seen;
    }

    private static void step(
            final PacketRouting routing, final Held held, final Set<Held> seen, final ArrayDeque<Held> open) {
        for (final Choice choice : routing.choices(held.packet(), held.direction(), held.v())) {
            if (choice.direction() != PacketRouting.EJECT) {
                final Held next = new Held(
                        held.packet().node(),
                        choice.direction(),
                        choice.v(),
                        routing.after(held.packet(), choice.direction()));
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
    }

    private static Set<String> enumerated(final Shape shape, final PacketRouting routing) {
        final Set<String> out = new TreeSet<>();
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                for (final Packet packet : src == dst ? List.<Packet>of() : routing.injected(src, dst, true)) {
                    for (final Choice c : routing.choices(packet, -1, -1)) {
                        out.add("first " + src + " " + c.direction() + " " + c.v() + " " + c.rule());
                    }
                }
            }
        }
        for (final Held held : reach(shape, routing)) {
            final String from = held.from() + " " + held.direction() + " " + held.v();
            out.add("used " + from);
            for (final Choice c : routing.choices(held.packet(), held.direction(), held.v())) {
                out.add(
                        c.direction() == PacketRouting.EJECT
                                ? "last " + from
                                : from + " -> " + held.packet().node() + " " + c.direction() + " " + c.v() + " "
                                        + c.rule());
            }
        }
        return out;
    }

    private static Set<String> facts(final Shape shape, final RoutingRelation relation) {
        final Set<String> out = new TreeSet<>();
        for (int node = 0; node < shape.nodes(); node++) {
            relation.first(node, (to, d, v, rule) -> out.add("first " + to + " " + d + " " + v + " " + rule));
            for (int c = 0; c < 24; c++) {
                final String from = node + " " + c / 4 + " " + c % 4;
                if (relation.used(node, c / 4, c % 4)) {
                    out.add("used " + from);
                }
                if (relation.last(node, c / 4, c % 4)) {
                    out.add("last " + from);
                }
                relation.next(
                        node,
                        c / 4,
                        c % 4,
                        (to, d, v, rule) -> out.add(from + " -> " + to + " " + d + " " + v + " " + rule));
            }
        }
        return out;
    }
}
