// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.machine.MachineConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gives changed recordings to the replay program, which is C++ and has no virtual machine around it. It either plays
 * them or reports the error, and never crashes, hangs or reads beyond their end.
 */
@Tag("M-121")
class ReplayFuzzTest {
    private static final long MOST_SECONDS = 300; // for a process on a busy machine; a run needs milliseconds

    @TempDir
    private Path folder;

    private byte[] record() throws IOException {
        Path file = folder.resolve("good.rec");
        MachineConfig config = FabricTraffic.machine(2, 1, 1);
        try (Engine engine =
                new RtlEngineFactory(RtlOptions.PRODUCT.withRecord(file)).open(config, EngineOptions.DEFAULT)) {
            engine.loadMemory(1, 8, new byte[] {1, 2, 3});
            CommandBuffer commands = new CommandBuffer();
            commands.add(5, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, 1);
            engine.submit(commands);
            engine.run(200);
        }
        return Files.readAllBytes(file);
    }

    private int code(List<String> words) throws IOException, InterruptedException {
        Path program = NativeLibraries.path("product").resolveSibling("../bin/replay_product");
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(words);
        command.add(0, program.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "no answer: " + words);
        String said = Files.readString(output);
        assertTrue(
                process.exitValue() == 0
                        ? said.startsWith("{")
                        : said.startsWith("replay: ") || said.startsWith("usage: "),
                process.exitValue() + " " + said);
        return process.exitValue();
    }

    /** Returns the recording with one word or length changed, or with a piece missing, doubled or replaced. */
    private static byte[] changed(byte[] good, SplittableRandom random) {
        ByteBuffer bytes = ByteBuffer.wrap(good.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int head = random.nextInt(4) == 0 ? 0 : 9 * Long.BYTES; // seldom the hash: all its bytes give one error
        int at = head + random.nextInt((good.length - head) / Long.BYTES) * Long.BYTES;
        switch (random.nextInt(6)) {
            case 0:
                return Arrays.copyOf(good, random.nextInt(good.length));
            case 1:
                bytes.putLong(at, random.nextLong() >>> random.nextInt(64));
                return bytes.array();
            case 2:
                bytes.putInt(at + 4, random.nextInt() >>> random.nextInt(32));
                return bytes.array();
            case 3:
                bytes.putInt(at, 1 + random.nextInt(8));
                return bytes.array();
            case 4:
                bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
                return bytes.array();
            default:
                byte[] longer = Arrays.copyOf(good, good.length + good.length - at);
                System.arraycopy(good, at, longer, good.length, good.length - at);
                return longer;
        }
    }

    private void fuzz(long first, int count) throws IOException, InterruptedException {
        byte[] good = record();
        TreeMap<Integer, Integer> codes = new TreeMap<>();
        for (long seed = first; seed < first + count; seed++) {
            Path file = Files.write(folder.resolve("r.rec"), changed(good, new SplittableRandom(seed)));
            int code = code(List.of(file.toString(), "--to", "100000"));
            assertTrue(code == 0 || code == 2, "code " + code + "; repeat with: seed " + seed + " of ReplayFuzzTest");
            codes.merge(code, 1, Integer::sum);
        }
        System.out.println("fuzz records: " + count + " from seed " + first + ", by exit code " + codes);
        assertTrue(codes.containsKey(0) && codes.containsKey(2), codes.toString());
    }

    @Test
    void aChangedRecordIsPlayedOrRefused() throws IOException, InterruptedException {
        fuzz(1, 100);
    }

    @Test
    @Tag("slow")
    void aChangedRecordIsPlayedOrRefusedManyTimes() throws IOException, InterruptedException {
        fuzz(1_000_000, 3000);
    }

    @Test
    void whatIsNoRecordAndWhatIsNoNumberIsRefused() throws IOException, InterruptedException {
        Files.write(folder.resolve("good.rec"), record());
        String good = folder.resolve("good.rec").toString();
        assertEquals(0, code(List.of(good)));
        for (String file : List.of(
                "/dev/null",
                "/dev/zero",
                folder.toString(),
                folder.resolve("none").toString())) {
            assertEquals(2, code(List.of(file)), file);
        }
        for (String option : List.of("--repeat", "--threads", "--from", "--to")) {
            for (String value : List.of("x", "-1", "1x", "", "99999999999999999999")) {
                assertEquals(2, code(List.of(good, option, value)), option + " " + value);
            }
        }
    }
}
