// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The waits of the collective network and the class routes that form no tree. */
@Tag("M-820")
class TreeWaitsTest {
    private static final int NODES = 7;
    private static final long MEMBER = 1L << ClassRoute.MEMBER_LSB;

    private static long node(int parents, int children) {
        return MEMBER | (long) parents << ClassRoute.PARENT_LSB | (long) children << ClassRoute.CHILDREN_LSB;
    }

    /** Nodes 0 to 2 with root 0, and nothing of the others. */
    private static long[] three() {
        long[] words = new long[NODES];
        words[0] = node(0, 0b110);
        words[1] = node(1, 0);
        words[2] = node(1, 0);
        return words;
    }

    private static String flaw(long... changes) {
        long[] words = three();
        for (int i = 0; i < changes.length; i += 2) {
            words[(int) changes[i]] = changes[i + 1];
        }
        return new ClassRouteTable(words, new TreeOrder(words.length, 0)).flaw();
    }

    @Test
    void classRoutesOfAnyMembersAreTreesWithoutACycleOfWaits() {
        SplittableRandom random = new SplittableRandom(15);
        for (int nodes = 1; nodes <= 70; nodes++) {
            List<List<Integer>> groups = new ArrayList<>();
            for (int route = 0; route < HwLayout.CLASS_ROUTES; route++) {
                List<Integer> members = new ArrayList<>(List.of(random.nextInt(nodes)));
                for (int rank = 0; rank < nodes; rank++) {
                    if (rank != members.get(0) && random.nextInt(3) == 0) {
                        members.add(rank);
                    }
                }
                groups.add(members);
            }
            ClassRouteTable routes = ClassRouteTable.of(CollectiveNetwork.UNUSED.withGroups(groups), nodes);
            assertEquals("", routes.flaw(), groups.toString());
            assertEquals(List.of(), new Cycles().shortest(new TreeWaits(routes, false), v -> true), groups.toString());
        }
    }

    @Test
    void theCheckOfAMachineHasTheResourcesOfItsCollectiveNetwork() {
        MachineConfig machine = MachineConfig.of(new Shape(3, 3, 1)).build();
        MachineConfig tree = machine.change()
                .collective(CollectiveNetwork.UNUSED.withGroups(List.of(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8))))
                .build();
        CheckResult without = StaticCheck.of(machine).check(machine.shape());
        CheckResult with = StaticCheck.of(tree).check(tree.shape());
        assertTrue(without.safe() && with.safe());
        assertTrue(with.vertices() > without.vertices() + 9 * 10, with + " " + without);
        assertTrue(with.edges() > without.edges());
    }

    @Test
    void whatIsNoTreeIsNamed() {
        assertEquals("", flaw());
        assertEquals("class route 0: a cycle of parents: 0 -> 1 -> 0", flaw(0, node(0b010, 0b110 & ~0b010)));
        assertEquals("class route 0: it has 2 roots, nodes {0, 5}", flaw(5, node(0, 0)));
        assertEquals(
                "class route 0: node 5 is an orphan: its parent 2 does not have it as a child", flaw(5, node(1, 0)));
        assertEquals(
                "class route 0: node 5 is an orphan: node 2 has it as a child, and its parent is no node",
                flaw(2, node(1, 0b010)));
        assertEquals("class route 0: link 0 of node 0 leads nowhere", flaw(0, node(1, 0b110)));
        assertEquals("class route 0: link 1 of node 3 leads nowhere", flaw(3, node(1, 0b010)));
        assertEquals("class route 0: node 1 has 2 parents", flaw(1, node(0b011, 0)));
        assertEquals("class route 0: node 1 has a link to its parent and to a child at once", flaw(1, node(1, 1)));
        assertEquals("class route 0: node 1 has three children; a node has at most two", flaw(1, node(0, 0b111)));
    }

    @Test
    void aMachineWithSuchAClassRouteIsNotSafe() {
        long[] words = three();
        words[5] = node(0, 0);
        CheckResult result = new StaticCheck(VcRule.DATELINE, 2)
                .with(new ClassRouteTable(words, new TreeOrder(words.length, 0)))
                .check(new Shape(7, 1, 1));
        assertFalse(result.safe());
        assertTrue(result.verdict().contains("it has 2 roots"), result.verdict());
    }

    /**
     * Two trees, each in order, whose parents are at opposite ends of a link: a message that turns back meets itself.
     */
    @Test
    void classRoutesOfOppositeDirectionsMakeMessagesWaitForThemselves() {
        long[] words = new long[2];
        words[0] = node(0, 0b010) | node(0b010, 0) << HwLayout.CLASS_ROUTE_STRIDE;
        words[1] = node(1, 0) | node(0, 1) << HwLayout.CLASS_ROUTE_STRIDE;
        ClassRouteTable routes = new ClassRouteTable(words, new TreeOrder(words.length, 0));
        assertEquals("", routes.flaw());
        CheckResult result = new StaticCheck(VcRule.DATELINE, 2).with(routes).check(new Shape(2, 1, 1));
        assertFalse(result.safe());
        assertEquals(4, result.cycle().size());
        assertTrue(result.cycle().stream().allMatch(step -> step.holder().contains("of messages")));
        assertEquals(
                "G10,G9",
                result.cycle().stream()
                        .map(CheckResult.Step::rule)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(",")));
    }
}
