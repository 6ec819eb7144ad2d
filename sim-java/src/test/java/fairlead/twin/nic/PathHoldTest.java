// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long a sender holds its path (R-SND-11), seen on the links of a tree of seven twins: from the first flit of a
 * message to the last one. The bounds are those of docs/spec/collective-network.md.
 */
@Tag("M-264")
@Tag("M-444")
class PathHoldTest {
    private static final int SHARE = 4; // channels of the busiest link: three class routes and the messages
    // a flit that waits for its turn and its credit
    private static final int FLIT_CYCLES = 2 * (HoldTree.LATENCY - 1) + 12;

    private static List<List<Integer>> all() {
        return List.of(List.of(0, 1, 2, 3, 4, 5, 6));
    }

    /** Every hop of a message whose receiver keeps up is held for as many cycles as the message has flits. */
    @Test
    void aMessageAloneHoldsItsPathForOneCycleAFlit() {
        int messages = 0;
        for (int from = 0; from < HoldTree.NODES; from++) {
            for (int to = 0; to < HoldTree.NODES; to++) {
                for (int packets : new int[] {1, 2, HoldTree.PACKETS}) {
                    HoldTree tree = new HoldTree(1, all());
                    tree.message(from, to, packets);
                    tree.run(600);
                    tree.holds().forEach(h -> assertEquals(h.flits(), h.cycles(), h.toString()));
                    messages += tree.holds().isEmpty() ? 0 : 1;
                }
            }
        }
        assertEquals(HoldTree.NODES * (HoldTree.NODES - 1) * 3, messages);
    }

    /** The I/O node is the root. All others saturate the collectives of four class routes, on the same links. */
    @Test
    void aSenderAtTheRootHoldsItsPathForItsShareOfTheLinks() {
        List<Integer> others = List.of(1, 2, 3, 4, 5, 6);
        List<Integer> everyone = List.of(0, 1, 2, 3, 4, 5, 6);
        HoldTree tree = new HoldTree(1, List.of(everyone, others, List.of(3, 4, 5, 6), List.of(1, 2, 4, 6)));
        for (int i = 0; i < 40; i++) {
            tree.message(0, 1 + i % (HoldTree.NODES - 1), HoldTree.PACKETS);
            for (int route = 1; route < HwLayout.CLASS_ROUTES; route++) {
                for (int node : tree.network().groups().get(route)) {
                    tree.allreduce(node, route);
                }
            }
        }
        tree.run(40_000);
        assertEquals(40, tree.holds().stream().filter(h -> h.node() == 0).count());
        tree.holds().forEach(h -> assertTrue(h.cycles() <= (long) SHARE * h.flits() + SHARE, h.toString()));
        assertTrue(tree.worst() > 1.1, "the collectives share the links: " + tree.worst());
        System.out.printf(
                "the root sends beside three saturated class routes: at most %.2f cycles a flit%n", tree.worst());
    }

    private static long bound(int outputsBehind, long flits, int every) {
        long bound = flits * (FLIT_CYCLES + every);
        for (int k = 0; k < outputsBehind; k++) {
            bound = flits * FLIT_CYCLES + 4L * (HoldTree.DEPTH + 1) * bound;
        }
        return bound;
    }

    private static final int SLOW = 40; // cycles in which a slow receiver takes a flit
    private static final Map<Integer, HoldTree> INCASTS = new HashMap<>();

    /** Six nodes send to the root at once, which takes a flit in `every` cycles. */
    private static HoldTree incast(int every) {
        return INCASTS.computeIfAbsent(every, PathHoldTest::played);
    }

    private static HoldTree played(int every) {
        HoldTree tree = new HoldTree(every, all());
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20; i++) {
            for (int node = 1; node < HoldTree.NODES; node++) {
                tree.message(node, 0, 1 + random.nextInt(HoldTree.PACKETS));
            }
        }
        tree.run(8_000L * (10 + every));
        return tree;
    }

    @Test
    void withOtherMessagesToOneReceiverTheBoundOfThePageHolds() {
        int most = 1 + 1 + (HoldTree.PACKETS - 1) * HwLayout.TREE_PACKET_FLITS;
        for (int every : new int[] {1, 8, SLOW}) {
            HoldTree tree = incast(every);
            assertEquals(
                    120,
                    tree.holds().stream()
                            .filter(h -> h.node() == 1 || h.node() == 2)
                            .count());
            for (HoldTree.Hold hold : tree.holds()) {
                int behind = hold.node() > 2 ? 2 : 1; // the root is one hop or two away
                assertTrue(hold.cycles() <= bound(behind, most, every), every + ": " + hold);
            }
            long longest =
                    tree.holds().stream().mapToLong(h -> h.cycles()).max().orElseThrow();
            System.out.printf(
                    "six senders, a flit taken in %d cycles: longest hold %d, bound %d%n",
                    every, longest, bound(2, most, every));
        }
    }

    /** The factor of a receiver that is slow is needed: without it the bound at the receiver would be exceeded. */
    @Test
    void aSlowReceiverExceedsTheBoundOfAFastOne() {
        HoldTree tree = incast(SLOW);
        assertTrue(tree.holds().stream().anyMatch(h -> h.cycles() > bound(0, h.flits(), 1)));
    }
}
