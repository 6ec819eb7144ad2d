// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
    public ClassRouteTable(long[] words, TreeOrder order) {
        nodes = words.length;
        this.words = words.clone();
        this.order = order;
    }

    public static ClassRouteTable of(CollectiveNetwork network, int nodes) {
        return new ClassRouteTable(network.classRoutes(nodes), network.order());
    }

    TreeOrder order() {
        return order;
    }

    int nodes() {
        return nodes;
    }

    private int field(int route, int node, int lsb) {
        return (int) (words[node] >>> HwLayout.CLASS_ROUTE_STRIDE * route + lsb);
    }

    int parents(int route, int node) {
        return field(route, node, ClassRoute.PARENT_LSB) & (1 << LINKS) - 1;
    }

    int children(int route, int node) {
        return field(route, node, ClassRoute.CHILDREN_LSB) & (1 << LINKS) - 1;
    }

    boolean isMember(int route, int node) {
        return (field(route, node, ClassRoute.MEMBER_LSB) & 1) != 0;
    }

    boolean uses(int route, int node) {
        return parents(route, node) != 0 || children(route, node) != 0 || isMember(route, node);
    }

    private int parent(int route, int node) {
        int mask = parents(route, node);
        return mask == 0 ? NOWHERE : order.neighbour(node, Integer.numberOfTrailingZeros(mask));
    }

    /** Returns what is wrong with the first class route that is no tree, or an empty string. */
    public String flaw() {
        return IntStream.range(0, HwLayout.CLASS_ROUTES)
                .filter(route -> !flaw(route).isEmpty())
                .mapToObj(route -> "class route " + route + ": " + flaw(route))
                .findFirst()
                .orElse("");
    }

    private String flaw(int route) {
        return Stream.<IntFunction<String>>of(
                        node -> Integer.bitCount(parents(route, node)) > 1
                                ? "node " + node + " has " + Integer.bitCount(parents(route, node)) + " parents"
                                : "",
                        node -> cycle(route, node),
                        node -> links(route, node),
                        node -> orphan(route, node))
                .flatMap(check -> IntStream.range(0, nodes).mapToObj(check))
                .filter(flaw -> !flaw.isEmpty())
                .findFirst()
                .orElseGet(() -> roots(route));
    }

    private String links(int route, int node) {
        int up = parents(route, node);
        int down = children(route, node);
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

    /** Follows the parents of a node; the links of the network have no cycle, so only a link can turn back. */
    private String cycle(int route, int node) {
        int at = node;
        StringBuilder way = new StringBuilder().append(node);
        for (int steps = 0; at != NOWHERE && steps <= nodes; steps++) {
            at = parent(route, at);
            way.append(" -> ").append(at);
            if (at == node) {
                return "a cycle of parents: " + way;
            }
        }
        return "";
    }

    private String orphan(int route, int node) {
        int up = uses(route, node) ? parent(route, node) : NOWHERE;
        int toParent = Integer.numberOfTrailingZeros(parents(route, node));
        if (up != NOWHERE && (children(route, up) >> order.otherEnd(node, toParent) & 1) == 0) {
            return "node " + node + " is an orphan: its parent " + up + " does not have it as a child";
        }
        for (int links = children(route, node); links != 0; links &= links - 1) {
            int child = order.neighbour(node, Integer.numberOfTrailingZeros(links));
            int parent = parent(route, child);
            if (parent != node) {
                return "node " + child + " is an orphan: node " + node + " has it as a child, and its parent is "
                        + (parent == NOWHERE ? "no node" : "node " + parent);
            }
        }
        return "";
    }

    private String roots(int route) {
        BitSet roots = new BitSet();
        IntStream.range(0, nodes)
                .filter(node -> uses(route, node) && parent(route, node) == NOWHERE)
                .forEach(roots::set);
        return roots.cardinality() > 1 ? "it has " + roots.cardinality() + " roots, nodes " + roots : "";
    }
}
