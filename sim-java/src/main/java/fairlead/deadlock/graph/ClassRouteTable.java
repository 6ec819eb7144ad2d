// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.graph;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.TreeOrder;
import java.util.BitSet;

/**
 * The class routes of a collective network as the registers of its nodes have them, and what is wrong with them: both
 * ends of a link must agree about the parent, and the nodes of a class route must form one tree
 * (docs/spec/collective-network.md).
 */
public final class ClassRouteTable {
    static final int LINKS = HwLayout.TREE_LINKS;
    private static final int NOWHERE = -1;

    private final int nodes;
    private final TreeOrder order;
    private final long[] words; // register CLASS_ROUTES by node

    /**
     * @param words register CLASS_ROUTES of every node
     * @param order links of the network
     */
    public ClassRouteTable(final long[] words, final TreeOrder order) {
        nodes = words.length;
        this.words = words.clone();
        this.order = order;
    }

    public static ClassRouteTable of(final CollectiveNetwork network, final int nodes) {
        return new ClassRouteTable(network.classRoutes(nodes), network.order());
    }

    TreeOrder order() {
        return order;
    }

    int nodes() {
        return nodes;
    }

    private int field(final int route, final int node, final int lsb) {
        return (int) (words[node] >>> HwLayout.CLASS_ROUTE_STRIDE * route + lsb);
    }

    int parents(final int route, final int node) {
        return field(route, node, ClassRoute.PARENT_LSB) & (1 << LINKS) - 1;
    }

    int children(final int route, final int node) {
        return field(route, node, ClassRoute.CHILDREN_LSB) & (1 << LINKS) - 1;
    }

    boolean isMember(final int route, final int node) {
        return (field(route, node, ClassRoute.MEMBER_LSB) & 1) != 0;
    }

    boolean uses(final int route, final int node) {
        return parents(route, node) != 0 || children(route, node) != 0 || isMember(route, node);
    }

    private int parent(final int route, final int node) {
        final int mask = parents(route, node);
        return mask == 0 ? NOWHERE : order.neighbour(node, Integer.numberOfTrailingZeros(mask));
    }

    /** Returns what is wrong with the first class route that is no tree, or an empty string. */
    public String flaw() {
        for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
            final String flaw = flaw(route);
            if (!flaw.isEmpty()) {
                return "class route " + route + ": " + flaw;
            }
        }
        return "";
    }

    private String flaw(final int route) {
        for (int node = 0; node < nodes; node++) {
            if (Integer.bitCount(parents(route, node)) > 1) {
                return "node " + node + " has " + Integer.bitCount(parents(route, node)) + " parents";
            }
        }
        final String cycle = cycle(route);
        if (!cycle.isEmpty()) {
            return cycle;
        }
        for (int node = 0; node < nodes; node++) {
            final String flaw = links(route, node);
            if (!flaw.isEmpty()) {
                return flaw;
            }
        }
        return roots(route);
    }

    private String links(final int route, final int node) {
        final int up = parents(route, node);
        final int down = children(route, node);
        if ((up & down) != 0) {
            return "node " + node + " has a link to its parent and to a child at once";
        }
        if (Integer.bitCount(down) > 2) {
            return "node " + node + " has three children; a node has at most two";
        }
        for (int link = 0; link < LINKS; link++) {
            if (((up | down) >> link & 1) != 0 && order.neighbour(node, link) < 0) {
                return "link " + link + " of node " + node + " leads nowhere";
            }
        }
        return "";
    }

    /** Follows the parents of every node; the links of the network have no cycle, so only a link can turn back. */
    private String cycle(final int route) {
        for (int node = 0; node < nodes; node++) {
            int at = node;
            final StringBuilder way = new StringBuilder().append(node);
            for (int steps = 0; at != NOWHERE && steps <= nodes; steps++) {
                at = parent(route, at);
                way.append(" -> ").append(at);
                if (at == node) {
                    return "a cycle of parents: " + way;
                }
            }
        }
        return "";
    }

    private String roots(final int route) {
        final BitSet roots = new BitSet();
        for (int node = 0; node < nodes; node++) {
            if (!uses(route, node)) {
                continue;
            }
            final int up = parent(route, node);
            if (up == NOWHERE) {
                roots.set(node);
            } else {
                final int link = Integer.numberOfTrailingZeros(parents(route, node));
                if ((children(route, up) >> order.otherEnd(node, link) & 1) == 0) {
                    return "node " + node + " is an orphan: its parent " + up + " does not have it as a child";
                }
            }
            for (int link = 0; link < LINKS; link++) {
                final boolean isChild = (children(route, node) >> link & 1) != 0;
                final int child = isChild ? order.neighbour(node, link) : NOWHERE;
                if (isChild && parent(route, child) != node) {
                    return "node " + child + " is an orphan: node " + node + " has it as a child, and its parent is "
                            + (parent(route, child) == NOWHERE ? "no node" : "node " + parent(route, child));
                }
            }
        }
        return roots.cardinality() > 1 ? "it has " + roots.cardinality() + " roots, nodes " + roots : "";
    }
}
