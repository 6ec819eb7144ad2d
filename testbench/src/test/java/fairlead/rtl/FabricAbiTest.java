// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every misuse of the C ABI gives a status and a text, and the process continues. */
@Tag("M-28")
class FabricAbiTest {
    private static final int NODES = 2;
    private static final int CAPACITY = 256;
    private static final MachineConfig CONFIG = FabricTraffic.machine(NODES, 1, 1);

    private final FabricAbi abi = FabricLibrary.variant("product").abi();
    private final ByteBuffer words = direct((FabricAbi.C_MEMORY_LATENCY + 3 * NODES) * 8);
    private final ByteBuffer events = direct(CAPACITY * 40);
    private final ByteBuffer out = direct(1024);
    private final List<Long> open = new ArrayList<>();

    FabricAbiTest() {
        final long[] good = {
            NODES, 1, 1, 2, 2, 16, 64, 65536, 1, at(events), CAPACITY, at(out), 1, 0, 0, 20, 20, 0, 0, 0, 0
        };
        for (int i = 0; i < good.length; i++) {
            words.putLong(8 * i, good[i]);
        }
    }

    @AfterEach
    void destroy() {
        open.forEach(abi::fl_destroy);
    }

    private static ByteBuffer direct(final int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long at(final ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    private int create() {
        final ByteBuffer handle = direct(8);
        final int status = abi.fl_create(at(words), words.capacity() / 8, at(handle));
        if (status == FabricAbi.OK) {
            open.add(handle.getLong(0));
        }
        return status;
    }

    private long created() {
        assertEquals(FabricAbi.OK, create(), abi.fl_last_error(0));
        return open.get(open.size() - 1);
    }

    private long ready() {
        final long handle = created();
        RtlConfiguration.apply(
                CONFIG,
                (node, register, value) -> assertEquals(
                        FabricAbi.OK, abi.fl_configure(handle, node, register, value), abi.fl_last_error(handle)));
        assertEquals(FabricAbi.OK, abi.fl_reset(handle), abi.fl_last_error(handle));
        return handle;
    }

    /** N22: the two ends of a link are configured differently. */
    @ParameterizedTest(name = "register {0}")
    @ValueSource(ints = {ConfigReg.LINK_DEPTH, ConfigReg.VC_RULE})
    void endsOfALinkThatDifferAreRefusedBeforeCycle0(final int register) {
        final long handle = created();
        RtlConfiguration.apply(CONFIG, (node, reg, value) -> abi.fl_configure(handle, node, reg, value));
        assertEquals(FabricAbi.OK, abi.fl_configure(handle, 1, register, 1));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_reset(handle));
        final String text = abi.fl_last_error(handle);
        assertTrue(text.contains(ConfigReg.name(register) + " differs between nodes 0 and 1"), text);
    }

    @Test
    void theProductLibraryHasNoUnsafeVariant() {
        final long handle = created();
        assertEquals(FabricAbi.E_CONFIG, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.UNSAFE, 1));
    }

    @ParameterizedTest(name = "handle {0}")
    @ValueSource(longs = {0, -1, 1, 65535, 0x10001, 0x7FFFFFFFFFFFFFFFL, 0x00007F0000001000L})
    void aHandleThatWasNeverGivenOutIsRefusedByEveryCall(final long handle) {
        final List<Integer> statuses = List.of(
                abi.fl_destroy(handle),
                abi.fl_configure(handle, 0, ConfigReg.TASKS, 1),
                abi.fl_reset(handle),
                abi.fl_load(handle, 0, 0, at(out), 8),
                abi.fl_submit(handle, at(out), 1),
                abi.fl_run(handle, 10),
                abi.fl_memory(handle, 0, at(out)),
                abi.fl_stats(handle, at(out), 4),
                abi.fl_inspect(handle, 0, at(out), 1024),
                abi.fl_wave(handle, "x.fst", at(out), 1, 0, 1),
                abi.fl_pins(handle, "x.txt", 0, 1),
                abi.fl_record(handle, "x.rec"));
        statuses.forEach(status -> assertEquals(FabricAbi.E_HANDLE, status));
        assertTrue(abi.fl_last_error(0).startsWith("no fabric has handle"), abi.fl_last_error(0));
    }

    @Test
    void aDestroyedHandleStaysInvalidWhenItsPlaceIsUsedAgain() {
        final long first = created();
        assertEquals(FabricAbi.OK, abi.fl_destroy(first));
        final long second = created();
        assertFalse(first == second);
        assertEquals(FabricAbi.E_HANDLE, abi.fl_destroy(first));
        assertEquals(FabricAbi.E_HANDLE, abi.fl_run(first, 1));
    }

