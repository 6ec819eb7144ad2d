// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands that write, ended by SIGINT or SIGTERM at ten drawn moments: their outputs are all there and whole, or none
 * is; what can be resumed ends as if it had never been interrupted (CommandProcessTest interrupts runs). The same
 * moments again, as shares of a whole run: {@code scripts/test --all -Dtest=InterruptTest -Dfairlead.moments=SEED:10}.
 */
@Tag("M-122")
@Tag("slow")
class InterruptTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private Path temporary;
    private Path here;
    private int runs;

    @BeforeEach
    void scenarios() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
        Files.writeString(folder.resolve("ring.yaml"), scenario("ring, iterations: 200"));
        Files.writeString(
                folder.resolve("study.yaml"),
                "schema: fairlead.study/1\nscenario: ring.yaml\nseed: 1\nconfirm: none\n"
                        + "genes:\n  machine.buffers.link_vc: {from: 1, to: 4}\n  machine.buffers.local: {from: 1, to: 4}\n"
                        + "objectives: [completion_time, buffer_bits]\nbudget: {evaluations: 12}\n");
        Files.writeString(
                folder.resolve("suite.yaml"),
                "schema: fairlead.suite/1\nname: some\ncases:\n  - {scenario: ring.yaml, seeds: 1..3}\n");
    }

    private static String scenario(String workload) {
        return "schema: fairlead.scenario/1\nengine: model\nmachine: {shape: [4, 1, 1], memory_bytes: 65536}\n"
                + "workload: {kind: " + workload + ", bytes: 1024}\n";
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "sweep RING --over machine.buffers.link_vc=1..6 --store st --csv rows.csv, rows.csv",
        "search STUDY --no-progress --out s, s/archive.json",
        "traffic TRAFFIC --warm-up 20000 --save c, c",
    })
    void whatIsResumedEndsAsIfItHadNotBeenInterrupted(String command, String file) throws Exception {
        String[] whole = {null};
        atTenMoments(command, signal -> {
            if (signal != 0) {
                String again = Files.exists(here.resolve("s")) ? command + " --resume" : command;
                assertEquals(ExitCode.OK, ChildProcess.end(start(again, here)), this::err);
            }
            String now = new String(Files.readAllBytes(here.resolve(file)), StandardCharsets.ISO_8859_1);
            whole[0] = whole[0] == null ? now : whole[0];
            assertEquals(whole[0], now);
        });
    }

    @ParameterizedTest
    @CsvSource("regress SUITE --out g --jobs 1 --no-progress")
    void aRegressionWritesWhatItHas(String command) throws Exception {
        atTenMoments(command, signal -> {
            if (Files.exists(here.resolve("g"))) {
                assertTrue(
                        Files.readString(here.resolve("g/index.html")).strip().endsWith("</html>"));
                assertTrue(Files.readString(here.resolve("g/TEST-some.xml"))
                        .strip()
                        .endsWith("</testsuite>"));
            }
        });
    }

    /** Checks what a process left; the signal is 0 for one that ended by itself. */
    private interface Check {
        void of(int signal) throws Exception;
    }

    private void atTenMoments(String command, Check check) throws Exception {
        String[] asked = System.getProperty("fairlead.moments", System.nanoTime() + ":10")
                .split(":");
        String again = "-Dfairlead.moments=" + asked[0] + ":" + asked[1];
        System.out.println(again);
        SplittableRandom random = new SplittableRandom(Long.parseLong(asked[0]));
        long begin = System.nanoTime();
        assertEquals(ExitCode.OK, ChildProcess.end(start(command, fresh())), this::err);
        check.of(0);
        long whole = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        for (int i = 0; i < Integer.parseInt(asked[1]); i++) {
            String name = random.nextBoolean() ? "INT" : "TERM";
            long moment = random.nextLong(whole);
            Process process = start(command, fresh());
            int code = 0;
            if (!process.waitFor(moment, TimeUnit.MILLISECONDS)) {
                code = name.equals("INT") ? 130 : 143;
                ChildProcess.signal(process.pid(), name);
            }
            int end = ChildProcess.end(process);
            String what = again + ", " + name + " after " + moment + " of " + whole + " ms: " + command + "\n" + err();
            assertTrue(end == code || end == ExitCode.OK, () -> end + ", " + what);
            assertEquals(List.of(), names(temporary), what);
            assertEquals(
                    "",
                    err().lines()
                            .filter(line -> line.contains("\tat "))
                            .findFirst()
                            .orElse(""),
                    what);
            whole(what);
            check.of(end);
        }
    }

    /** Each JSON file can be read, each CSV file ends with its line, each page with its end. */
    private void whole(String what) throws IOException {
        try (Stream<Path> all = Files.walk(here)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
                String text = name.matches(".*\\.(html|csv)") ? Files.readString(file) : "\n";
                if (name.endsWith(".json")) {
                    JSON.readTree(file.toFile());
                }
                assertTrue(text.endsWith("\n") || text.endsWith("</html>"), () -> file + ": " + what);
                assertTrue(!name.contains("tmp") && !name.endsWith(".part"), () -> file + ": " + what);
            }
        }
    }

    private Path fresh() throws IOException {
        return Files.createDirectory(folder.resolve("here" + runs++));
    }

    private static List<String> names(Path of) throws IOException {
        return Captured.names(of);
    }

    private String err() {
        try {
            return Files.readString(folder.resolve("err"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start(String command, Path place) throws IOException {
        here = place;
        List<String> words = new ArrayList<>(ChildProcess.TAKES_SIGINT);
        String root = folder + File.separator;
        words.addAll(ChildProcess.java(List.of("-Djava.io.tmpdir=" + temporary), (Object[]) command
                .replace("RING", root + "ring.yaml")
                .replace("STUDY", root + "study.yaml")
                .replace("SUITE", root + "suite.yaml")
                .replace(
                        "TRAFFIC",
                        Path.of("../examples/traffic/uniform.yaml")
                                .toAbsolutePath()
                                .toString())
                .split(" ")));
        ProcessBuilder builder = new ProcessBuilder(words).directory(here.toFile());
        builder.environment().put("TMPDIR", temporary.toString());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        return builder.redirectError(folder.resolve("err").toFile()).start();
    }
}
