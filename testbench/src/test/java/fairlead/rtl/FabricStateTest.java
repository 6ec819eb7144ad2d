// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.HostEvent;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Descriptors;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the state that the fabric keeps between its calls: handles, batches that do not fit, counts. */
@Tag("M-63")
@Tag("M-193")
class FabricStateTest extends FabricFixture {
    private static final int IDLE = 3;

    /**
     * With one or a few open fabrics, no slot accepts a handle of another generation, and no slot after the last is
     * read.
     */
    @Test
    void aHandleIsOfItsSlotAndGenerationOnly() {
        long handle = created();
        for (long slot = 0; slot <= 0xFFFF; slot++) {
            long other = handle + (1L << 16) & ~0xFFFFL | slot;
            assertEquals(FabricAbi.E_HANDLE, abi.fl_run(other, 1), () -> "handle " + Long.toHexString(other));
        }
        assertEquals(FabricAbi.E_STATE, abi.fl_run(handle, 1));
    }

    /** When all slots of earlier fabrics are taken, new slots follow one by one. */
    @Test
    void aNewPlaceFollowsWhenAllAreTaken() {
        long last = 0;
        for (int fresh = 0; fresh < 3; ) {
            assertTrue(open.size() < 5000, "fabrics");
            long handle = created();
            assertEquals(FabricAbi.E_STATE, abi.fl_run(handle, 1));
            long slot = handle & 0xFFFF;
            assertTrue(slot > last, "the lowest place that is free: " + slot + " behind " + last);
            if (handle >>> 16 == 1) { // the generation of the handle
                fresh++;
                assertEquals(last + 1, slot);
            }
            last = slot;
        }
        assertEquals(open.size(), open.stream().distinct().count());
    }

    /**
     * The event memory has 64 places. A cycle that does not fit after the previous cycles is a batch of its own,
     * delivered once and in order.
     */
    @ParameterizedTest(name = "{0}, then {1} a cycle")
    @CsvSource({"31, 34", "31, 40", "1, 64", "30, 63", "5, 60"})
    void aCycleThatDoesNotFitIsTheNextBatch(int before, int then) {
        long handle = ready();
        for (int pair = 0; pair < 4; pair++) {
            submit(handle, timers(before, 1000 + 2 * pair));
            submit(handle, timers(then, 1001 + 2 * pair));
        }
        int[] seen = new int[8];
        long last = 0;
        int stop;
        do {
            stop = run(handle, 10_000);
            int count = (int) out.getLong(8 * FabricAbi.R_EVENTS);
            for (int i = 0; i < count; i++) {
                long cycle = events.getLong(i * EVENT + CYCLE);
                assertTrue(cycle >= last, "cycle " + cycle + " behind " + last);
                assertTrue(cycle < out.getLong(8 * FabricAbi.R_CYCLE), "a batch holds whole cycles");
                last = cycle;
                seen[(int) cycle - 1000]++;
            }
        } while (stop != IDLE);
        for (int cycle = 0; cycle < seen.length; cycle++) {
            assertEquals(cycle % 2 == 0 ? before : then, seen[cycle], "records of cycle " + cycle);
        }
        ok(handle, abi.fl_stats(handle, at(out), 32));
        assertEquals(4 * (before + then), out.getLong(8 * FabricAbi.S_EVENTS));
    }