    @ParameterizedTest(name = "word {0} = {1}")
    @CsvSource({
        "0, 0, 3",
        "0, 17, 3",
        "1, -1, 3",
        "2, 99, 3",
        "3, 0, 3",
        "4, 0, 3",
        "5, 0, 3",
        "6, 0, 3",
        "7, 0, 3",
        "7, 268435457, 3",
        "8, 255, 3",
        "9, 0, 2",
        "9, 1, 2",
        "10, 0, 3",
        "11, 0, 2",
        "12, 0, 3",
        "12, 65, 3",
        "15, 0, 3",
        "0, 3, 2"
    })
    void aConfigurationThatCannotRunIsRefused(final int word, final long value, final int status) {
        words.putLong(8 * word, value);
        assertEquals(status, create(), abi.fl_last_error(0));
        assertFalse(abi.fl_last_error(0).isEmpty());
    }

    @Test
    void nullPointersAndLengthsOutOfRangeAreRefused() {
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_create(0, 17, at(out)));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_create(at(words), -1, at(out)));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_create(at(words), 15, at(out)));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_create(at(words), 17, 0));
        final long handle = ready();
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_submit(handle, 0, 1));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_submit(handle, at(out), -1));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_submit(handle, at(out) + 1, 1));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_load(handle, 0, 0, 0, 8));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_load(handle, 0, 65532, at(out), 8));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_load(handle, 2, 0, at(out), 8));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_memory(handle, 2, at(out)));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_memory(handle, -1, at(out)));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_memory(handle, 0, 0));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_stats(handle, 0, 4));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_stats(handle, at(out), 0));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_inspect(handle, 0, at(out), 3));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_inspect(handle, 7, at(out), 1024));
        assertEquals(FabricAbi.OK, abi.fl_run(handle, 100), abi.fl_last_error(handle));
    }

    @Test
    void callsOutOfOrderAreRefused() {
        final long handle = created();
        assertEquals(FabricAbi.E_STATE, abi.fl_run(handle, 10));
        assertEquals(FabricAbi.E_STATE, abi.fl_submit(handle, at(out), 0));
        assertEquals(FabricAbi.E_STATE, abi.fl_stats(handle, at(out), 4));
        assertEquals(FabricAbi.E_STATE, abi.fl_inspect(handle, 0, at(out), 1024));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_reset(handle));
        assertTrue(abi.fl_last_error(handle).contains("has no value"), abi.fl_last_error(handle));
        final long running = ready();
        assertEquals(FabricAbi.E_STATE, abi.fl_configure(running, 0, ConfigReg.TASKS, 1));
        assertEquals(FabricAbi.E_STATE, abi.fl_record(running, "x.rec"));
        assertEquals(FabricAbi.OK, abi.fl_run(running, 10));
        assertEquals(FabricAbi.E_STATE, abi.fl_load(running, 0, 0, at(out), 8));
    }

    @Test
    void registersTakeTheLibrarysValuesOnly() {
        final long handle = created();
        assertEquals(FabricAbi.E_CONFIG, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, 65));
        assertEquals("LINK_DEPTH must be 1 to 64, got 65", abi.fl_last_error(handle));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_configure(handle, 0, ConfigReg.LOCAL_PORTS, 3));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_configure(handle, 0, ConfigReg.ME, 1));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_configure(handle, 0, 200, 1));
        assertEquals(FabricAbi.E_ARGUMENT, abi.fl_configure(handle, 2, ConfigReg.TASKS, 1));
        RtlConfiguration.apply(CONFIG, (node, register, value) -> abi.fl_configure(handle, node, register, value));
        assertEquals(FabricAbi.OK, abi.fl_configure(handle, 1, ConfigReg.LINK_DEPTH, 9));
        assertEquals(FabricAbi.E_CONFIG, abi.fl_reset(handle));
        assertTrue(abi.fl_last_error(handle).contains("both ends"), abi.fl_last_error(handle));
    }

    @ParameterizedTest(name = "op {0} node {1} w0 {2} w1 {3}")
    @CsvSource({
        "71, 0, 0, 0, 2",
        "65535, 0, 0, 0, 2",
        HostCommand.TIMER + ", 2, 0, 0, 2",
        HostCommand.LOAD + ", 0, 65529, 0, 2",
        HostCommand.STORE + ", 0, -1, 0, 2",
        HostCommand.FILL + ", 0, 0, 65537, 2",
        HostCommand.FILL + ", 0, 8, -1, 2",
        HostCommand.POLL + ", 0, 25769803776, 0, 2",
        TileCommand.FAULT_ARM + ", 0, 1, 0, 7"
    })
    void aCommandThatCannotActIsRefused(final int op, final int node, final long w0, final long w1, final int status) {
        final long handle = ready();
        final CommandBuffer commands = new CommandBuffer();
        commands.add(5, node, 0, op, w0, w1, 0, 0, 1);
        assertEquals(status, abi.fl_submit(handle, at(commands.data()), 1), abi.fl_last_error(handle));
    }

    @Test
    void theProductLibraryHasNoWavesAndAnUnwritableRecordIsAnError() {
        final long handle = created();
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_pins(handle, "x.txt", 0, 1));
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_wave(handle, "x.fst", at(out), 1, 0, 1));
        assertEquals(FabricAbi.E_IO, abi.fl_record(handle, "/nowhere/at/all.rec"));
    }
}
