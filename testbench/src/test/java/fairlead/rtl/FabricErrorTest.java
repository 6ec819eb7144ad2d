// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.BufferDepth;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused calls: status and text with the place, the value and the violated limit. The fabric stays as it was. */
@Tag("M-28")
@Tag("M-571")
@Tag("M-698")
@Tag("M-699")
@Tag("M-69")
class FabricErrorTest extends FabricFixture {
    private static final int MEMORY = 65536;

    private void refused(long handle, int status, int expected, Object... data) {
        String text = abi.fl_last_error(handle);
        assertEquals(expected, status, text);
        for (Object each : data) {
            assertTrue(
                    text.matches("(?s)(.*\\W)?" + Pattern.quote(each.toString()) + "(\\W.*)?"),
                    () -> text + " has no " + each);
        }
    }

    @Test
    void aFabricNeedsItsWordsAndItsMemory() {
        int count = FabricAbi.C_MEMORY_LATENCY + 3 * NODES;
        out.putLong(0, 99);
        refused(0, abi.fl_create(at(words), count + 1, at(out)), FabricAbi.E_ARGUMENT, count, count + 1);
        assertEquals(0, out.getLong(0), "the handle of a call that fails");
        refused(0, abi.fl_create(at(words), count - 1, at(out)), FabricAbi.E_ARGUMENT, count, count - 1);
        refused(0, abi.fl_create(at(words), FabricAbi.C_MEMORY_LATENCY - 1, at(out)), FabricAbi.E_ARGUMENT, "few");
        refused(0, abi.fl_create(0, count, at(out)), FabricAbi.E_ARGUMENT, "words");
        refused(0, abi.fl_create(at(words), count, 0), FabricAbi.E_ARGUMENT, "handle");
        for (int place : new int[] {FabricAbi.C_EVENTS, FabricAbi.C_RESULT}) {
            long before = words.getLong(8 * place);
            for (long off : new long[] {0, before + 4}) {
                words.putLong(8 * place, off);
                refused(0, create(), FabricAbi.E_ARGUMENT, off == 0 ? "no event or result memory" : "aligned");
            }
            words.putLong(8 * place, before);
        }
        created();
    }

    /** Without memory the call fails, its slot is freed, and the memory of destroyed fabrics can be used again. */
    @Test
    void memoryThatIsNotThereIsAnErrorAndIsGivenBack() throws IOException {
        long mapped = mapped();
        nodes = 4096;
        ByteBuffer all = direct((FabricAbi.C_MEMORY_LATENCY + 3 * nodes) * 8);
        for (int i = 0; i < FabricAbi.C_MEMORY_LATENCY; i++) {
            all.putLong(8 * i, i < 3 ? 16 : i == FabricAbi.C_MEMORY_BYTES ? 1L << 28 : words.getLong(8 * i));
        }
        for (int i = FabricAbi.C_MEMORY_LATENCY; i < all.capacity() / 8; i++) {
            all.putLong(8 * i, 1);
        }
        for (int round = 0; round < 2; round++) {
            int status;
            int many = 0;
            do {
                status = abi.fl_create(at(all), all.capacity() / 8, at(out));
                if (status == FabricAbi.OK) {
                    open.add(out.getLong(0));
                }
                // each fabric takes 2^40 bytes of an address space of 2^47
            } while (status == FabricAbi.OK && ++many < 300);
            refused(0, status, FabricAbi.E_NO_MEMORY, 1L << 40);
            assertEquals(many, open.size());
            destroy();
            // how many fit also depends on where the process has mapped a page, so the memory itself is counted;
            // the other tests of the process map heap and an arena of 64 MiB a thread meanwhile: some GiB, no 2^40
            assertTrue(many > 100, many + " fabrics in round " + round);
            long kept = mapped() - mapped;
            assertTrue(kept < 1L << 36, () -> kept + " bytes are still mapped, of 2^40 a fabric");
            open.clear();
        }
    }

