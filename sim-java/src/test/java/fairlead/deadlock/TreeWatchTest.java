// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.TreeDetector.Finding;
import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.TreeLinkState;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the watch and the search at rest say of a network of three nodes, shown by words of its links, commands and
 * events: node 0 is the root.
 */
@Tag("M-462")
@Tag("M-532")
class TreeWatchTest {
    private static final int DEPTH = 8;
    private static final CollectiveNetwork NETWORK = CollectiveNetwork.UNUSED.withGroups(List.of(List.of(0, 1, 2)));
    private static final MachineConfig MACHINE =
            MachineConfig.of(new Shape(3, 1, 1)).collective(NETWORK).build();
    private static final long PATIENCE = TreeWatch.patience(NETWORK);

    private static final String OWED =
            "G3: the contribution of a child comes when all of its own sources have come (rule 7)";

    private final TreeWatch watch = new TreeWatch(MACHINE);
    private final long[] words = new long[3 * Engine.TREE_WORDS];

    @BeforeEach
    void idle() {
        for (int[] link : new int[][] {{0, 1}, {0, 2}, {1, 0}, {2, 0}}) {
            for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
                set(link[0], link[1], channel, 0, DEPTH, 0);
            }
        }
        watch.look(0, words, false);
    }

    private void set(int node, int link, int channel, int packets, int credits, int occupancy) {
        words[(node * HwLayout.TREE_LINKS + link) * HwLayout.TREE_CHANNELS + channel] =
                (long) packets << TreeLinkState.PACKETS_LSB
                        | (long) credits << TreeLinkState.CREDITS_LSB
                        | (long) occupancy << TreeLinkState.OCCUPANCY_LSB;
    }

    /** Gives a packet with this number of flits of payload, of which software has given some. */
    private void give(int node, long cycle, int mode, long tag, int flits, int so) {
        CommandBuffer commands = new CommandBuffer();
        long header = (long) mode << CollectiveHeader.MODE_LSB
                | (long) flits * HwLayout.FLIT_BYTES << CollectiveHeader.LENGTH_LSB;
        commands.add(cycle, node, 0, TileCommand.TREE_GIVE, header, tag, 0, 0, 0);
        for (int flit = 0; flit < so; flit++) {
            commands.add(cycle, node, 0, TileCommand.TREE_BODY, 0, 0, 0, 0, 0);
        }
        watch.commands(commands);
    }

    private void event(int kind, int node, long cycle, long a, long b) {
        ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(EventRecord.CYCLE_OFFSET, cycle).putShort(EventRecord.NODE_OFFSET, (short) node);
        record.put(EventRecord.KIND_OFFSET, (byte) kind);
        record.putLong(EventRecord.A_OFFSET, a).putLong(EventRecord.B_OFFSET, b);
        watch.events(new EventCursor().wrap(record, 1));
    }

    /** A leaf gives a packet, which stands at the root. */
    private void packetOf(int leaf) {
        give(leaf, 0, CollectiveMode.ALLREDUCE, 0, 1, 1);
        set(leaf, 0, 0, 1, DEPTH - 2, 0);
        set(0, leaf, 0, 0, DEPTH, 2);
    }

    /** Both leaves have given a packet. */
    private void packets() {
        packetOf(1);
        packetOf(2);
        watch.look(TreeWatch.PERIOD, words, false);
    }

    private void after(long cycles) {
        watch.look(TreeWatch.PERIOD + cycles, words, false);
    }

    @Test
    void aContributionThatSoftwareOwesIsNoError() {
        packetOf(1);
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        watch.look(TreeWatch.PERIOD, words, false);
        after(PATIENCE);
        assertNull(watch.broken());
        String text = watch.waiting().finding().text();
        assertTrue(text.endsWith("waits for  own contribution of class route 0 @node 2  [" + OWED + "]"), text);
        assertEquals(TreeWatch.PERIOD, watch.waiting().since());
    }

    @Test
    void whatAllHaveGivenAndNothingTakesIsAnErrorAfterThePatience() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        after(PATIENCE - 1);
        assertNull(watch.broken());
        after(PATIENCE);
        assertNotNull(watch.broken());
        assertEquals(TreeWatch.PERIOD, watch.broken().since());
        assertEquals(TreeWatch.PERIOD + PATIENCE, watch.broken().at());
    }

    @Test
    void aLinkThatMovesBeginsThePatienceAgain() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        set(0, 2, 0, 0, DEPTH, 1);
        after(PATIENCE - 1);
        after(PATIENCE);
        assertNull(watch.broken());
    }

    /** Software owes a flit, its packet was refused, or it has given a broadcast, which is no contribution. */
    @ParameterizedTest
    @CsvSource({"true, 0, 2, false", "true, 7, 1, true", "false, 0, 1, false"})
    void whatIsNotGivenIsForSoftware(boolean contribution, long tag, int flits, boolean refused) {
        packets();
        give(0, 1, contribution ? CollectiveMode.ALLREDUCE : CollectiveMode.BROADCAST, tag, flits, 1);
        if (refused) {
            event(EventKind.TREE_REFUSED, 0, 2, 1, tag);
        }
        after(PATIENCE);
        assertNull(watch.broken());
        assertNotNull(watch.waiting());
    }

    @Test
    void aPacketThatNeverLeavesItsInjectionFifoIsAnError() {
        give(2, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        after(PATIENCE);
        assertNotNull(watch.broken());
    }

    /** A message stands in a buffer of node 1, whose reception FIFO is full until software has read a whole packet. */
    @Test
    void aFullReceptionFifoIsForSoftwareToEmpty() {
        int messages = HwLayout.CLASS_ROUTES;
        for (int packet = 0; packet < 8; packet++) {
            event(EventKind.TREE_ARRIVED, 1, packet, 1L << messages, 0);
        }
        set(1, 0, messages, 0, DEPTH, DEPTH);
        set(0, 1, messages, 8, 0, 0);
        watch.look(TreeWatch.PERIOD, words, false);
        after(PATIENCE);
        assertNull(watch.broken());
        assertTrue(watch.waiting().finding().text().contains("reception FIFO of messages @node 1"));
        long head = (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
                | (long) HwLayout.FLIT_BYTES << CollectiveHeader.LENGTH_LSB;
        event(EventKind.TREE_HEAD, 1, 2 * PATIENCE, head, 0);
        event(EventKind.TREE_DATA, 1, 2 * PATIENCE, 0, 0);
        after(2 * PATIENCE + 1);
        assertNull(watch.broken(), "the last change is too short ago");
        after(3 * PATIENCE);
        assertNotNull(watch.broken(), "there is room, and nothing moves");
    }

    /** Software that acts on one class route does not hide that another one stands. */
    @Test
    void aChannelStandsBesideOneThatMoves() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        for (long cycle = 0; cycle <= PATIENCE; cycle += TreeWatch.PERIOD) {
            set(0, 1, 1, (int) cycle, DEPTH, 0);
            after(cycle);
        }
        after(PATIENCE);
        assertNotNull(watch.broken());
    }

    /** Searches the words for a knot after these nodes have each given a packet without payload. */
    private Finding find(int flaw, int... givers) {
        TreeDetector detector = new TreeDetector(MACHINE.change()
                .unsafe(flaw == 0 ? Unsafe.NONE : Unsafe.everywhere(flaw))
                .build());
        CommandBuffer commands = new CommandBuffer();
        for (int node : givers) {
            long header = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB;
            commands.add(0, node, 0, TileCommand.TREE_GIVE, header, 0, 0, 0, 0);
        }
        detector.traffic().commands(commands);
        return detector.search(words);
    }

    @Test
    void aMissingContributionEndsTheChain() {
        set(1, 0, 0, 1, DEPTH - 2, 0); // node 1 has sent a packet of two flits
        set(0, 1, 0, 0, DEPTH, 2); // which stands at the root
        Finding finding = find(0, 0, 1);
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
        set(0, 1, 0, 1, 0, DEPTH); // the link between nodes 0 and 1 is full in both directions
        set(1, 0, 0, 2, 0, DEPTH);
        set(2, 0, 0, 2, DEPTH, 0);
        set(0, 2, 0, 1, DEPTH, 0);
        Finding finding = find(UnsafeVariant.TREE_TURN, 0, 0, 1, 1, 2, 2);
        assertEquals(5, finding.knot().size(), finding.text());
        assertTrue(finding.text().contains("N37"), finding.text());
        assertEquals(List.of(), find(0, 0, 0, 1, 1, 2, 2).knot());
    }

    @Test
    void aNetworkThatIsEmptyWaitsForNothing() {
        Finding finding = find(0);
        assertEquals(List.of(), finding.knot());
        assertEquals("", finding.text());
        assertEquals(0, finding.blocked());
    }
}
