// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.VcState;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * FB_P2 while flits are in flight, in a library without assertions that would fail before: when the sums are compared,
 * and what the first wrong sum reports.
 */
@Tag("M-191")
class FabricSumTest extends FabricFixture {
    private static final int LIMIT = 0;
    private static final int DEPTH = 4;
    private static final int VCS = HwLayout.CLASSES * HwLayout.VCS_PER_CLASS;

    @Override
    String library() {
        return "small";
    }

    private JsonNode links(long handle) throws IOException {
        ok(handle, abi.fl_inspect(handle, FabricAbi.ALL_NODES, at(out), out.capacity()));
        return new ObjectMapper().readTree(new Pointer(at(out)).getString(0));
    }

    private long stat(long handle, int word) {
        ok(handle, abi.fl_stats(handle, at(out), FabricAbi.S_COUNT));
        return out.getLong(8 * word);
    }

    private void until(long handle, long end) {
        while (run(handle, end) != LIMIT) {
            assertTrue(out.getLong(8 * FabricAbi.R_CYCLE) < end);
        }
    }

    private long awake(int flags) {
        words.putLong(8 * FabricAbi.C_FLAGS, flags);
        words.putLong(8 * FabricAbi.C_LINK_LATENCY, 2000);
        long handle = ready();
        CommandBuffer timer = timers(1, 9000);
        submit(handle, timer);
        return handle;
    }

    @ParameterizedTest(name = "from node {0}, {1} bytes")
    @CsvSource({"0, 1", "1, 17", "0, 33"})
    void theFirstSumThatDiffersIsToldWithItsTerms(int from, int bytes) throws IOException {
        int flits = 1 + (bytes + 15) / 16;
        long handle = awake(FabricAbi.F_CHECK_LINKS);
        CommandBuffer put = new CommandBuffer();
        long word0 = (long) OpKind.PUT << Descriptor0.KIND_LSB
                | (long) CONFIG.shape().coord(1 - from) << Descriptor0.TARGET_LSB
                | (long) bytes << Descriptor0.LENGTH_LSB;
        ok(handle, abi.fl_peek(handle, 0, "router.output0.credits", 0, at(out)));
        long whole = out.getLong(0); // the same number in each VC's lane
        int lane = Long.numberOfTrailingZeros(whole & whole - 1) - Long.numberOfTrailingZeros(whole);
        put.add(0, from, 0, TileCommand.POST, word0, 0, 0, 0, 1);
        put.add(1, from, 0, HostCommand.LOAD, 0, 0, 0, 0, 2);
        submit(handle, put);
        until(handle, 1000);
        JsonNode owing = links(handle).get("links");
        assertEquals(1, owing.size(), owing.toString());
        assertEquals(flits, owing.get(0).get("outstanding").asInt());
        assertEquals(from, owing.get(0).get("node").asInt());
        int link = owing.get(0).get("link").asInt();
        int vc = owing.get(0).get("vc").asInt();
        ok(handle, abi.fl_vcs(handle, at(out), NODES * 80));
        long credits = VcState.credits(out.getLong(8 * (from * 80 + link * 8 + vc)));
        assertEquals(DEPTH - flits, credits);
        // two sums are wrong, and the first is reported: the sum of the flits in flight and a later one
        for (int[] wrong : new int[][] {{from, vc, -(int) credits}, {1, VCS - 1, 1}}) {
            String name = "router.output" + link + ".credits";
            ok(handle, abi.fl_peek(handle, wrong[0], name, 0, at(out)));
            long word = out.getLong(0) + ((long) wrong[2] << wrong[1] * lane);
            ok(handle, abi.fl_poke(handle, wrong[0], name, 0, word));
        }
        assertEquals(0, stat(handle, FabricAbi.S_CHECK_FAILURES));
        until(handle, 1030);
        int differ = credits == 0 ? 1 : 2;
        assertEquals(differ, stat(handle, FabricAbi.S_CHECK_FAILURES));
        String first = credits > 0
                ? from + " link " + link + " vc " + vc + ": credits 0 + in flight " + flits
                : "1 link " + link + " vc 7: credits 5 + in flight 0";
        assertEquals(
                "cycle 1024 node " + first + " + occupancy 0, depth 4",
                links(handle).get("imbalance").asText());
    }

