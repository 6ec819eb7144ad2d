// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.RoutingRelation;
import fairlead.deadlock.RoutingRules;
import fairlead.lab.routes.PacketRouting.Choice;
import fairlead.lab.routes.PacketRouting.Packet;
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

/**
 * Compares the relation of the static check, which is a product of rings, with all packets one by one on every path
 * that they may take.
 */
@Tag("M-15")
class PacketRoutingTest {
    private static final int[][] SHAPES = {
        {1, 1, 1}, {4, 4, 1}, {5, 3, 2}, {2, 2, 2}, {3, 3, 3}, {4, 2, 3}, {5, 5, 1}, {6, 1, 1}, {1, 5, 4}, {4, 4, 2}
    };
    private static final RoutingRules ADAPTIVE = RoutingRules.of(Routing.ADAPTIVE, VcRule.DATELINE);

    private record Held(int from, int direction, int v, Packet packet) {}

    @Test
    void theProductFormIsWhatAllPacketsDo() {
        for (RoutingRules rules : List.of(
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE),
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC),
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.DATELINE).oneVc(),
                ADAPTIVE,
                RoutingRules.of(Routing.ADAPTIVE, VcRule.STATIC),
                RoutingRules.of(new Routing(Routing.Mode.ADAPTIVE, true, false, false), VcRule.DATELINE),
                RoutingRules.of(Routing.BUBBLE, VcRule.DATELINE))) {
            for (int[] k : SHAPES) {
                Shape shape = new Shape(k[0], k[1], k[2]);
                RoutingRelation packets = enumerated(shape, rules);
                RoutingRelation product = RoutingRelation.of(shape, rules);
                String place = rules.name() + " " + shape;
                assertEquals(List.of(), RtlRelation.differences(shape, packets, product), place);
            }
        }
    }

    private static RoutingRelation enumerated(Shape shape, RoutingRules rules) {
        PacketRouting routing = new PacketRouting(shape, rules);
        RoutingRelation relation = new RoutingRelation(shape, rules);
        for (Held held : reach(routing)) {
            int link = held.direction() * 4 + held.v();
            for (Choice c : routing.choices(held.packet(), held.direction(), held.v())) {
                if (held.from() < 0) {
                    relation.addFirst(held.packet().node(), c.direction() * 4 + c.v());
                } else if (c.direction() == PacketRouting.EJECT) {
                    relation.addLast(held.from(), link);
                } else {
                    relation.addNext(held.from(), link, held.packet().node(), c.direction() * 4 + c.v());
                }
            }
        }
        return relation;
    }

    /** The relation names exactly the places at which a packet lacks its escape VC. */
    @Test
    void placesWithoutEscape() {
        Shape shape = new Shape(4, 4, 1);
        for (RoutingRules rules : List.of(ADAPTIVE, ADAPTIVE.noEscape(), ADAPTIVE.escapeBlocked(1))) {
            PacketRouting routing = new PacketRouting(shape, rules);
            Set<String> without = new TreeSet<>();
            for (Held held : reach(routing)) {
                List<Choice> choices = routing.choices(held.packet(), held.direction(), held.v());
                boolean has = choices.stream().anyMatch(c -> c.direction() == PacketRouting.EJECT || c.v() < 2);
                assertTrue(has || !rules.escapes(held.direction()), held.toString());
                without.add(has || held.from() < 0 ? "" : held.direction() + " " + held.v());
            }
            without.remove("");
            int places = rules == ADAPTIVE ? 0 : rules.name().equals("N06") ? 8 : 4;
            assertEquals(places, without.size(), without.toString());
        }
    }

    /** Returns all packets at injection, and at the end of each link that they may take. */
    private static Set<Held> reach(PacketRouting routing) {
        int nodes = routing.shape().nodes();
        Set<Held> seen = new HashSet<>();
        for (int pair = 0; pair < nodes * nodes; pair++) {
            if (pair / nodes != pair % nodes) {
                routing.injected(pair / nodes, pair % nodes, true)
                        .forEach(packet -> seen.add(new Held(-1, -1, -1, packet)));
            }
        }
        ArrayDeque<Held> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Held held = open.remove();
            for (Choice choice : routing.choices(held.packet(), held.direction(), held.v())) {
                if (choice.direction() != PacketRouting.EJECT) {
                    Packet after = routing.after(held.packet(), choice.direction());
                    Held next = new Held(held.packet().node(), choice.direction(), choice.v(), after);
                    if (seen.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return seen;
    }
}