    /**
     * Flits and credits in flight in both directions are part of the sums, for every VC, with slots for flits and for
     * packets.
     */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"{mode: dimension_order}", "{mode: adaptive}", "{mode: bubble}"})
    void sumsHoldWhileMuchIsUnderWay(String routing) {
        String yaml = Runs.yaml(
                3,
                "4x4x1",
                "kind: random, ops_per_node: 20, max_bytes: 900",
                "latency: {link: 900, credit: 900}, buffers: {link_vc: 51}, memory_bytes: 131072, routing: " + routing);
        // the library `lab` checks the sums every 1,024 cycles
        RunResult result = Runs.run(RtlOptions.of("lab"), yaml);
        Runs.assertHolds(result, Runs.repro(yaml), List.of("conservation", "data_integrity"));
    }

    private void post(CommandBuffer commands, int kind, int bytes, int at, long... operands) {
        long word0 = Descriptors.word0(kind, CONFIG.shape().coord(1), 0, bytes);
        long word1 = (long) at << Descriptor1.REMOTE_LSB;
        commands.add(5L * at, 0, 0, TileCommand.POST, word0, word1, operands[0], operands[1], at);
    }

    private int toRest(long handle) {
        int stop;
        do {
            stop = run(handle, 100_000);
        } while (stop == 1 || stop == 2);
        return stop;
    }

    /**
     * Words that differ from the compare value in one bit stay unchanged; the last word, which is equal, is swapped.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 16, 32, 48})
    void aCompareSwapLooksAtEveryBit(int first) {
        long handle = ready();
        long equal = 0x123456789ABCDEFL;
        CommandBuffer swaps = new CommandBuffer();
        for (int i = 0; i <= 16; i++) {
            out.putLong(0, i == 16 ? equal : equal ^ 1L << first + i);
            ok(handle, abi.fl_load(handle, 1, 8 * i, at(out), 8));
            swaps.add(0, 1, 0, HostCommand.CAS_LOCAL, 8 * i, 7, i < 16 ? equal : 0, 0, i);
            post(swaps, OpKind.CAS, 8, 8 * i, 5, equal);
        }
        submit(handle, swaps);
        assertEquals(IDLE, toRest(handle));
        Pointer memory = memory(handle, 1);
        for (int i = 0; i < 16; i++) {
            assertEquals(equal ^ 1L << first + i, memory.getLong(8 * i), "bit " + (first + i));
        }
        assertEquals(5, memory.getLong(8 * 16));
    }

    /** The poll holds in the cycle in which a put of another node is in memory, not later. */
    @Test
    void aPollSeesWhatAnotherNodeWrites() {
        long handle = ready();
        out.putLong(0, 77);
        ok(handle, abi.fl_load(handle, 0, 0, at(out), 8));
        CommandBuffer commands = new CommandBuffer();
        post(commands, OpKind.PUT, 8, 512, 0, 0);
        commands.add(9, 1, 0, HostCommand.POLL, 512, 77, 0, 0, 9);
        submit(handle, commands);
        long written = -1;
        long seen = -2;
        int stop;
        do {
            stop = run(handle, 100_000);
            for (int i = 0; i < (int) out.getLong(8 * FabricAbi.R_EVENTS); i++) {
                int unit = events.get(i * EVENT + EventRecord.UNIT_OFFSET);
                int kind = events.get(i * EVENT + EventRecord.KIND_OFFSET);
                long cycle = events.getLong(i * EVENT + CYCLE);
                if (unit == EventUnit.MEMORY && events.getShort(i * EVENT + EventRecord.NODE_OFFSET) == 1) {
                    written = cycle;
                } else if (unit == EventUnit.HOST && kind == EventKind.POLLED) {
                    seen = cycle;
                }
            }
        } while (stop == 1);
        assertEquals(IDLE, stop);
        assertEquals(written, seen);
    }

    /** The poll's limit passes later, when another command uses its slot. */
    @Test
    void aPollThatHoldsBeforeItsLimitGivesUpItsPlaceOnce() {
        long handle = ready();
        CommandBuffer commands = new CommandBuffer();
        commands.add(5, 0, 0, HostCommand.POLL, 64, 0, 1000, 0, 1); // holds at once
        submit(handle, commands);
        List<Long> told = new ArrayList<>();
        long[] ends = {20, 1200, 3000};
        for (int i = 0; i < ends.length; i++) {
            for (boolean goes = true; goes; ) {
                int stop = run(handle, ends[i]);
                for (int e = 0; e < (int) out.getLong(8 * FabricAbi.R_EVENTS); e++) {
                    told.add(HostEvent.sequence(events.getLong(e * EVENT + EventRecord.A_OFFSET)));
                }
                goes = stop == 1;
            }
            submit(handle, numbered(10 * (i + 1), 2000 + 100 * i + 1000 * (i / 2)));
        }
        assertEquals(IDLE, toRest(handle));
        assertEquals(List.of(1L, 10L, 11L, 20L, 21L), told);
    }

    private static CommandBuffer numbered(int seq, long cycle) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, seq);
        commands.add(cycle, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, seq + 1);
        return commands;
    }

    /** Host commands, polls, and reads and writes of the NIC at each power of two of the largest memory. */
    @Test
    void everyBitOfAnAddressCounts() {
        words.putLong(8 * FabricAbi.C_MEMORY_BYTES, 1 << HwLayout.ADDRESS_BITS);
        long handle = ready();
        CommandBuffer commands = new CommandBuffer();
        for (int bit = 5; bit < HwLayout.ADDRESS_BITS; bit++) {
            long at = 1L << bit;
            for (int node = 0; node < NODES; node++) {
                for (int word = 0; word < 2; word++) {
                    out.putLong(0, 1000 * node + 100 * word + bit);
                    ok(handle, abi.fl_load(handle, node, (int) at + 8 * word, at(out), 8));
                }
            }
            commands.add(0, 1, 0, HostCommand.POLL, at, 1000 + bit, 0, 0, 1);
            commands.add(0, 1, 0, HostCommand.STORE, at + 16, bit, 0, 0, 2);
            transfer(commands, OpKind.GET, bit, at, at);
            transfer(commands, OpKind.PUT, bit, at + 8, at + 8);
        }
        submit(handle, commands);
        assertEquals(IDLE, toRest(handle));
        assertEquals(0, out.getLong(8 * FabricAbi.R_POLLS), "polls that see another word");
        for (int bit = 5; bit < HwLayout.ADDRESS_BITS; bit++) {
            assertEquals(1000 + bit, memory(handle, 0).getLong(1L << bit), "get, bit " + bit);
            assertEquals(1000 + bit, memory(handle, 1).getLong(1L << bit), "untouched, bit " + bit);
            assertEquals(100 + bit, memory(handle, 1).getLong((1L << bit) + 8), "put, bit " + bit);
            assertEquals(bit, memory(handle, 1).getLong((1L << bit) + 16), "store, bit " + bit);
        }
    }

    private Pointer memory(long handle, int node) {
        ok(handle, abi.fl_memory(handle, node, at(out)));
        return new Pointer(out.getLong(0));
    }

    private static void transfer(CommandBuffer commands, int kind, int bit, long local, long remote) {
        long word0 = Descriptors.word0(kind, CONFIG.shape().coord(1), 0, 8);
        long word1 = local << Descriptor1.LOCAL_LSB | remote << Descriptor1.REMOTE_LSB;
        commands.add(200L * bit, 0, 0, TileCommand.POST, word0, word1, 0, 0, bit);
    }
}
