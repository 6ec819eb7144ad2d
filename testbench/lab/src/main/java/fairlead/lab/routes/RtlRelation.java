// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.graph.PacketRouting;
import fairlead.deadlock.graph.PacketRouting.Packet;
import fairlead.deadlock.graph.RoutingRelation;
import fairlead.deadlock.graph.RoutingRules;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
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
 * the output of each hop. What was seen is collected as facts and compared with those of the static check's relation.
 */
public final class RtlRelation {
    private static final int LINKS = HwLayout.LINKS;
    private static final String WAIT = " -> ";

    /**
     * A packet on its way.
     *
     * @param direction direction of the link over which it came, or -1
     * @param v VC of that link
     */
    private record Moving(long header, int node, int direction, int v) {}

    private final Shape shape;
    private final int cls;
    private final Set<String> facts = new TreeSet<>();
    private final Set<String> mistakes = new TreeSet<>();
    private long answers;

    private RtlRelation(final Shape shape, final int cls) {
        this.shape = shape;
        this.cls = cls;
    }

    /**
     * Follows the packets of every pair of nodes.
     *
     * @param bothTies whether packets at distance k/2 go in both directions, as the static check assumes; else only in
     *      the direction that HeaderBuilder selects
     */
    public static RtlRelation walk(
            final RouteLibrary unit,
            final Shape shape,
            final VcRule rule,
            final Unsafe unsafe,
            final int cls,
            final boolean bothTies) {
        final RtlRelation relation = new RtlRelation(shape, cls);
        // the static rule alone keeps the crossings of a packet
        final PacketRouting routing =
                RoutingRules.of(Routing.DIMENSION_ORDER, VcRule.STATIC).packets(shape);
        final List<Moving> packets = new ArrayList<>();
        for (int src = 0; src < shape.nodes(); src++) {
            for (int dst = 0; dst < shape.nodes(); dst++) {
                for (final Packet packet : src == dst ? List.<Packet>of() : routing.injected(src, dst, bothTies)) {
                    packets.add(new Moving(RtlComparison.header(shape, src, packet, cls, 0), src, -1, 0));
                }
                if (packets.size() >= RouteLibrary.BATCH / 8) {
                    relation.follow(unit, rule, unsafe, packets);
                }
            }
        }
        relation.follow(unit, rule, unsafe, packets);
        return relation;
    }

    /** Moves all packets until they are ejected. */
    private void follow(final RouteLibrary unit, final VcRule rule, final Unsafe unsafe, final List<Moving> packets) {
        List<Moving> left = packets;
        for (int step = 0; !left.isEmpty() && step <= shape.kx() + shape.ky() + shape.kz(); step++) {
            left = step(unit, rule, unsafe, left);
        }
        packets.clear();
    }

    /** Moves all packets by one hop and returns those that are not ejected. */
    private List<Moving> step(
            final RouteLibrary unit, final VcRule rule, final Unsafe unsafe, final List<Moving> packets) {
        final List<Moving> on = new ArrayList<>();
        for (final Moving packet : packets) {
            final int inPort = packet.direction < 0 ? LINKS + 2 * cls : packet.direction ^ 1;
            final boolean flawed = unsafe.node() == Unsafe.ALL_NODES || unsafe.node() == packet.node;
            unit.add(
                    shape.coord(packet.node),
                    inPort,
                    cls << 2 | packet.v,
                    rule.ordinal(),
                    0,
                    flawed ? unsafe.variant() : 0,
                    packet.header);
        }
        unit.answer();
        for (int i = 0; i < packets.size(); i++) {
            answers++;
            move(packets.get(i), unit.port(i), unit.vc(i), on);
        }
        return on;
    }

    private void move(final Moving packet, final int port, final int vc, final List<Moving> on) {
        final int dst = shape.rankOfCoord((int) Header0.dst(packet.header));
        final String from = packet.direction < 0
                ? ""
                : channel(shape.neighbour(packet.node, packet.direction ^ 1), packet.direction, packet.v);
        if (port >= LINKS) {
            if (packet.node != dst || (port - LINKS) / 2 != cls || vc != cls << 2) {
                mistakes.add("a packet to node " + dst + " is ejected at node " + packet.node + ", port " + port);
            }
            facts.add("last " + from);
            return;
        }
        final String to = channel(packet.node, port, vc & 1);
        facts.add(to);
        facts.add(from.isEmpty() ? "first " + to : from + WAIT + to);
        on.add(new Moving(packet.header, shape.neighbour(packet.node, port), port, vc & 1));
    }

    /** Returns the number of hops and ejections, each of which is one answer of the RTL. */
    public long answers() {
        return answers;
    }

    /** Returns the number of waits from link VC to link VC. */
    public long edges() {
        return facts.stream().filter(fact -> fact.contains(WAIT)).count();
    }

    /** Returns the facts of this relation that `relation` lacks, and packets that were ejected at a wrong place. */
    public Set<String> missingIn(final RoutingRelation relation) {
        final Set<String> mine = new TreeSet<>(facts);
        mine.removeAll(facts(relation));
        mine.addAll(mistakes);
        return mine;
    }

    /** Returns the facts of `relation` that this relation lacks. */
    public Set<String> notSeenOf(final RoutingRelation relation) {
        final Set<String> theirs = facts(relation);
        theirs.removeAll(facts);
        return theirs;
    }

    private static String channel(final int node, final int direction, final int v) {
        return "node " + node + " link " + direction + " VC " + v;
    }

    private Set<String> facts(final RoutingRelation relation) {
        final Set<String> out = new TreeSet<>();
        for (int node = 0; node < shape.nodes(); node++) {
            relation.first(node, (to, d, v, rule) -> out.add("first " + channel(to, d, v)));
            for (int c = 0; c < 2 * LINKS; c++) {
                final String from = channel(node, c / 2, c & 1);
                if (relation.used(node, c / 2, c & 1)) {
                    out.add(from);
                }
                if (relation.last(node, c / 2, c & 1)) {
                    out.add("last " + from);
                }
                relation.next(node, c / 2, c & 1, (to, d, v, rule) -> out.add(from + WAIT + channel(to, d, v)));
            }
        }
        return out;
    }
}
