// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveHeader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The collective network of a machine (docs/spec/collective-network.md): a binary tree of links over all nodes, and the
 * class routes on it. A class route uses the links between its members; its root is the node of these that is nearest
 * to the root of the tree.
 *
 * @param latency number of cycles of a flit, and of a credit, from its register to the other end of the link
 * @param linkDepth number of flits of each channel's buffer at the end of a link
 * @param injection number of packets of each injection FIFO
 * @param reception number of packets of each reception FIFO
 * @param groups members of each class route, at most HwLayout.CLASS_ROUTES; empty if no program uses the network
 * @param tasks number of tasks in the barrier of each class route, by class route and member, 1 to 16; empty: one each
 * @param order links of the tree; those of a {@link MachineConfig} are those of its shape
 */
public record CollectiveNetwork(
        int latency,
        int linkDepth,
        int injection,
        int reception,
        List<List<Integer>> groups,
        List<List<Integer>> tasks,
        TreeOrder order) {
    public static final CollectiveNetwork UNUSED = new CollectiveNetwork(2, 8, 8, 8, List.of());

    private static final int SECOND_CHILD = 2; // link
    private static final int UP = 1; // mask of the link to the parent
    private static final int MOST_TASKS = 16;

    public CollectiveNetwork {
        groups = groups.stream().map(List::copyOf).toList();
        within("latency", latency, 1 << 20);
        within("link depth", linkDepth, HwLayout.TREE_LINK_DEPTH);
        within("injection depth", injection, HwLayout.TREE_PACKETS);
        within("reception depth", reception, HwLayout.TREE_PACKETS);
        MachineConfig.require(
                groups.size() <= HwLayout.CLASS_ROUTES,
                "a node has " + HwLayout.CLASS_ROUTES + " class routes, not " + groups.size());
        for (List<Integer> group : groups) {
            boolean differ = !group.isEmpty() && group.stream().distinct().count() == group.size();
            MachineConfig.require(differ, "the members of a class route must be different nodes: " + group);
        }
        tasks = tasks.stream().map(List::copyOf).toList();
        for (int route = 0; route < tasks.size(); route++) {
            List<Integer> each = tasks.get(route);
            MachineConfig.require(
                    route < groups.size()
                            && each.size() == groups.get(route).size()
                            && each.stream().allMatch(n -> n >= 1 && n <= MOST_TASKS),
                    "tasks in the barrier of class route " + route + " must be 1 to " + MOST_TASKS
                            + " for each member: " + each);
        }
    }

    /** Makes a network without I/O tiles, with one task of each member in the barrier of a class route. */
    public CollectiveNetwork(int latency, int linkDepth, int injection, int reception, List<List<Integer>> groups) {
        this(latency, linkDepth, injection, reception, groups, List.of(), TreeOrder.BY_RANK);
    }

    private static void within(String name, int value, int high) {
        MachineConfig.require(value >= 1 && value <= high, "tree " + name + " must be 1 to " + high + ": " + value);
    }

    /** Returns the same network with other class routes, with one task of each member in their barriers. */
    public CollectiveNetwork withGroups(List<List<Integer>> other) {
        return new CollectiveNetwork(latency, linkDepth, injection, reception, other, List.of(), order);
    }

    /** Returns the same network with other numbers of tasks in the barriers of its class routes. */
    public CollectiveNetwork withTasks(List<List<Integer>> other) {
        return new CollectiveNetwork(latency, linkDepth, injection, reception, groups, other, order);
    }

    /** Returns the same network over the nodes of a machine of that shape. */
    public CollectiveNetwork over(Shape shape) {
        return new CollectiveNetwork(latency, linkDepth, injection, reception, groups, tasks, TreeOrder.of(shape));
    }

    public boolean isUsed() {
        return !groups.isEmpty();
    }

    /** Returns the number of tasks of a node in the barrier of a class route: 0 if the node is no member. */
    public int tasks(int route, int node) {
        int member = route < groups.size() ? groups.get(route).indexOf(node) : -1;
        return member < 0 ? 0 : route < tasks.size() ? tasks.get(route).get(member) : 1;
    }

    public long routeTasks(int node) {
        long word = 0;
        for (int route = 0; route < groups.size(); route++) {
            word |= (long) tasks(route, node) << HwLayout.CLASS_ROUTE_STRIDE * route;
        }
        return word;
    }

    public int root(int route) {
        int root = groups.get(route).get(0);
        for (int member : groups.get(route)) {
            root = order.meet(root, member);
        }
        return root;
    }

    /** Returns the number of links between a node of a class route and its root. */
    public int depth(int route, int node) {
        return order.depth(node) - order.depth(root(route));
    }

    /** Returns all nodes of a class route: its members, and the nodes between them. */
    private BitSet tree(int route) {
        BitSet tree = new BitSet();
        int root = root(route);
        for (int member : groups.get(route)) {
            for (int node = member; node != root; node = order.parent(node)) {
                tree.set(node);
            }
        }
        tree.set(root);
        return tree;
    }

    /** Returns register CLASS_ROUTES of every node. */
    public long[] classRoutes(int nodes) {
        long[] words = new long[nodes];
        for (int route = 0; route < groups.size(); route++) {
            BitSet tree = tree(route);
            int root = root(route);
            int lsb = HwLayout.CLASS_ROUTE_STRIDE * route;
            for (int node = tree.nextSetBit(0); node >= 0; node = tree.nextSetBit(node + 1)) {
                long up = node == root ? 0 : UP;
                words[node] |= (up << ClassRoute.PARENT_LSB | children(tree, node) << ClassRoute.CHILDREN_LSB) << lsb;
            }
            for (int member : groups.get(route)) {
                words[member] |= 1L << ClassRoute.MEMBER_LSB + lsb;
            }
        }
        return words;
    }

    private long children(BitSet tree, int node) {
        long mask = 0;
        for (int link = 1; link < HwLayout.TREE_LINKS; link++) {
            mask |= isIn(tree, order.neighbour(node, link)) ? 1L << link : 0;
        }
        return mask;
    }

    private static boolean isIn(BitSet tree, int node) {
        return node >= 0 && tree.get(node);
    }

    /** Returns the fields `up`, `down` and `path` of the header of a message between two nodes of a class route. */
    public long way(int route, int from, int to) {
        BitSet tree = tree(route);
        int top = order.meet(from, to);
        List<Integer> below = new ArrayList<>();
        for (int node = to; node != top; node = order.parent(node)) {
            below.add(0, node);
        }
        long path = 0;
        for (int i = 0; i < below.size(); i++) {
            int node = below.get(i);
            boolean second = order.otherEnd(node, 0) == SECOND_CHILD;
            boolean higher = second && isIn(tree, order.neighbour(order.parent(node), SECOND_CHILD - 1));
            path |= higher ? 1L << i : 0;
        }
        return (long) (order.depth(from) - order.depth(top)) << CollectiveHeader.UP_LSB
                | (long) below.size() << CollectiveHeader.DOWN_LSB
                | path << CollectiveHeader.PATH_LSB;
    }

    /**
     * The binary tree of the links of the collective network. The parent of the node in place p is the node in place (p
     * - 1) / 2. Link 0 of a node leads to its parent, and links 1 and 2 lead to the nodes in places 2 p + 1 and 2 p +
     * 2. Without I/O tiles the place of a node is its rank. With them the I/O tiles have the first places, in the order
     * of their ranks, and the nodes of the torus follow: so no node of the torus is above an I/O tile.
     *
     * @param nodes number of all nodes
     * @param ioTiles number of those that are I/O tiles, which have the last ranks
     */
    public record TreeOrder(int nodes, int ioTiles) {
        /** The tree of a machine of any size without I/O tiles. */
        static final TreeOrder BY_RANK = new TreeOrder(Integer.MAX_VALUE, 0);

        private static final int CHILDREN = 2;

        public static TreeOrder of(Shape shape) {
            return new TreeOrder(shape.nodes(), shape.ioTiles());
        }

        private int place(int rank) {
            int torus = nodes - ioTiles;
            return rank < torus ? rank + ioTiles : rank - torus;
        }

        private int rank(int place) {
            return place < ioTiles ? place + nodes - ioTiles : place - ioTiles;
        }

        /** Returns the node at the other end of a link, or -1 if the link leads nowhere. */
        public int neighbour(int node, int link) {
            int place = place(node);
            if (link == 0) {
                return place == 0 ? -1 : parent(node);
            }
            int child = CHILDREN * place + link;
            return child < nodes ? rank(child) : -1;
        }

        /** Returns the number that the link has at its other end. */
        public int otherEnd(int node, int link) {
            return link == 0 ? (place(node) - 1) % CHILDREN + 1 : 0;
        }

        int parent(int node) {
            return rank((place(node) - 1) / CHILDREN);
        }

        int depth(int node) {
            return 31 - Integer.numberOfLeadingZeros(place(node) + 1);
        }

        /** Returns the node in which the ways of two nodes to the root meet. */
        int meet(int one, int other) {
            int a = one;
            int b = other;
            while (a != b) {
                if (place(a) > place(b)) {
                    a = parent(a);
                } else {
                    b = parent(b);
                }
            }
            return a;
        }
    }
}
