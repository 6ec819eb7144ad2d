// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.LinkPace;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Descriptors;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each limit of the C ABI from both sides, and the memory that its calls write. */
@Tag("M-62")
@Tag("M-63")
@Tag("M-480")
class FabricEdgeTest extends FabricFixture {
    // ---- limits

    /** For each word of fl_create, the last legal value is accepted; the error of the next one has name and limits. */
    @ParameterizedTest(name = "word {0}: {2} to {3}")
    @CsvSource({
        "0, kx, 1, 16",
        "1, ky, 1, 16",
        "2, kz, 1, 16",
        "3, link latency, 1, 1048576",
        "4, credit latency, 1, 1048576",
        "5, barrier latency, 1, 1048576",
        "6, software latency, 1, 1048576",
        "7, memory bytes, 16, 268435456",
        "8, flags, 0, 7",
        "10, event capacity, 64, 67108864",
        "12, threads, 1, 64",
        "14, '', 0, 30",
        "15, memory latency, 1, 1048576",
        "17, barrier latency from a node, 0, 1048576",
        "19, barrier latency to a node, 0, 1048576"
    })
    void aWordOfCreateHasTheseLimits(int word, String name, long least, long most) {
        long before = words.getLong(8 * word);
        for (long value : new long[] {least, most}) {
            nodes = word <= 2 ? (int) value * (word == 0 ? 1 : NODES) : NODES;
            nodes += word == FabricAbi.C_IO_TILES ? (int) value : 0;
            words.putLong(8 * word, value);
            assertEquals(FabricAbi.OK, create(), value + ": " + abi.fl_last_error(0));
        }
        nodes = NODES;
        for (long value : new long[] {least - 1, most + 1}) {
            words.putLong(8 * word, value);
            assertEquals(FabricAbi.E_CONFIG, create(), () -> "value " + value);
            String text = abi.fl_last_error(0);
            String limits = least + " to " + most + ", got " + Long.toUnsignedString(value);
            assertTrue(text.contains(name) && text.contains(limits), text);
        }
        words.putLong(8 * word, before);
    }

    private void register(int register, long least, long most) {
        long handle = created();
        for (long value : new long[] {least, most}) {
            assertEquals(
                    FabricAbi.OK,
                    abi.fl_configure(handle, FabricAbi.ALL_NODES, register, value),
                    ConfigReg.name(register) + " " + value);
        }
        for (long value : new long[] {least - 1, most + 1}) {
            assertEquals(
                    FabricAbi.E_CONFIG,
                    abi.fl_configure(handle, FabricAbi.ALL_NODES, register, value),
                    ConfigReg.name(register) + " " + value);
        }
    }

    /** The limits of the configuration registers are those of docs/spec/words.md. */
    @Test
    void aRegisterHasTheLimitsOfItsPage() {
        register(ConfigReg.VC_RULE, 0, 2);
        register(ConfigReg.ARBITRATION, 0, 31);
        register(ConfigReg.LINK_DEPTH, 1, LIMITS.most().linkVc());
        register(ConfigReg.LOCAL_DEPTH, 1, LIMITS.most().local());
        register(ConfigReg.INJECTION_DEPTH, 1, LIMITS.most().injection());
        register(ConfigReg.RECEPTION_DEPTH, 1, LIMITS.most().reception());
        register(ConfigReg.DLA_DEPTH, 1, LIMITS.most().dla());
        register(ConfigReg.RESPONSE_DEPTH, 1, LIMITS.most().response());
        register(ConfigReg.LOCAL_PORTS, 1, 2);
        register(ConfigReg.MESSAGE_BASE, 0, (1L << 28) - 1);
        register(ConfigReg.TASKS, 1, 16);
        register(ConfigReg.BARRIER_WIDTH, 1, 16);
        for (int limit = ConfigReg.DLA_MAX_CREDITS; limit <= ConfigReg.DLA_MAX_PR_ALLOC; limit++) {
            register(limit, 0, 65535);
        }
        register(ConfigReg.ROUTING, 0, 65535);
        register(ConfigReg.DLA_EVENT_CREDITS, 0, 65535);
        register(ConfigReg.DLA_STATUS_ADDR, 0, (1L << 28) - 16);
        register(ConfigReg.DLA_STATUS_WHEN, 0, (1L << 30) - 1);
        register(ConfigReg.DLA_BYPASS, 0, 1);
        register(ConfigReg.EPOCH_ACCESS, 0, 2);
        register(ConfigReg.UNSAFE, 0, 0);
    }

