// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Compares class routes of the collective network with the definition of a tree, by walking over links alone. */
@Tag("M-272")
@Tag("M-446")
class CollectiveNetworkTest {
    private static final long SEED = Long.getLong("fairlead.collective.seed", 1);

    private static CollectiveNetwork of(List<List<Integer>> groups) {
        return new CollectiveNetwork(2, 8, 8, 8, groups);
    }

    /** A network over so many nodes, some of which may be I/O tiles. */
    private static CollectiveNetwork drawn(List<List<Integer>> groups, int nodes, SplittableRandom random) {
        int ioTiles = random.nextBoolean() ? 0 : random.nextInt(nodes);
        return new CollectiveNetwork(2, 8, 8, 8, groups, List.of(), new TreeOrder(nodes, ioTiles));
    }

    @Test
    void eachLinkLeadsBack() {
        for (int nodes = 1; nodes <= 70; nodes++) {
            TreeOrder order = new TreeOrder(nodes, nodes % 3 == 0 ? nodes / 3 : 0);
            for (int node = 0; node < nodes; node++) {
                for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
                    int other = order.neighbour(node, link);
                    if (other >= 0) {
                        int end = order.otherEnd(node, link);
                        assertTrue(other < nodes && other != node);
                        assertEquals(node, order.neighbour(other, end));
                        assertEquals(link, order.otherEnd(other, end));
                    }
                }
            }
        }
    }

    /** Every way up from a node of the torus comes to I/O tiles and never leaves them for the torus. */
    @Test
    void noNodeOfTheTorusIsAboveAnIoTile() {
        for (int nodes = 2; nodes <= 70; nodes++) {
            for (int ioTiles = 1; ioTiles < nodes; ioTiles++) {
                TreeOrder order = new TreeOrder(nodes, ioTiles);
                for (int node = 0; node < nodes; node++) {
                    int parent = order.neighbour(node, 0);
                    boolean isIoTile = node >= nodes - ioTiles;
                    assertEquals(node == nodes - ioTiles, parent < 0, "the first I/O tile is the root");
                    assertTrue(!isIoTile || parent < 0 || parent >= nodes - ioTiles, node + " below " + parent);
                }
            }
        }
    }

    /**
     * From the root, the links to children reach all nodes of the class route, each once and over the link that it
     * calls its parent; the leaves are members.
     */
    @Test
    void aClassRouteIsATreeWhoseLeavesAreMembers() {
        Random random = new Random(SEED);
        SplittableRandom io = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            int nodes = 1 + random.nextInt(80);
            List<Integer> members = members(random, nodes);
            CollectiveNetwork network = drawn(List.of(members), nodes, io);
            long[] words = network.classRoutes(nodes);
            BitSet reached = new BitSet();
            walk(words, network.root(0), nodes, 0, network, reached);
            for (int node = 0; node < nodes; node++) {
                boolean isMember = members.contains(node);
                assertEquals(isMember ? 1 : 0, ClassRoute.member(words[node]), "node " + node + " of " + members);
                assertEquals(words[node] != 0, reached.get(node), "node " + node + " of " + members);
                assertTrue(
                        words[node] == 0 || isMember || ClassRoute.children(words[node]) != 0, "a leaf is no member");
            }
            long root = words[network.root(0)];
            assertEquals(0, ClassRoute.parent(root));
            assertTrue(
                    ClassRoute.member(root) != 0 || Long.bitCount(ClassRoute.children(root)) == 2,
                    "the root is the node nearest to the top that all members meet at: " + members);
        }
    }

    private static List<Integer> members(Random random, int nodes) {
        List<Integer> members = new ArrayList<>(IntStream.range(0, nodes)
                .filter(n -> random.nextInt(4) == 0)
                .boxed()
                .toList());
        if (members.isEmpty()) {
            members.add(random.nextInt(nodes));
        }
        return members;
    }

    private static void walk(long[] words, int node, int nodes, int depth, CollectiveNetwork network, BitSet reached) {
        assertTrue(!reached.get(node), "reached twice");
        reached.set(node);
        assertEquals(depth, network.depth(0, node));
        for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
            if ((ClassRoute.children(words[node]) >> link & 1) != 0) {
                int child = network.order().neighbour(node, link);
                assertEquals(1L << network.order().otherEnd(node, link), ClassRoute.parent(words[child]));
                walk(words, child, nodes, depth + 1, network, reached);
            }
        }
    }

    /** The fields of a path, read link by link as rule 12 of the page states, end at the requested node. */
    @Test
    void theWayOfAMessageEndsAtItsNode() {
        Random random = new Random(SEED);
        SplittableRandom io = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            int nodes = 1 + random.nextInt(80);
            List<Integer> members = members(random, nodes);
            CollectiveNetwork network = drawn(List.of(List.of(0), members), nodes, io);
            long[] words = network.classRoutes(nodes);
            int from = members.get(random.nextInt(members.size()));
            int to = members.get(random.nextInt(members.size()));
            long way = network.way(1, from, to);
            int at = from;
            for (long up = CollectiveHeader.up(way); up > 0; up--) {
                long parent = ClassRoute.parent(words[at] >> HwLayout.CLASS_ROUTE_STRIDE);
                at = network.order().neighbour(at, Long.numberOfTrailingZeros(parent));
            }
            for (int i = 0; i < CollectiveHeader.down(way); i++) {
                long children = ClassRoute.children(words[at] >> HwLayout.CLASS_ROUTE_STRIDE);
                children = (CollectiveHeader.path(way) >> i & 1) != 0 ? children & children - 1 : children;
                at = network.order().neighbour(at, Long.numberOfTrailingZeros(children));
            }
            assertEquals(to, at, from + " to " + to + " in " + members);
        }
    }

    @Test
    void whatIsNoNetworkIsRefused() {
        List<Integer> one = List.of(0);
        for (Executable wrong : List.<Executable>of(
                () -> new CollectiveNetwork(0, 8, 8, 8, List.of()),
                () -> new CollectiveNetwork(1, 17, 8, 8, List.of()),
                () -> new CollectiveNetwork(1, 8, 9, 8, List.of()),
                () -> new CollectiveNetwork(1, 8, 8, 0, List.of()),
                () -> of(List.of(List.of())),
                () -> of(List.of(List.of(1, 1))),
                () -> of(List.of(one, one, one, one, one)),
                () -> MachineConfig.of(new Shape(2, 1, 1))
                        .collective(of(List.of(List.of(2))))
                        .build())) {
            assertThrows(IllegalArgumentException.class, wrong);
        }
    }
}
