// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import fairlead.deadlock.RoutingRelation;
import fairlead.deadlock.RoutingRules;
import fairlead.deadlock.RoutingRules.VcFunction;
import fairlead.machine.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The routing of single packets on one shape: the possible next hops of each packet, and the free slots that it needs
 * there.
 */
public record PacketRouting(Shape shape, RoutingRules rules) {
    private static final int FIRST_ADAPTIVE = 2;
    private static final int END = 4;

    /** Direction of a packet that leaves the network. */
    public static final int EJECT = -1;

    /**
     * A packet at a node.
     *
     * @param minus bit d: the packet goes in the minus direction of dimension d; 0 in a finished dimension
     * @param cross bit d: its path in dimension d uses the wrap link; 0 in a finished dimension
     */
    public record Packet(int node, int dst, int minus, int cross) {
        int direction(int d) {
            return 2 * d + (minus >> d & 1);
        }
    }

    /**
     * One output VC that a packet may take.
     *
     * @param direction direction of the link, or -1 if the packet leaves the network at its destination
     * @param v VC number within the packet's class
     * @param slots free slots that the packet needs there
     */
    public record Choice(int direction, int v, int slots) {}

    /**
     * Returns all packets from one node to another.
     *
     * @param bothTies true to include both directions at distance k/2, false for the direction that HeaderBuilder
     *     selects (RU_R5)
     */
    public List<Packet> injected(int src, int dst, boolean bothTies) {
        List<Packet> all = new ArrayList<>();
        int fixed = 0;
        int ties = 0;
        int picked = 0;
        int parity = (shape.x(src) ^ shape.y(src) ^ shape.z(src)) & 1;
        for (int d = 0; d < 3; d++) {
            int twice = 2 * Math.floorMod(shape.at(dst, d) - shape.at(src, d), shape.k(d));
            fixed |= twice > shape.k(d) ? 1 << d : 0;
            if (twice == shape.k(d)) {
                ties |= 1 << d;
                picked |= (parity ^ (shape.at(dst, (d + 1) % 3) ^ shape.at(dst, (d + 2) % 3)) & 1) << d;
            }
        }
        for (int choice = 0; choice < 8; choice++) {
            if ((choice & ~ties) == 0 && (bothTies || choice == picked)) {
                int minus = fixed | choice;
                int cross = mask(d -> (minus >> d & 1) != 0
                        ? shape.at(dst, d) > shape.at(src, d)
                        : shape.at(dst, d) < shape.at(src, d));
                all.add(normal(src, dst, minus, cross));
            }
        }
        return all;
    }

    private static int mask(IntPredicate dimensions) {
        return (dimensions.test(0) ? 1 : 0) | (dimensions.test(1) ? 2 : 0) | (dimensions.test(2) ? 4 : 0);
    }

    private int open(int node, int dst) {
        return mask(d -> shape.at(node, d) != shape.at(dst, d));
    }

    /** Returns the packet without data of finished dimensions, and without crossings unless the VC rule needs them. */
    private Packet normal(int node, int dst, int minus, int cross) {
        int open = open(node, dst);
        return new Packet(node, dst, minus & open, rules.escape() == VcFunction.STATIC ? cross & open : 0);
    }

    /**
     * Returns all output VCs that a packet may take.
     *
     * @param from direction of the link over which the packet came, or -1 if it is being injected
     * @param v VC of that link
     */
    public List<Choice> choices(Packet packet, int from, int v) {
        int open = open(packet.node(), packet.dst());
        if (open == 0) {
            return List.of(new Choice(EJECT, 0, 0));
        }
        List<Choice> all = new ArrayList<>();
        int lowest = Integer.numberOfTrailingZeros(open);
        if (rules.escapes(from)) {
            int direction = packet.direction(lowest);
            int w = rules.escape()
                    .of(
                            lowest,
                            shape.k(lowest),
                            shape.at(packet.node(), lowest),
                            shape.at(packet.dst(), lowest),
                            (direction & 1) == 1,
                            (packet.cross() >> lowest & 1) == 1);
            int rule = RoutingRelation.rule(from < 0 ? -1 : 4 * from + v, 4 * direction + w);
            all.add(new Choice(direction, w, rules.need().of(rule)));
        }
        for (int d = lowest; rules.adaptive() && d < 3; d++) {
            for (int w = FIRST_ADAPTIVE; (open >> d & 1) != 0 && w < END; w++) {
                all.add(new Choice(packet.direction(d), w, 1));
            }
        }
        return all;
    }

    public Packet after(Packet packet, int direction) {
        return normal(shape.neighbour(packet.node(), direction), packet.dst(), packet.minus(), packet.cross());
    }
}