    /** The register of the links has two fields, each with its own limits. */
    @ParameterizedTest(name = "interval {0}, chunk {1}: {2}")
    @CsvSource({"1, 1, 0", "256, 16, 0", "0, 1, 3", "257, 1, 3", "1, 0, 3", "1, 17, 3"})
    void thePaceOfTheLinksHasItsLimits(long interval, long chunk, int status) {
        long handle = created();
        long value = interval << LinkPace.INTERVAL_LSB | chunk << LinkPace.CHUNK_LSB;
        assertEquals(status, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_PACE, value));
        assertEquals(status == FabricAbi.OK, !abi.fl_last_error(handle).contains("LINK_PACE"));
    }

    /**
     * Routing word, link depth and VC rule must agree: slots hold 17 flits, without cut-through there are no slots, and
     * a bubble ring needs two.
     */
    @ParameterizedTest(name = "slots {0} cut-through {1} depth {2} rule {3}: {4}")
    @CsvSource({
        "0, 0, 4, 0, 0",
        "1, 0, 34, 0, 3",
        "1, 1, 17, 0, 0",
        "0, 1, 17, 0, 3",
        "1, 1, 16, 0, 3",
        "2, 1, 33, 0, 3",
        "2, 1, 34, 0, 0",
        "3, 1, 50, 0, 3",
        "2, 1, 34, 2, 0",
        "1, 1, 34, 2, 3",
        "0, 0, 34, 2, 3"
    })
    void slotsFitTheBuffer(long slots, long cutThrough, long depth, long rule, int status) {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, depth));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.VC_RULE, rule));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.ROUTING, slots << 8 | cutThrough));
        assertEquals(status, abi.fl_reset(handle), abi.fl_last_error(handle));
    }

    @Test
    void aRegisterThatIsSetTwiceHasTheSecondValue() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, 64));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, 3));
        ok(handle, abi.fl_reset(handle));
        ByteBuffer credits = direct(8);
        ok(handle, abi.fl_peek(handle, 0, "router.output0.credits", 0, at(credits)));
        assertEquals(3, credits.getLong(0) & 7);
    }

    // ---- what calls write

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {65536, 1000, 16})
    void memoryIsWhereTheAnswerSays(int bytes) {
        words.putLong(8 * FabricAbi.C_MEMORY_BYTES, bytes);
        long handle = ready();
        out.putLong(0, 0x1122334455667788L);
        for (int node = 0; node < NODES; node++) {
            ok(handle, abi.fl_load(handle, node, bytes - 8, at(out), 8 - node));
        }
        for (int node = 0; node < NODES; node++) {
            ok(handle, abi.fl_memory(handle, node, at(out)));
            Pointer memory = new Pointer(out.getLong(0));
            assertEquals(bytes, out.getLong(8));
            assertEquals(0, memory.getLong(0));
            assertEquals(0x1122334455667788L & -1L >>> 8 * node, memory.getLong(bytes - 8));
        }
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_load(handle, 0, bytes - 7, at(out), 8));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_load(handle, 0, 0, at(out), -1));
        ok(handle, abi.fl_load(handle, 0, bytes, at(out), 0));
    }

    /** A large memory of the caller is zero after each reset, up to its last byte. */
    @Test
    void aLargeMemoryIsZeroAfterReset() {
        int bytes = 1 << 25;
        com.sun.jna.Memory memory = new com.sun.jna.Memory(2L * bytes + 4096);
        words.putLong(8 * FabricAbi.C_MEMORY_BYTES, bytes);
        words.putLong(8 * FabricAbi.C_MEMORY, Pointer.nativeValue(memory) + 64);
        long[] places = {64, 65, 4096, 5000, bytes, bytes + 63L, bytes + 64L, 2L * bytes, 2L * bytes + 63};
        for (long place : places) {
            memory.setByte(place, (byte) 5);
        }
        memory.setByte(63, (byte) 6);
        memory.setByte(2L * bytes + 64, (byte) 7);
        ready();
        for (long place : places) {
            assertEquals(0, memory.getByte(place), "byte " + place);
        }
        assertEquals(6, memory.getByte(63), "what stands before it");
        assertEquals(7, memory.getByte(2L * bytes + 64), "what stands behind it");
    }

    @Test
    void anInspectionFitsExactly() {
        long handle = ready();
        ok(handle, abi.fl_inspect(handle, 0, at(out), out.capacity()));
        int length = 0;
        while (out.get(length) != 0) {
            length++;
        }
        out.put(length, (byte) 9);
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_inspect(handle, 0, at(out), length));
        assertEquals(9, out.get(length));
        ok(handle, abi.fl_inspect(handle, 0, at(out), length + 1));
        assertEquals(0, out.get(length));
    }

    @Test
    void noMoreWordsAreWrittenThanThereIsPlace() {
        long handle = ready();
        int states = NODES * 10 * 8;
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_vcs(handle, at(out), states - 1));
        out.putLong(8 * states, 78);
        ok(handle, abi.fl_vcs(handle, at(out), states));
        assertEquals(78, out.getLong(8 * states));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_vcs(handle, 0, states));
    }

    /**
     * The result counts the flits in flight, the pending commands and the watching polls of the nodes of all threads.
     */
    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2})
    void theResultCountsWhatIsLeft(int threads) {
        words.putLong(8 * FabricAbi.C_THREADS, threads);
        words.putLong(8 * FabricAbi.C_LINK_LATENCY, 1000);
        long handle = ready();
        CommandBuffer commands = new CommandBuffer();
        for (int node = 0; node < NODES; node++) {
            long put = Descriptors.word0(OpKind.PUT, CONFIG.shape().coord(1 - node), 0, 32);
            commands.add(0, node, 0, TileCommand.POST, put, 0, 0, 0, 1);
            commands.add(1, node, 0, HostCommand.POLL, 64, 1, 0, 0, 2);
            commands.add(1, node, 0, HostCommand.POLL, 64, 1, 5000 - node * 4950, 0, 3);
        }
        commands.add(900, 1, 0, HostCommand.TIMER, 0, 0, 0, 0, 4);
        submit(handle, commands);
        run(handle, 500);
        while (out.getLong(8 * FabricAbi.R_CYCLE) < 500) {
            run(handle, 500);
        }
        assertEquals(6, out.getLong(8 * FabricAbi.R_IN_FLIGHT), "flits of two packets of three");
        assertEquals(1, out.getLong(8 * FabricAbi.R_COMMANDS));
        assertEquals(3, out.getLong(8 * FabricAbi.R_POLLS), "one has reached its limit");
        int stop = run(handle, 10_000);
        while (stop == 1) {
            stop = run(handle, 10_000);
        }
        assertEquals(3, stop, "idle");
        assertTrue(out.getLong(8 * FabricAbi.R_CYCLE) > 5000, "a poll with a limit keeps a run going");
        assertEquals(2, out.getLong(8 * FabricAbi.R_POLLS));
        assertEquals(0, out.getLong(8 * FabricAbi.R_COMMANDS));
    }

    @Test
    void moreEventsInACycleThanThereIsMemoryEndTheRun() {
        long handle = ready();
        submit(handle, timers(CAPACITY + 1, 5));
        int stop = run(handle, 100);
        while (stop == 2 || stop == 1) {
            stop = run(handle, 100);
        }
        assertEquals(4, stop);
        assertTrue(abi.fl_last_error(handle).contains("do not fit into the event memory"), abi.fl_last_error(handle));
        assertEquals(FabricAbi.E_FAILED, abi.fl_run(handle, 200));
        assertEquals(FabricAbi.E_FAILED, abi.fl_submit(handle, at(timers(1, 200).data()), 1));
    }

    // ---- order of commands

    /**
     * Commands are ordered by cycle, then task, then sequence number, then the order in which they were given; cycles
     * have 64 bits.
     */
    @Test
    void commandsAreTakenInOrder() {
        long handle = ready();
        CommandBuffer commands = new CommandBuffer();
        long late = (1L << 32) + 3;
        step(commands, late, 0, 1, 7);
        step(commands, 10, 1, 1, 3);
        step(commands, 10, 0, 3, 2);
        step(commands, 10, 1, 2, 4);
        step(commands, 10, 1, 2, 5);
        step(commands, 9, 3, 9, 1);
        step(commands, late - 1, 7, 7, 6);
        submit(handle, commands);
        int stop = run(handle, 1L << 33);
        while (stop == 1) {
            stop = run(handle, 1L << 33);
        }
        assertEquals(3, stop);
        assertEquals(late + 1, out.getLong(8 * FabricAbi.R_CYCLE));
        ok(handle, abi.fl_memory(handle, 0, at(out)));
        assertEquals(7, new Pointer(out.getLong(0)).getLong(0), "steps in order");
    }

    /** Adds a command that changes the word at address 0 from number - 1 to number, and leaves any other value. */
    private static void step(CommandBuffer commands, long cycle, int task, int seq, long number) {
        commands.add(cycle, 0, task, HostCommand.CAS_LOCAL, 0, number, number - 1, 0, seq);
    }
}
