// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.machine.MachineConfig;
import fairlead.support.EventBytes;
import fairlead.support.FstSignals;
import fairlead.verdict.EventHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the files of the fabric: a recording contains every call that changes the run, and a waveform the chosen nodes
 * and cycles.
 */
@Tag("M-192")
@Tag("M-688")
class FabricRecordTest extends FabricFixture {
    private static final int CREATE = 1;
    private static final int CONFIGURE = 2;
    private static final int RESET = 3;
    private static final int LOAD = 4;
    private static final int SUBMIT = 5;
    private static final int RUN = 6;
    private static final int TREE = 7;
    private static final int HASH = 64;

    @TempDir
    private Path folder;

    private record Chunk(int type, byte[] data) {
        ByteBuffer words() {
            return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Reads the chunks of type, length and data, in whole words, after a magic number and the hash of the layouts. */
    private static List<Chunk> chunks(Path file) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] head = new byte[8 + HASH];
        all.get(head);
        String expected = "flrec02\0" + HwLayout.manifestHash();
        assertEquals(expected, new String(head, StandardCharsets.US_ASCII).substring(0, expected.length()));
        List<Chunk> chunks = new ArrayList<>();
        while (all.hasRemaining()) {
            int type = all.getInt();
            byte[] data = new byte[all.getInt()];
            all.get(data);
            for (int i = data.length; i % 8 != 0; i++) {
                assertEquals(0, all.get(), "filled up with zeros");
            }
            chunks.add(new Chunk(type, data));
        }
        return chunks;
    }

    @Test
    void everyCallThatChangesTheRunIsAChunk() throws IOException {
        Path file = folder.resolve("calls.rec");
        long handle = created();
        ok(handle, abi.fl_configure(handle, 1, ConfigReg.LINK_DEPTH, 5)); // before the recording begins
        ok(handle, abi.fl_record(handle, file.toString()));
        List<long[]> registers = new ArrayList<>();
        registers.add(new long[] {1, ConfigReg.LINK_DEPTH, 5});
        long[] tree = {9, 0, 4, 0, 2, 0, 0}; // link 1 of node 0 leads to link 0 of node 1
        for (int i = 0; i < tree.length; i++) {
            out.putLong(8 * i, tree[i]);
        }
        ok(handle, abi.fl_tree(handle, at(out), tree.length));
        RtlConfiguration.apply(CONFIG, (node, register, value) -> {
            ok(handle, abi.fl_configure(handle, node, register, value));
            registers.add(new long[] {node, register, value});
        });
        assertEquals(FabricAbi.E_CONFIG, abi.fl_configure(handle, 0, ConfigReg.TASKS, 99)); // has no effect
        ok(handle, abi.fl_reset(handle));
        int[] lengths = {0, 1, 7, 8, 9, 300};
        for (int i = 0; i < 300; i++) {
            out.put(i, (byte) (i + 3));
        }
        for (int length : lengths) {
            ok(handle, abi.fl_load(handle, 1, 1000 + length, at(out), length));
        }
        CommandBuffer timers = timers(3, 5);
        submit(handle, timers);
        ok(handle, abi.fl_submit(handle, at(timers.data()), 0)); // has no effect
        run(handle, 12);
        ok(handle, abi.fl_reset(handle));
        run(handle, 1L << 40);
        ok(handle, abi.fl_destroy(handle));
        open.clear();

        List<Chunk> chunks = chunks(file);
        List<Integer> types = chunks.stream().map(Chunk::type).collect(Collectors.toList());
        List<Integer> expected = new ArrayList<>(List.of(CREATE));
        registers.forEach(each -> expected.add(CONFIGURE));
        expected.add(2, TREE);
        expected.add(RESET);
        for (int i = 0; i < lengths.length; i++) {
            expected.add(LOAD);
        }
        expected.addAll(List.of(SUBMIT, RUN, RESET, RUN));
        assertEquals(expected, types);
        ByteBuffer create = chunks.get(0).words();
        assertEquals(8 * (FabricAbi.C_MEMORY_LATENCY + 3 * NODES), create.capacity());
        for (int word = 0; word < create.capacity() / 8; word++) {
            boolean address = word == FabricAbi.C_EVENTS || word == FabricAbi.C_RESULT || word == FabricAbi.C_MEMORY;
            assertEquals(address ? 0 : words.getLong(8 * word), create.getLong(8 * word), "word " + word);
        }
        long[] links = new long[tree.length];
        chunks.get(2).words().asLongBuffer().get(links);
        assertArrayEquals(tree, links);
        chunks.remove(2);
        for (int i = 0; i < registers.size(); i++) {
            long[] told = new long[3];
            chunks.get(1 + i).words().asLongBuffer().get(told);
            assertArrayEquals(registers.get(i), told);
        }
        int loads = 2 + registers.size();
        for (int i = 0; i < lengths.length; i++) {
            byte[] data = chunks.get(loads + i).data();
            assertEquals(1, chunks.get(loads + i).words().getLong(0));
            assertEquals(1000 + lengths[i], chunks.get(loads + i).words().getLong(8));
            byte[] loaded = new byte[lengths[i]];
            for (int b = 0; b < loaded.length; b++) {
                loaded[b] = (byte) (b + 3);
            }
            assertArrayEquals(loaded, Arrays.copyOfRange(data, 16, data.length));
        }
        int last = chunks.size();
        byte[] records = new byte[3 * CommandBuffer.BYTES];
        timers.data().duplicate().position(0).get(records);
        assertArrayEquals(records, chunks.get(last - 4).data());
        assertEquals(12, chunks.get(last - 3).words().getLong(0));
        assertEquals(0, chunks.get(last - 2).data().length);
        assertEquals(1L << 40, chunks.get(last - 1).words().getLong(0));
    }

