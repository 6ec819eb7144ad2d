// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.knot.TreeDetector.Finding;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** States of a network of three nodes that stands, as links and commands show them: node 0 is the root. */
@Tag("M-462")
class TreeDetectorTest {
    private static final int NODES = 3;
    private static final int DEPTH = 8;

    private static MachineConfig machine(final int flaw) {
        return MachineConfig.of(new Shape(NODES, 1, 1))
                .collective(CollectiveNetwork.UNUSED.withGroups(List.of(List.of(0, 1, 2))))
                .unsafe(flaw == 0 ? Unsafe.NONE : Unsafe.everywhere(flaw))
                .build();
    }

    private static long state(final int packets, final int credits, final int occupancy) {
        return (long) packets << TreeLinkState.PACKETS_LSB
                | (long) credits << TreeLinkState.CREDITS_LSB
                | (long) occupancy << TreeLinkState.OCCUPANCY_LSB;
    }

    /** Returns words in which no link of class route 0 has anything. */
    private static long[] idle() {
        final long[] words = new long[NODES * Engine.TREE_WORDS];
        for (final int[] link : new int[][] {{0, 1}, {0, 2}, {1, 0}, {2, 0}}) {
            set(words, link[0], link[1], state(0, DEPTH, 0));
        }
        return words;
    }

    private static void set(final long[] words, final int node, final int link, final long word) {
        for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
            words[(node * HwLayout.TREE_LINKS + link) * HwLayout.TREE_CHANNELS + channel] =
                    channel == 0 ? word : state(0, DEPTH, 0);
        }
    }

    private static Finding find(final int flaw, final long[] words, final int... givers) {
        final TreeDetector detector = new TreeDetector(machine(flaw));
        final CommandBuffer commands = new CommandBuffer();
        for (final int node : givers) {
            final long header = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB;
            commands.add(0, node, 0, TileCommand.TREE_GIVE, header, 0, 0, 0, 0);
        }
        detector.commands(commands);
        return detector.search(words);
    }

    @Test
    void aMissingContributionEndsTheChain() {
        final long[] words = idle();
        set(words, 1, 0, state(1, DEPTH - 2, 0)); // node 1 has sent a packet of two flits
        set(words, 0, 1, state(0, DEPTH, 2)); // which stands at the root
        final Finding finding = find(0, words, 0, 1);
        assertEquals(List.of(), finding.knot());
        assertEquals(1, finding.blocked());
        assertTrue(
                finding.text()
                        .contains("contribution of link 2 of class route 0 @node 0  waits for  own contribution"
                                + " of class route 0 @node 2"),
                finding.text());
    }

    @Test
    void aCycleOfFullBuffersIsAKnotOnlyWithTheFlaw() {
        final long[] words = idle();
        set(words, 0, 1, state(1, 0, DEPTH)); // the link between nodes 0 and 1 is full in both directions
        set(words, 1, 0, state(2, 0, DEPTH));
        set(words, 2, 0, state(2, DEPTH, 0));
        set(words, 0, 2, state(1, DEPTH, 0));
        final Finding finding = find(UnsafeVariant.TREE_TURN, words, 0, 0, 1, 1, 2, 2);
        assertEquals(5, finding.knot().size(), finding.text());
        assertTrue(finding.text().contains("N37"), finding.text());
        assertEquals(List.of(), find(0, words, 0, 0, 1, 1, 2, 2).knot());
    }

    @Test
    void aNetworkThatIsEmptyWaitsForNothing() {
        final Finding finding = find(0, idle());
        assertEquals(List.of(), finding.knot());
        assertEquals("", finding.text());
        assertEquals(0, finding.blocked());
    }
}
