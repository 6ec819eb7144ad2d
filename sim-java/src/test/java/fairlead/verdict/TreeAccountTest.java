// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveRefusal;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The counts of packets of the collective network: node 0 is the root, nodes 1 and 2 its children, node 3 below node 1.
 */
@Tag("M-461")
@Tag("M-533")
class TreeAccountTest {
    private static final int NODES = 4;
    private static final int CALLS = 3;
    private static final CollectiveNetwork NETWORK = CollectiveNetwork.UNUSED.withGroups(List.of(List.of(0, 1, 2, 3)));

    private final TreeAccount account = new TreeAccount(
            MachineConfig.of(new Shape(NODES, 1, 1)).collective(NETWORK).build());
    private final long[] links = new long[NODES * Engine.TREE_WORDS];

    private static long header(int mode) {
        return (long) mode << CollectiveHeader.MODE_LSB;
    }

    private static int place(int node, int link, int channel) {
        return (node * HwLayout.TREE_LINKS + link) * HwLayout.TREE_CHANNELS + channel;
    }

    /** Performs three allreduces, a combine, two broadcasts and a message of two packets from node 3 to node 2. */
    private void play() {
        for (int node = 0; node < NODES; node++) {
            for (int call = 0; call < CALLS; call++) {
                account.given(node, header(CollectiveMode.ALLREDUCE), call);
                account.arrived(node, 1);
            }
            account.given(node, header(CollectiveMode.COMBINE), CALLS);
            account.arrived(node, 1); // the combine at the root, the first broadcast at the others
            account.arrived(node, node == 0 ? 0 : 1);
        }
        account.given(0, header(CollectiveMode.BROADCAST), 8);
        account.given(0, header(CollectiveMode.BROADCAST), 9);
        for (int[] up : new int[][] {{1, 0}, {2, 0}, {3, 0}}) {
            links[place(up[0], up[1], 0)] = CALLS + 1;
        }
        for (int[] down : new int[][] {{0, 1}, {0, 2}, {1, 1}}) {
            links[place(down[0], down[1], 0)] = CALLS + 2;
        }
        for (int packet = 0; packet < 2; packet++) {
            account.given(3, header(CollectiveMode.MESSAGE) | NETWORK.way(0, 3, 2), packet);
            account.arrived(2, 1 << HwLayout.CLASS_ROUTES);
        }
        for (int[] hop : new int[][] {{3, 0}, {1, 0}, {0, 2}}) {
            links[place(hop[0], hop[1], HwLayout.CLASS_ROUTES)] = 2;
        }
    }

    private Violations judged() {
        Violations violations = new Violations();
        assertTrue(account.compare(links, violations) > 0);
        return violations;
    }

    @Test
    void aSoundRunHasNoViolation() {
        play();
        assertEquals("", judged().text());
        assertEquals(0, new TreeAccount(MachineConfig.of(new Shape(1, 1, 1)).build()).compare(links, new Violations()));
    }

    @Test
    void everyWrongCountIsReported() {
        play();
        for (int node = 0; node < NODES; node++) {
            for (int place = node * Engine.TREE_WORDS; place < (node + 1) * Engine.TREE_WORDS; place++) {
                links[place]++;
                Violations violations = judged();
                assertEquals(1, violations.count(), violations.text());
                assertTrue(violations.text().contains(" of node " + node + " "), violations.text());
                links[place]--;
            }
        }
        account.arrived(3, 1);
        assertTrue(judged().text().contains("node 3: results of class route 0: 6 instead of 5"), judged().text());
        account.arrived(1, 1 << HwLayout.CLASS_ROUTES);
        assertTrue(judged().text().contains("node 1: packets of messages: 1 instead of 0"), judged().text());
    }

    @Test
    void aRefusedMessageIsNotDue() {
        play();
        account.given(3, header(CollectiveMode.MESSAGE) | NETWORK.way(0, 3, 2), 77);
        assertTrue(judged().count() > 0);
        account.refused(3, CollectiveRefusal.FULL, 77);
        assertEquals("", judged().text());
    }

    /** Packets of two class routes have one tag; the one that software gives again is the one that was refused. */
    @Test
    void aRefusedPacketThatIsGivenAgainIsDueOnce() {
        play();
        account.given(0, header(CollectiveMode.BROADCAST), 10);
        account.given(0, header(CollectiveMode.BROADCAST) | 1L << CollectiveHeader.ROUTE_LSB, 10);
        account.refused(0, CollectiveRefusal.FULL, 10);
        for (int[] down : new int[][] {{0, 1}, {0, 2}, {1, 1}}) {
            links[place(down[0], down[1], 0)]++;
        }
        for (int node = 1; node < NODES; node++) {
            account.arrived(node, 1);
        }
        account.given(0, header(CollectiveMode.BROADCAST), 10);
        assertEquals("", judged().text());
        account.given(0, header(CollectiveMode.BROADCAST), 11);
        assertTrue(judged().text().contains("packets of class route 0: 6 instead of 7"), judged().text());
        account.refused(0, CollectiveRefusal.FULL, 11);
        assertEquals("", judged().text());
    }
}
