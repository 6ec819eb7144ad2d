// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the watch says of a network of three nodes, shown by words of its links, commands and events. */
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
        for (final int[] link : new int[][] {{0, 1}, {0, 2}, {1, 0}, {2, 0}}) {
            for (int channel = 0; channel < HwLayout.TREE_CHANNELS; channel++) {
                set(link[0], link[1], channel, 0, DEPTH, 0);
            }
        }
        watch.look(0, words, false);
    }

    private void set(
            final int node,
            final int link,
            final int channel,
            final int packets,
            final int credits,
            final int occupancy) {
        words[(node * HwLayout.TREE_LINKS + link) * HwLayout.TREE_CHANNELS + channel] =
                (long) packets << TreeLinkState.PACKETS_LSB
                        | (long) credits << TreeLinkState.CREDITS_LSB
                        | (long) occupancy << TreeLinkState.OCCUPANCY_LSB;
    }

    /** Gives a packet with this number of flits of payload, of which software has given some. */
    private void give(final int node, final long cycle, final int mode, final long tag, final int flits, final int so) {
        final CommandBuffer commands = new CommandBuffer();
        final long header = (long) mode << CollectiveHeader.MODE_LSB
                | (long) flits * HwLayout.FLIT_BYTES << CollectiveHeader.LENGTH_LSB;
        commands.add(cycle, node, 0, TileCommand.TREE_GIVE, header, tag, 0, 0, 0);
        for (int flit = 0; flit < so; flit++) {
            commands.add(cycle, node, 0, TileCommand.TREE_BODY, 0, 0, 0, 0, 0);
        }
        watch.commands(commands);
    }

    private void event(final int kind, final int node, final long cycle, final long a, final long b) {
        final ByteBuffer record = ByteBuffer.allocate(EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.putLong(EventRecord.CYCLE_OFFSET, cycle).putShort(EventRecord.NODE_OFFSET, (short) node);
        record.put(EventRecord.KIND_OFFSET, (byte) kind);
        record.putLong(EventRecord.A_OFFSET, a).putLong(EventRecord.B_OFFSET, b);
        watch.events(new EventCursor().wrap(record, 1));
    }

    /** A leaf gives a packet, which stands at the root. */
    private void packetOf(final int leaf) {
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

    private void after(final long cycles) {
        watch.look(TreeWatch.PERIOD + cycles, words, false);
    }

    @Test
    void aContributionThatSoftwareOwesIsNoError() {
        packetOf(1);
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        watch.look(TreeWatch.PERIOD, words, false);
        after(PATIENCE);
        assertNull(watch.broken());
        final String text = watch.waiting().text();
        assertTrue(text.endsWith("waits for  own contribution of class route 0 @node 2  [" + OWED + "]"), text);
        assertEquals(TreeWatch.PERIOD, watch.waitingSince());
    }

    @Test
    void whatAllHaveGivenAndNothingTakesIsAnErrorAfterThePatience() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 1, 1);
        after(PATIENCE - 1);
        assertNull(watch.broken());
        after(PATIENCE);
        assertNotNull(watch.broken());
        assertEquals(TreeWatch.PERIOD, watch.brokenSince());
        assertEquals(TreeWatch.PERIOD + PATIENCE, watch.brokenAt());
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

    @Test
    void aPacketOfWhichSoftwareOwesFlitsIsNotGiven() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 0, 2, 1);
        after(PATIENCE);
        assertNull(watch.broken());
        assertNotNull(watch.waiting());
    }

    @Test
    void aRefusedPacketIsNotGiven() {
        packets();
        give(0, 1, CollectiveMode.ALLREDUCE, 7, 1, 1);
        event(EventKind.TREE_REFUSED, 0, 2, 1, 7);
        after(PATIENCE);
        assertNull(watch.broken());
        assertNotNull(watch.waiting());
    }

    @Test
    void aBroadcastIsNoContribution() {
        packets();
        give(0, 1, CollectiveMode.BROADCAST, 0, 1, 1);
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
        final int messages = HwLayout.CLASS_ROUTES;
        for (int packet = 0; packet < 8; packet++) {
            event(EventKind.TREE_ARRIVED, 1, packet, 1L << messages, 0);
        }
        set(1, 0, messages, 0, DEPTH, DEPTH);
        set(0, 1, messages, 8, 0, 0);
        watch.look(TreeWatch.PERIOD, words, false);
        after(PATIENCE);
        assertNull(watch.broken());
        assertTrue(watch.waiting().text().contains("reception FIFO of messages @node 1"));
        final long head = (long) CollectiveMode.MESSAGE << CollectiveHeader.MODE_LSB
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
}
