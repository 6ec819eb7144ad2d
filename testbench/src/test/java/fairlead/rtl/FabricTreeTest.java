// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.TileCommand;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the links of the collective network at the C ABI: the arguments of fl_tree, and the checks of the fabric on a
 * link.
 */
@Tag("M-273")
class FabricTreeTest extends FabricFixture {
    private static final int LINKS = 3;
    private static final int LONGEST = 1 << 20;
    /** Words of fl_tree that connect link 1 of node 0 with link 0 of node 1. */
    private static final long[] PAIR = {1, 0, 1 + LINKS, 0, 1 + 1, 0, 0};

    private static final long ALLREDUCE =
            (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB | 8L << CollectiveHeader.LENGTH_LSB;

    private int tree(long handle, long... given) {
        ByteBuffer buffer = direct(8 * Math.max(1, given.length));
        for (int i = 0; i < given.length; i++) {
            buffer.putLong(8 * i, given[i]);
        }
        return abi.fl_tree(handle, at(buffer), given.length);
    }

    private static long[] with(int index, long value) {
        long[] changed = PAIR.clone();
        changed[index] = value;
        return changed;
    }

    @ParameterizedTest(name = "word {0} = {1}")
    @CsvSource({"0, 0", "0, 1048577", "2, 3", "2, 7", "2, 2", "2, 5", "2, -1", "3, 4", "6, 1", "4, 0"})
    void aLatencyOutOfRangeAndALinkThatDoesNotLeadBackAreRefused(int index, long value) {
        long handle = created();
        assertEquals(FabricAbi.E_CONFIG, tree(handle, with(index, value)));
        assertTrue(
                abi.fl_last_error(handle).matches("tree: (the latency must be|link [0-2] of node [01] has no).*"),
                abi.fl_last_error(handle));
    }

    /**
     * The hop of a flit takes the given latency, and so does its credit. The test broadcasts from the root to the only
     * other node.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "1048576"})
    void theLatencyIsThatOfTheCall(long latency) {
        long handle = created();
        configure(handle);
        assertEquals(FabricAbi.OK, tree(handle, with(0, latency)));
        ok(handle, abi.fl_configure(handle, 0, CollectiveReg.CLASS_ROUTES, 0b010 << 3 | 1 << 6));
        ok(handle, abi.fl_configure(handle, 1, CollectiveReg.CLASS_ROUTES, 0b001 | 1 << 6));
        ok(handle, abi.fl_reset(handle));
        CommandBuffer commands = new CommandBuffer();
        long broadcast = (long) CollectiveMode.BROADCAST << CollectiveHeader.MODE_LSB;
        commands.add(5, 0, 0, TileCommand.TREE_GIVE, broadcast, 0, 0, 0, 0);
        submit(handle, commands);
        run(handle, 10 * LONGEST);
        assertEquals(1, out.getLong(8 * FabricAbi.R_EVENTS));
        assertEquals(5 + 2 + latency + 2, events.getLong(CYCLE), "cycle of TREE_ARRIVED: a hop and its FIFO");
    }

    @Test
    void wordsThatAreMissingAndACallBehindTheResetAreRefused() {
        long handle = created();
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_tree(handle, 0, 7));
        assertEquals(FabricAbi.E_ARGUMENT, tree(handle, 1, 0, 0, 0, 0, 0));
        assertEquals("tree: 7 words expected, got 6", abi.fl_last_error(handle));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_tree(handle, at(out), -7));
        long running = ready();
        assertEquals(FabricAbi.E_STATE, tree(running, PAIR));
        assertEquals(FabricAbi.E_HANDLE, abi.fl_tree(0, at(out), 7));
    }

    @Test
    void endsOfALinkWithOtherDepthsAreRefused() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, 1, CollectiveReg.TREE_LINK_DEPTH, 3));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_reset(handle));
        assertEquals(
                "TREE_LINK_DEPTH differs between nodes 0 and 1: both ends of a link must agree",
                abi.fl_last_error(handle));
    }

    /** The class route of node 1 names a parent to which no link leads. */
    @Test
    void aFlitOnALinkThatLeadsNowhereEndsTheRun() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, 1, CollectiveReg.CLASS_ROUTES, 1 | 1 << 6));
        ok(handle, abi.fl_reset(handle));
        CommandBuffer commands = new CommandBuffer();
        commands.add(5, 1, 0, TileCommand.TREE_GIVE, ALLREDUCE, 0, 0, 0, 0);
        commands.add(6, 1, 0, TileCommand.TREE_BODY, 1, 0, 0, 0, 1);
        submit(handle, commands);
        assertEquals(StopReason.FAILED.ordinal(), run(handle, 1000));
        assertEquals(
                "cycle 8 node 1: a flit or credit on a link of the collective network that leads nowhere",
                abi.fl_last_error(handle));
    }
}