    /** Returns the bytes of address space that this process has. */
    private static long mapped() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmSize:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }

    // ---- before and after reset

    /** A call that comes too early or too late is named in the error. */
    @Test
    void aCallOutOfOrderIsNamed(@TempDir Path folder) {
        long handle = created();
        Map<String, Supplier<Integer>> early = Map.of(
                "run", () -> abi.fl_run(handle, 1),
                "submit", () -> abi.fl_submit(handle, at(words), 1),
                "stats", () -> abi.fl_stats(handle, at(out), 4),
                "inspect", () -> abi.fl_inspect(handle, 0, at(out), 4096),
                "vcs", () -> abi.fl_vcs(handle, at(out), 4096),
                "registers", () -> abi.fl_peek(handle, 0, "router.output0.credits", 0, at(out)),
                "loaded", () -> abi.fl_load(handle, 0, 0, at(out), 8));
        early.forEach((name, call) -> refused(handle, call.get(), FabricAbi.E_STATE, name));
        configure(handle);
        ok(handle, abi.fl_reset(handle));
        refused(handle, abi.fl_configure(handle, 0, ConfigReg.TASKS, 1), FabricAbi.E_STATE, "configure");
        String record = folder.resolve("x.rec").toString();
        refused(handle, abi.fl_record(handle, record), FabricAbi.E_STATE, "record");
        assertFalse(Files.exists(folder.resolve("x.rec")), "no file is made");
        ok(handle, abi.fl_load(handle, 0, 0, at(out), 8));
        run(handle, 1);
        refused(handle, abi.fl_load(handle, 0, 0, at(out), 8), FabricAbi.E_STATE, "first cycle");
    }

    @Test
    void aRegisterWithoutAValueOrWithAWrongOneIsNamed() {
        int[] needed = {
            ConfigReg.VC_RULE,
            ConfigReg.LINK_DEPTH,
            ConfigReg.RESPONSE_DEPTH,
            ConfigReg.MESSAGE_BASE,
            ConfigReg.TASKS,
            ConfigReg.DLA_MAX_PR_ALLOC,
            ConfigReg.ROUTING
        };
        for (int left : needed) {
            long handle = created();
            RtlConfiguration.apply(CONFIG, (node, register, value) -> {
                for (int n = 0; n < NODES; n++) {
                    if (register != left || n == 0 && node <= 0) {
                        ok(handle, abi.fl_configure(handle, node < 0 ? n : node, register, value));
                    }
                }
            });
            refused(handle, abi.fl_reset(handle), FabricAbi.E_CONFIG, "register " + ConfigReg.name(left), "of node 1");
        }
        long handle = created();
        refused(handle, abi.fl_configure(handle, 2, ConfigReg.TASKS, 1), FabricAbi.E_ARGUMENT, "configure", "node 2");
        refused(handle, abi.fl_configure(handle, -2, ConfigReg.TASKS, 1), FabricAbi.E_ARGUMENT, "node -2");
        for (int own : new int[] {ConfigReg.ME, ConfigReg.SHAPE, ConfigReg.MEMORY_BYTES, 200, -1}) {
            refused(handle, abi.fl_configure(handle, 0, own, 1), FabricAbi.E_ARGUMENT, "register " + own);
        }
        refused(
                handle,
                abi.fl_configure(handle, 1, ConfigReg.TASKS, 17),
                FabricAbi.E_CONFIG,
                "TASKS",
                "1 to 16",
                "got 17");
    }

    /** The error names the node that differs from node 0 and the register. */
    @ParameterizedTest(name = "register {0}")
    @ValueSource(ints = {ConfigReg.LINK_DEPTH, ConfigReg.VC_RULE, ConfigReg.ROUTING})
    void theFirstNodeThatDiffersIsNamed(int register) {
        words.putLong(0, 4);
        nodes = 4;
        long handle = created();
        RtlConfiguration.apply(
                FabricTraffic.machine(4, 1, 1),
                (node, reg, value) -> ok(handle, abi.fl_configure(handle, node, reg, value)));
        for (int node : new int[] {3, 2}) {
            ok(handle, abi.fl_configure(handle, node, register, 1));
            refused(
                    handle,
                    abi.fl_reset(handle),
                    FabricAbi.E_CONFIG,
                    ConfigReg.name(register),
                    "between nodes 0 and " + node);
        }
    }

    @ParameterizedTest(name = "routing {0} depth {1} rule {2}: {3} to {4}")
    @CsvSource({"0x300, 4, 0, 0, 0, 3", "0x1, 34, 0, 1, 2, 0", "0x301, 34, 0, 1, 2, 3", "0x101, 51, 2, 2, 3, 1"})
    void theSlotsThatFitAreNamed(int routing, int depth, int rule, int low, int high, int got) {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, depth));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.VC_RULE, rule));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.ROUTING, routing));
        refused(handle, abi.fl_reset(handle), FabricAbi.E_CONFIG, "slots", low + " to " + high, "got " + got);
    }

    /** A field of a register of depths; `slots` of the field are bits 12:9. */
    @ParameterizedTest(name = "register {0} field {1}: {2}")
    @CsvSource({
        "48, 0, 65, field 0 of LINK_DEPTHS_X must be 0 to 64",
        "49, 3, 511, field 3 of LINK_DEPTHS_Y must be 0 to 64",
        "50, 1, 0x210, field 1 of LINK_DEPTHS_Z: slots must be 0 to 0",
        "51, 2, 33, field 2 of LOCAL_DEPTHS must be 0 to 32",
        "51, 0, 0x208, field 0 of LOCAL_DEPTHS: slots must be 0 to 0",
        "51, 4, 1, LOCAL_DEPTHS must be 0 to",
        "53, 1, 17, field 1 of RESPONSE_DEPTHS must be 0 to 16",
        "53, 2, 1, field 2 of RESPONSE_DEPTHS must be 0 to 0",
        "54, 3, 65, field 3 of INJECTION_DEPTHS must be 0 to 64",
        "55, 0, 257, field 0 of RECEPTION_DEPTHS must be 0 to 256",
        "52, 0, 0x21, commitSlots in NIC_SIZES must be 0 to 32",
        "52, 0, 0x140, headerQueue in NIC_SIZES must be 0 to 4",
        "52, 0, 0x8200, readWindow in NIC_SIZES must be 0 to 64",
        "52, 0, 0x90000, fenceEntries in NIC_SIZES must be 0 to 8",
        "52, 0, 0x1100000, ackCounters in NIC_SIZES must be 0 to 16"
    })
    void aFieldThatNoBufferHasIsNamed(int register, int field, int value, String what) {
        long handle = created();
        configure(handle);
        long word = (long) value << field * BufferDepth.WIDTH;
        refused(
                handle,
                abi.fl_configure(handle, FabricAbi.ALL_NODES, register, word),
                FabricAbi.E_CONFIG,
                what.replaceAll(" must.*", ""),
                what);
    }

    @Test
    void linkDepthsThatDoNotFitTheRoutingOrEachOtherAreNamed() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_configure(handle, 1, ConfigReg.LINK_DEPTHS_Y, 3));
        refused(handle, abi.fl_reset(handle), FabricAbi.E_CONFIG, "LINK_DEPTHS_Y", "between nodes 0 and 1");
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTHS_Y, 0));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTH, 34));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.ROUTING, 0x201));
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.VC_RULE, 2));
        long onePacket = 17 | 1L << BufferDepth.SLOTS_LSB;
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTHS_X, onePacket));
        refused(handle, abi.fl_reset(handle), FabricAbi.E_CONFIG, "request escape VCs in x", "2 to 1", "got 1");
        long adaptive = onePacket << BufferDepth.WIDTH;
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_DEPTHS_X, adaptive));
        ok(handle, abi.fl_reset(handle));
    }

    // ---- memory and commands

    @Test
    void aPlaceOutsideIsNamed() {
        long handle = ready();
        refused(handle, abi.fl_load(handle, 2, 0, at(out), 8), FabricAbi.E_ARGUMENT, "node 2");
        refused(handle, abi.fl_load(handle, -1, 0, at(out), 8), FabricAbi.E_ARGUMENT, "node -1");
        refused(handle, abi.fl_load(handle, 1, 65530, at(out), 7), FabricAbi.E_ARGUMENT, 7, 65530, MEMORY);
        refused(handle, abi.fl_load(handle, 1, 0, 0, 7), FabricAbi.E_ARGUMENT, "load");
        refused(handle, abi.fl_memory(handle, 2, at(out)), FabricAbi.E_ARGUMENT, "node 2");
        refused(handle, abi.fl_memory(handle, -1, at(out)), FabricAbi.E_ARGUMENT, "node -1");
        refused(handle, abi.fl_memory(handle, 0, 0), FabricAbi.E_ARGUMENT, "fl_memory");
        refused(handle, abi.fl_stats(handle, 0, 1), FabricAbi.E_ARGUMENT, "fl_stats");
        refused(handle, abi.fl_stats(handle, at(out), 0), FabricAbi.E_ARGUMENT, "fl_stats");
        refused(handle, abi.fl_inspect(handle, 2, at(out), 4096), FabricAbi.E_ARGUMENT, "node 2");
        refused(handle, abi.fl_inspect(handle, -2, at(out), 4096), FabricAbi.E_ARGUMENT, "node -2");
        refused(handle, abi.fl_inspect(handle, 0, at(out), 0), FabricAbi.E_ARGUMENT, "fl_inspect");
        refused(handle, abi.fl_inspect(handle, 0, 0, 9), FabricAbi.E_ARGUMENT, "fl_inspect");
        ok(handle, abi.fl_inspect(handle, 0, at(out), 4096));
        int bytes = new Pointer(at(out)).getString(0).length() + 1;
        refused(handle, abi.fl_inspect(handle, 0, at(out), bytes - 1), FabricAbi.E_ARGUMENT, bytes);
        refused(handle, abi.fl_vcs(handle, at(out), -1), FabricAbi.E_ARGUMENT, NODES * 80);
        refused(handle, abi.fl_vcs(handle, at(out), NODES * 80 - 1), FabricAbi.E_ARGUMENT, NODES * 80);
        refused(handle, abi.fl_vcs(handle, 0, 4096), FabricAbi.E_ARGUMENT, "fl_vcs");
        String name = "router.output0.credits";
        refused(handle, abi.fl_peek(handle, 0, name, 0, 0), FabricAbi.E_ARGUMENT, "fl_peek");
        refused(handle, abi.fl_peek(handle, 1, name, 1, at(out)), FabricAbi.E_ARGUMENT, "node1.Tile." + name + " 1");
        for (int node : new int[] {-1, 2}) {
            refused(handle, abi.fl_peek(handle, node, name, 0, at(out)), FabricAbi.E_ARGUMENT, "node");
        }
        refused(handle, abi.fl_peek(handle, 0, name, -1, at(out)), FabricAbi.E_ARGUMENT, "index");
        refused(handle, abi.fl_peek(handle, 0, null, 0, at(out)), FabricAbi.E_ARGUMENT, "name");
        refused(handle, abi.fl_poke(handle, 0, name, 0, 1), FabricAbi.E_UNSUPPORTED, "lab");
        refused(handle, abi.fl_submit(handle, 0, 1), FabricAbi.E_ARGUMENT, "fl_submit");
        refused(handle, abi.fl_submit(handle, at(out), -1), FabricAbi.E_ARGUMENT, "fl_submit");
        refused(handle, abi.fl_submit(handle, at(out) + 4, 1), FabricAbi.E_ARGUMENT, "aligned");
        ok(handle, abi.fl_submit(handle, 0, 0));
    }

    /**
     * The error names the wrong command by code, node, task and sequence number; of several commands it names the first
     * wrong one, and none of them acts. A STORE also has w1 as its number of bytes.
     */
    @ParameterizedTest(name = "op {0} node {1} cycle {2} w0 {3} w1 {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "71 | 1 | 20 | 0 | 0 | 2 | no such command",
                "65535 | 1 | 20 | 0 | 0 | 2 | no such command",
                HostCommand.TIMER + " | 2 | 20 | 0 | 0 | 2 | 2 nodes",
                HostCommand.TIMER + " | 1 | 9 | 0 | 0 | 9 | cycle 9 is before cycle 10",
                TileCommand.FAULT_ARM + " | 1 | 20 | 1 | 0 | 7 | no faults",
                HostCommand.LOAD + " | 1 | 20 | 65529 | 0 | 2 | 8 bytes at 65529",
                HostCommand.STORE + " | 1 | 20 | 65537 | 0 | 2 | 8 bytes at 65537",
                HostCommand.STORE + " | 1 | 20 | -1 | 0 | 2 | 8 bytes at",
                HostCommand.STORE + " | 1 | 20 | 65534 | 3 | 2 | 3 bytes at 65534",
                HostCommand.STORE + " | 1 | 20 | 64 | 8 | 2 | no such number of bytes",
                HostCommand.STORE + " | 1 | 20 | 64 | -1 | 2 | no such number of bytes",
                HostCommand.ADD + " | 0 | 20 | 4294967296 | 0 | 2 | 8 bytes at 4294967296",
                HostCommand.CAS_LOCAL + " | 1 | 20 | 65530 | 0 | 2 | the 65536 bytes of memory",
                HostCommand.FILL + " | 1 | 20 | 100 | 65437 | 2 | 65437 bytes at 100",
                HostCommand.FILL + " | 1 | 20 | 8 | -1 | 2 | bytes at 8",
                HostCommand.POLL + " | 1 | 20 | 65529 | 0 | 2 | 8 bytes at 65529",
                HostCommand.POLL + " | 1 | 20 | 25769803776 | 0 | 2 | no such comparison"
            })
    void aCommandThatIsRefusedIsNamed(int op, int node, long cycle, long w0, long w1, int status, String what) {
        long handle = ready();
        submit(handle, timers(1, 50));
        run(handle, 10);
        CommandBuffer commands = timers(1, 15);
        commands.add(cycle, node, 5, op, w0, w1, op == HostCommand.STORE ? w1 : 0, 0, 33);
        commands.add(20, 9, 6, HostCommand.TIMER, 0, 0, 0, 0, 34);
        int got = abi.fl_submit(handle, at(commands.data()), commands.count());
        refused(handle, got, status, "command " + op + " (node " + node, "task 5", "seq 33", what);
        assertEquals(3, run(handle, 100), "idle");
        assertEquals(1, out.getLong(8 * FabricAbi.R_EVENTS));
        assertEquals(0, out.getLong(8 * FabricAbi.R_COMMANDS));
        ok(handle, abi.fl_stats(handle, at(out), FabricAbi.S_COUNT));
        assertEquals(1, out.getLong(8 * FabricAbi.S_COMMANDS));
    }

    // ---- handles and records

    @Test
    void aHandleThatIsNotThereIsNamed() {
        long handle = ready();
        LongStream.of(0, -1, 0x7FFFFFFFFFFFFFFFL)
                .forEach(never -> refused(0, abi.fl_run(never, 1), FabricAbi.E_HANDLE, "no fabric has handle"));
        long other = handle + (1L << 16);
        List<Supplier<Integer>> calls = List.of(
                () -> abi.fl_destroy(other),
                () -> abi.fl_configure(other, 0, ConfigReg.TASKS, 1),
                () -> abi.fl_reset(other),
                () -> abi.fl_load(other, 0, 0, at(out), 8),
                () -> abi.fl_submit(other, at(out), 1),
                () -> abi.fl_memory(other, 0, at(out)),
                () -> abi.fl_stats(other, at(out), 4),
                () -> abi.fl_inspect(other, 0, at(out), 1024),
                () -> abi.fl_wave(other, "x.fst", at(out), 1, 0, 1),
                () -> abi.fl_pins(other, "x.txt", 0, 1),
                () -> abi.fl_record(other, "x.rec"),
                () -> abi.fl_vcs(other, at(out), 4096),
                () -> abi.fl_peek(other, 0, "x.y", 0, at(out)),
                () -> abi.fl_poke(other, 0, "x.y", 0, 0),
                () -> abi.fl_run(other, 1));
        for (Supplier<Integer> call : calls) {
            refused(0, call.get(), FabricAbi.E_HANDLE, "handle " + other);
            assertEquals(0, abi.fl_create(0, 0, at(out)) == FabricAbi.OK ? 1 : 0, "another text of this thread");
        }
        refused(0, abi.fl_run(other, 1), FabricAbi.E_HANDLE, other);
        assertEquals(abi.fl_last_error(0), abi.fl_last_error(other), "the text of a handle that is not there");
        assertEquals("", abi.fl_last_error(handle));
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_pins(handle, "x.txt", 0, 1));
        assertEquals(FabricAbi.E_UNSUPPORTED, abi.fl_wave(handle, "x.fst", at(out), 1, 0, 1));
        assertEquals(FabricAbi.OK, abi.fl_destroy(handle));
        open.clear();
        assertFalse(created() == handle, "a destroyed handle stays invalid when its place is used again");
        refused(0, abi.fl_run(handle, 1), FabricAbi.E_HANDLE, handle);
    }

    /** A full disk is reported when the rest of a record is written, a file that cannot be opened at once. */
    @Test
    void aRecordThatCannotBeWrittenIsNamed(@TempDir Path folder) {
        long handle = created();
        refused(handle, abi.fl_record(handle, null), FabricAbi.E_ARGUMENT, "record");
        String nowhere = folder.resolve("nowhere/x.rec").toString();
        refused(handle, abi.fl_record(handle, nowhere), FabricAbi.E_IO, nowhere, "No such file or directory");
        ok(handle, abi.fl_record(handle, "/dev/full"));
        configure(handle);
        ok(handle, abi.fl_reset(handle));
        refused(handle, abi.fl_poke(handle, 0, "router.output0.credits", 0, 1), FabricAbi.E_STATE, "recorded");
        run(handle, 10);
        open.clear();
        refused(0, abi.fl_destroy(handle), FabricAbi.E_IO, "No space left on device");
        refused(0, abi.fl_destroy(handle), FabricAbi.E_HANDLE, handle);
        long second = created();
        ok(second, abi.fl_record(second, "/dev/full"));
        configure(second);
        ok(second, abi.fl_reset(second));
        CommandBuffer many = timers(2000, 5);
        int got = abi.fl_submit(second, at(many.data()), many.count());
        refused(second, got, FabricAbi.E_IO, "could not be written", "No space left on device");
        assertEquals(FabricAbi.E_IO, abi.fl_run(second, 100));
    }
}