    /**
     * Sums are compared at each multiple of 1,024 cycles if the caller asks for it, and always when the fabric comes to
     * rest.
     */
    @ParameterizedTest(name = "flags {0}")
    @ValueSource(ints = {0, FabricAbi.F_CHECK_LINKS})
    void sumsAreMadeWhenTheyAreDue(int flags) {
        long handle = awake(flags);
        int sums = NODES * 2 * VCS;
        long before = 0;
        for (long end : new long[] {1, 1023, 1024, 1025, 2048, 2049, 5000, 5130, 8193}) {
            until(handle, end);
            long due = flags == 0 ? 0 : (end - 1) / 1024;
            assertEquals(sums * due, stat(handle, FabricAbi.S_CHECKS), "up to cycle " + end);
            assertTrue(sums * due >= before);
            before = sums * due;
        }
        assertEquals(3, run(handle, 20_000), "idle");
        assertEquals(before + sums, stat(handle, FabricAbi.S_CHECKS), "and at rest");
    }

    /** A fabric that has skipped multiples of 1,024 compares as soon as it goes on, and then at the next multiple. */
    @Test
    void sumsOfASkippedTimeAreMadeOnce() {
        words.putLong(8 * FabricAbi.C_FLAGS, FabricAbi.F_SKIP_QUIESCENT | FabricAbi.F_CHECK_LINKS);
        long handle = ready();
        CommandBuffer each = new CommandBuffer(); // a command in each cycle, so that the fabric stays awake
        for (int cycle = 3500; cycle < 4500; cycle++) {
            each.add(cycle, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, cycle);
        }
        submit(handle, each);
        long sums = NODES * 2 * VCS;
        until(handle, 3500);
        assertEquals(0, stat(handle, FabricAbi.S_CHECKS), "while it rests");
        until(handle, 4096);
        assertEquals(sums, stat(handle, FabricAbi.S_CHECKS), "in cycle 3500");
        until(handle, 4200);
        assertEquals(2 * sums, stat(handle, FabricAbi.S_CHECKS), "in cycle 4096");
    }

    /**
     * A batch consists of whole cycles. It ends when the free event memory is 8 records a node and 64, or half of the
     * memory.
     */
    @ParameterizedTest(name = "{0} records")
    @CsvSource({"64, 32", "161, 81", "200, 120", "1000, 920"})
    void aBatchEndsWhenItsMemoryIsNearlyFull(int capacity, int most) {
        ByteBuffer records = direct(capacity * EVENT);
        words.putLong(8 * FabricAbi.C_EVENTS, at(records));
        words.putLong(8 * FabricAbi.C_EVENT_CAPACITY, capacity);
        words.putLong(8 * FabricAbi.C_SOFTWARE_LATENCY, 100_000); // software does not react
        long handle = ready();
        CommandBuffer timers = new CommandBuffer();
        for (int i = 0; i < 3 * capacity; i++) {
            timers.add(10 + i, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, i);
        }
        submit(handle, timers);
        for (int batch = 0; batch < 2; batch++) {
            assertEquals(2, run(handle, 100_000), "full");
            assertEquals(most, out.getLong(8 * FabricAbi.R_EVENTS));
            assertEquals(10 + (batch + 1) * most, out.getLong(8 * FabricAbi.R_CYCLE));
            assertEquals(10 + batch * most, records.getLong(CYCLE));
        }
    }

    /** Records that did not fit begin the next batch, which ends when software may act on the first of them. */
    @ParameterizedTest(name = "{0} records wait")
    @ValueSource(ints = {82, 100, 919})
    void aBatchOfRecordsThatWaitedEndsWhenSoftwareMayAct(int many) {
        int capacity = 1000;
        ByteBuffer records = direct(capacity * EVENT);
        words.putLong(8 * FabricAbi.C_EVENTS, at(records));
        words.putLong(8 * FabricAbi.C_EVENT_CAPACITY, capacity);
        long handle = ready();
        submit(handle, timers(919, 10));
        submit(handle, timers(many, 11));
        submit(handle, timers(1, 5000));
        assertEquals(2, run(handle, 9000), "full");
        assertEquals(919, out.getLong(8 * FabricAbi.R_EVENTS));
        assertEquals(1, run(handle, 9000), "reaction");
        assertEquals(many, out.getLong(8 * FabricAbi.R_EVENTS));
        assertEquals(11 + 64, out.getLong(8 * FabricAbi.R_CYCLE));
        assertEquals(3, run(handle, 9000), "idle");
        assertEquals(1, out.getLong(8 * FabricAbi.R_EVENTS));
    }
}
