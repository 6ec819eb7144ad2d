// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The routing of single packets on one shape: the possible next hops of each packet, and the free slots that it needs
 * there.
 */
public final class PacketRouting {
    private static final int FIRST_ADAPTIVE = 2;
    private static final int END = 4;

    /**
     * A packet at a node.
     *
     * @param node rank of the node
     * @param dst rank of the destination
     * @param minus bit d: the packet goes in the minus direction of dimension d; 0 in a finished dimension
     * @param cross bit d: its path in dimension d uses the wrap link; 0 in a finished dimension
     */
    public record Packet(int node, int dst, int minus, int cross) {}

    /**
     * One output VC that a packet may take.
     *
     * @param direction direction of the link, or -1 if the packet leaves the network at its destination
     * @param v VC number within the packet's class
     * @param slots free slots that the packet needs there
     * @param rule rule of the static check that describes the wait
     */
    public record Choice(int direction, int v, int slots, int rule) {}

    /** Direction of a packet that leaves the network. */
    public static final int EJECT = -1;

    private final Shape shape;
    private final RoutingRules rules;

    PacketRouting(final Shape shape, final RoutingRules rules) {
        this.shape = shape;
        this.rules = rules;
    }

    private int at(final int node, final int d) {
        return d == 0 ? shape.x(node) : d == 1 ? shape.y(node) : shape.z(node);
    }

    /**
     * Returns all packets from one node to another.
     *
     * @param bothTies true to include both directions at distance k/2, false for the direction that HeaderBuilder
     *     selects (RU_R5)
     */
    public List<Packet> injected(final int src, final int dst, final boolean bothTies) {
        final List<Packet> all = new ArrayList<>();
        int fixed = 0;
        int ties = 0;
        int picked = 0;
        final int parity = (at(src, 0) ^ at(src, 1) ^ at(src, 2)) & 1;
        for (int d = 0; d < 3; d++) {
            final int twice = 2 * Math.floorMod(at(dst, d) - at(src, d), shape.k(d));
            fixed |= twice > shape.k(d) ? 1 << d : 0;
            if (twice == shape.k(d)) {
                ties |= 1 << d;
                picked |= (parity ^ (at(dst, (d + 1) % 3) ^ at(dst, (d + 2) % 3)) & 1) << d;
            }
        }
        for (int choice = 0; choice < 8; choice++) {
            if ((choice & ~ties) == 0 && (bothTies || choice == picked)) {
                all.add(normal(src, dst, fixed | choice, crosses(src, dst, fixed | choice)));
            }
        }
        return all;
    }

    private int crosses(final int src, final int dst, final int minus) {
        int cross = 0;
        for (int d = 0; d < 3; d++) {
            final boolean down = (minus >> d & 1) != 0;
            cross |= (down ? at(dst, d) > at(src, d) : at(dst, d) < at(src, d)) ? 1 << d : 0;
        }
        return cross;
    }

    /** Returns the packet without data of finished dimensions, and without crossings unless the VC rule needs them. */
    private Packet normal(final int node, final int dst, final int minus, final int cross) {
        int open = 0;
        for (int d = 0; d < 3; d++) {
            open |= at(node, d) == at(dst, d) ? 0 : 1 << d;
        }
        return new Packet(node, dst, minus & open, rules.escape() == VcFunction.STATIC ? cross & open : 0);
    }

    /**
     * Returns all output VCs that a packet may take.
     *
     * @param from direction of the link over which the packet came, or -1 if it is being injected
     * @param v VC of that link
     */
    public List<Choice> choices(final Packet packet, final int from, final int v) {
        final List<Choice> all = new ArrayList<>();
        int lowest = -1;
        for (int d = 2; d >= 0; d--) {
            if (at(packet.node(), d) != at(packet.dst(), d)) {
                lowest = d;
            }
        }
        if (lowest < 0) {
            return List.of(new Choice(EJECT, 0, 0, RuleTable.EJECT));
        }
        final int direction = direction(packet, lowest);
        if (!rules.adaptive() || !rules.captive().at(from, v)) {
            final int rule = rule(from, v, direction);
            final int w = rules.escape()
                    .of(
                            lowest,
                            shape.k(lowest),
                            at(packet.node(), lowest),
                            at(packet.dst(), lowest),
                            (direction & 1) == 1,
                            (packet.cross() >> lowest & 1) == 1);
            all.add(new Choice(direction, w, rules.need().of(rule), rule));
        }
        for (int d = lowest; rules.adaptive() && d < 3; d++) {
            for (int w = FIRST_ADAPTIVE; at(packet.node(), d) != at(packet.dst(), d) && w < END; w++) {
                all.add(new Choice(direction(packet, d), w, 1, RuleTable.CHOICE));
            }
        }
        return all;
    }

    private static int rule(final int from, final int v, final int direction) {
        if (from < 0) {
            return RuleTable.FIRST_HOP;
        }
        return v >= FIRST_ADAPTIVE ? RuleTable.ESCAPE : from == direction ? RuleTable.RING : RuleTable.TURN;
    }

    private static int direction(final Packet packet, final int d) {
        return 2 * d + (packet.minus() >> d & 1);
    }

    public Packet after(final Packet packet, final int direction) {
        return normal(shape.neighbour(packet.node(), direction), packet.dst(), packet.minus(), packet.cross());
    }
}