    /**
     * Two runs with a reset between them, with loads and reactions of software: the replay without Java gives the same
     * records and counts.
     */
    @Test
    void aRecordedRunWithAResetIsReplayed() throws IOException, InterruptedException {
        MachineConfig config = FabricMachines.TREE.of(3, 2, 1);
        Path file = folder.resolve("run.rec");
        EventHash hash = new EventHash();
        long[] counts;
        long records = 0;
        try (RtlEngine engine =
                new RtlEngineFactory(RtlOptions.PRODUCT.withRecord(file)).open(config, EngineOptions.DEFAULT)) {
            for (int round = 0; round < 2; round++) {
                engine.loadMemory(round, 77, new byte[] {1, 2, 3});
                EventBytes events = new EventBytes();
                FabricPlay.play(engine, 50 + round, 20, 500, 0, 1500 + FabricPlay.END * round, events);
                hash.add(events.cursor());
                records += events.count();
                if (round == 0) {
                    engine.reset();
                }
            }
            counts = engine.words();
        }
        for (String threads : new String[] {"1", "2"}) {
            Path replay = NativeLibraries.path("product").resolveSibling("../bin/replay_product");
            Process process = new ProcessBuilder(replay.toString(), file.toString(), "--threads", threads)
                    .redirectErrorStream(true)
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), answer);
            JsonNode said = new ObjectMapper().readTree(answer);
            if (threads.equals("1")) {
                assertEquals(hash.finish(), said.get("event_sha256").asText());
            }
            assertEquals(records, said.get("events").asLong());
            assertEquals(counts[FabricAbi.R_CYCLE], said.get("cycles").asLong());
            assertEquals(counts[FabricAbi.R_STOP], said.get("stop").asLong());
            int stats = FabricAbi.R_COUNT;
            assertEquals(
                    counts[stats + FabricAbi.S_FLIT_HOPS], said.get("flit_hops").asLong());
            assertEquals(
                    counts[stats + FabricAbi.S_TILES_EVALUATED],
                    said.get("tiles_evaluated").asLong());
        }
    }

    // ---- waveforms

    private Path wave(List<Integer> nodes, long from, long to, long end) {
        Path file = folder.resolve("wave" + end + ".fst");
        MachineConfig config = FabricTraffic.machine(3, 1, 1);
        RtlOptions rtl = RtlOptions.of("lab").withWave(new RtlOptions.Wave(file, nodes, from, to));
        try (RtlEngine engine = new RtlEngineFactory(rtl).open(config, new EngineOptions(false, false, 1, false))) {
            engine.submit(timers(1, end - 1));
            while (engine.cycle() < end) {
                engine.run(end);
                for (EventCursor e = engine.events(); e.next(); ) {
                    assertEquals(end - 1, e.cycle());
                }
            }
        }
        return file;
    }

    /** A waveform contains only the chosen nodes; a window that the run does not fill ends with the run. */
    @Test
    void aWaveformHasTheChosenNodesAndCycles() throws IOException {
        long[][] cases = {{5, 20, 100, 5, 20}, {0, 1000, 60, 0, 59}, {40, 40, 50, 40, 40}};
        for (long[] one : cases) {
            Path file = wave(List.of(0, 2), one[0], one[1], one[2]);
            // the header block of the FST file is big-endian
            ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(file));
            assertEquals(2 * one[3], head.getLong(9), "first tick");
            assertEquals(2 * one[4] + 1, head.getLong(17), "last tick");
            List<String> tops = FstSignals.widths(file).keySet().stream()
                    .map(name -> name.split("\\.")[0])
                    .distinct()
                    .sorted()
                    .collect(Collectors.toList());
            assertTrue(tops.containsAll(List.of("node0", "node2")) && !tops.contains("node1"), tops.toString());
        }
    }

    private long made(FabricAbi lab) {
        ByteBuffer handles = direct(8);
        assertEquals(
                FabricAbi.OK,
                lab.fl_create(at(words), FabricAbi.C_MEMORY_LATENCY + 3 * NODES, at(handles)),
                lab.fl_last_error(0));
        return handles.getLong(0);
    }

    @Test
    void pinsThatCannotBeWrittenAreRefused() {
        FabricAbi lab = FabricLibrary.variant("lab").abi();
        long handle = made(lab);
        String file = folder.resolve("pins.txt").toString();
        assertEquals(FabricAbi.E_ARGUMENT, lab.fl_pins(handle, null, 0, 1));
        for (int node : new int[] {-1, NODES}) {
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_pins(handle, file, node, 1));
            assertTrue(lab.fl_last_error(handle).endsWith("no node " + node), lab.fl_last_error(handle));
        }
        assertEquals(FabricAbi.E_ARGUMENT, lab.fl_pins(handle, file, 0, 0));
        assertTrue(lab.fl_last_error(handle).endsWith("0 edges"), lab.fl_last_error(handle));
        String nowhere = folder.resolve("nowhere/pins.txt").toString();
        assertEquals(FabricAbi.E_IO, lab.fl_pins(handle, nowhere, 0, 1));
        assertTrue(lab.fl_last_error(handle).contains(nowhere), lab.fl_last_error(handle));
        assertEquals(FabricAbi.OK, lab.fl_pins(handle, "/dev/full", 0, 1), lab.fl_last_error(handle));
        RtlConfiguration.apply(CONFIG, (node, register, value) -> lab.fl_configure(handle, node, register, value));
        assertEquals(FabricAbi.OK, lab.fl_reset(handle), lab.fl_last_error(handle));
        assertEquals(FabricAbi.E_STATE, lab.fl_pins(handle, file, 0, 1));
        assertEquals(FabricAbi.E_IO, lab.fl_destroy(handle));
        assertTrue(lab.fl_last_error(0).startsWith("the file of pins could not be written"), lab.fl_last_error(0));
    }

    @Test
    void aWaveformThatCannotBeIsRefused() {
        FabricAbi lab = FabricLibrary.variant("lab").abi();
        long handle = made(lab);
        try {
            out.putInt(0, 1);
            out.putInt(4, 2);
            String file = folder.resolve("x.fst").toString();
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, null, at(out), 1, 0, 1));
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, 0, 1, 0, 1));
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, at(out), 0, 0, 1));
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, at(out), 1, 2, 1));
            assertTrue(lab.fl_last_error(handle).contains("no file, nodes or cycles"), lab.fl_last_error(handle));
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, at(out), 2, 0, 1));
            assertTrue(lab.fl_last_error(handle).endsWith("no node 2"), lab.fl_last_error(handle));
            out.putInt(0, -1);
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, at(out), 1, 0, 1));
            assertTrue(lab.fl_last_error(handle).endsWith("no node -1"), lab.fl_last_error(handle));
            out.putInt(0, 1);
            out.putInt(4, 1);
            assertEquals(FabricAbi.E_ARGUMENT, lab.fl_wave(handle, file, at(out), 2, 0, 1));
            assertTrue(lab.fl_last_error(handle).endsWith("node 1 twice"), lab.fl_last_error(handle));
            String nowhere = folder.resolve("nowhere/x.fst").toString();
            assertEquals(FabricAbi.OK, lab.fl_wave(handle, nowhere, at(out), 1, 7, 7), lab.fl_last_error(handle));
            RtlConfiguration.apply(CONFIG, (node, register, value) -> lab.fl_configure(handle, node, register, value));
            assertEquals(FabricAbi.E_IO, lab.fl_reset(handle));
            assertTrue(lab.fl_last_error(handle).contains(nowhere), lab.fl_last_error(handle));
        } finally {
            lab.fl_destroy(handle);
        }
        try (RtlEngine engine = new RtlEngineFactory(RtlOptions.of("lab")).open(CONFIG, EngineOptions.DEFAULT)) {
            assertEquals(0, engine.cycle());
        }
    }
}
