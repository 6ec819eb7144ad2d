// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.RoutingRelation;
import fairlead.deadlock.RoutingRules;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.lab.routes.PacketRouting.Packet;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The routing relation of the RTL. Every packet of a shape is followed hop by hop, and the Verilated RouteUnit gives
 * the output of each hop. What was seen is compared with the static check's relation.
 */
final class RtlRelation {
    private static final int LINKS = HwLayout.LINKS;
    static final String ONLY_RTL = "only the RTL: ";

    /**
     * A packet on its way.
     *
     * @param before node from which it came
     * @param direction direction of the link over which it came, or -1
     * @param v VC of that link
     */
    private record Moving(long header, int node, int before, int direction, int v) {
        int link() {
            return 4 * direction + v;
        }
    }

    private final RouteLibrary unit;
    private final Shape shape;
    private final VcRule rule;
    private final Unsafe unsafe;
    private final int cls;
    private final RoutingRelation seen;
    private final Set<String> mistakes = new TreeSet<>();
    private long answers;

    /**
     * @param bothTies whether packets at distance k/2 go in both directions, as the static check assumes; else only in
     *      the direction that HeaderBuilder selects
     */
    RtlRelation(RouteLibrary unit, Shape shape, VcRule rule, Unsafe unsafe, int cls, boolean bothTies) {
        this.unit = unit;
        this.shape = shape;
        this.rule = rule;
        this.unsafe = unsafe;
        this.cls = cls;
        // the static rule alone keeps the crossings of a packet
        RoutingRules rules = RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC);
        seen = new RoutingRelation(shape, rules);
        PacketRouting routing = new PacketRouting(shape, rules);
        List<Moving> packets = new ArrayList<>();
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                for (Packet packet : src == dst ? List.<Packet>of() : routing.injected(src, dst, bothTies)) {
                    packets.add(new Moving(RtlComparison.header(shape, src, packet, cls, 0), src, -1, -1, 0));
                }
                if (packets.size() >= RouteLibrary.BATCH / 8) {
                    follow(packets);
                }
            }
        }
        follow(packets);
    }

    private void follow(List<Moving> packets) {
        List<Moving> left = List.copyOf(packets);
        packets.clear();
        for (int step = 0; !left.isEmpty() && step <= shape.kx() + shape.ky() + shape.kz(); step++) {
            for (Moving packet : left) {
                unit.add(
                        shape.coord(packet.node),
                        packet.direction < 0 ? LINKS + 2 * cls : packet.direction ^ 1,
                        cls << 2 | packet.v,
                        rule.ordinal(),
                        0,
                        unsafe.node() == Unsafe.ALL_NODES || unsafe.node() == packet.node ? unsafe.variant() : 0,
                        packet.header);
            }
            unit.answer();
            List<Moving> on = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                answers++;
                move(left.get(i), unit.port(i), unit.vc(i), on);
            }
            left = on;
        }
    }

    private void move(Moving packet, int port, int vc, List<Moving> on) {
        int dst = shape.rankOfCoord((int) Header0.dst(packet.header));
        if (port >= LINKS) {
            if (packet.before < 0 || packet.node != dst || (port - LINKS) / 2 != cls || vc != cls << 2) {
                mistakes.add("a packet to node " + dst + " is ejected at node " + packet.node + ", port " + port);
            }
            if (packet.before >= 0) {
                seen.addLast(packet.before, packet.link());
            }
            return;
        }
        int to = 4 * port + (vc & 1);
        if (packet.before < 0) {
            seen.addFirst(packet.node, to);
        } else {
            seen.addNext(packet.before, packet.link(), packet.node, to);
        }
        on.add(new Moving(packet.header, shape.neighbour(packet.node, port), packet.node, port, vc & 1));
    }

    Shape shape() {
        return shape;
    }

    /** Returns the number of hops and ejections, each of which is one answer of the RTL. */
    long answers() {
        return answers;
    }

    /**
     * Returns the facts that only this relation or only `relation` has, and packets that were ejected at a wrong place.
     */
    List<String> differences(RoutingRelation relation) {
        List<String> all = differences(shape, seen, relation);
        all.addAll(0, mistakes.stream().map(mistake -> ONLY_RTL + mistake).toList());
        return all;
    }

    /** Returns the facts that only one of two relations has, those of the first one before the others. */
    static List<String> differences(Shape shape, RoutingRelation rtl, RoutingRelation check) {
        Set<String> mine = facts(shape, rtl);
        Set<String> theirs = facts(shape, check);
        List<String> all = new ArrayList<>();
        mine.stream().filter(fact -> !theirs.contains(fact)).forEach(fact -> all.add(ONLY_RTL + fact));
        theirs.stream().filter(fact -> !mine.contains(fact)).forEach(fact -> all.add("only the static check: " + fact));
        return all;
    }

    private static String channel(int node, int link) {
        return "node " + node + " link " + (link >> 2) + " VC " + (link & 3);
    }

    private static Set<String> facts(Shape shape, RoutingRelation relation) {
        Set<String> out = new TreeSet<>();
        for (int node = 0; node < shape.nodes(); node++) {
            for (int link = 0; link < RoutingRelation.LINK_VCS; link++) {
                String from = channel(node, link);
                if ((relation.first(node) >> link & 1) != 0) {
                    out.add("first " + from);
                }
                if ((relation.used(node) >> link & 1) != 0) {
                    out.add(from);
                }
                if ((relation.last(node) >> link & 1) != 0) {
                    out.add("last " + from);
                }
                for (int next = relation.next(node, link); next != 0; next &= next - 1) {
                    int to = Integer.numberOfTrailingZeros(next);
                    out.add(from + " -> " + channel(shape.neighbour(node, link >> 2), to));
                }
            }
        }
        return out;
    }
}
