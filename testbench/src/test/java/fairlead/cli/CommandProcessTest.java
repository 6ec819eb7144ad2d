// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command in a process of its own: signals, a full disk, a crash, a locale. */
@Tag("lab")
@Tag("M-122")
@Tag("M-685")
class CommandProcessTest {
    private static final Path TINY =
            Path.of("src/test/resources/abuse/tiny.yaml").toAbsolutePath();
    private static final int TOGETHER = 4; // points whose rows come at once, with one worker
    private static final int INTERRUPTED = 130;
    private static final int CRASHED = 134;
    private static final String NOTHING = "interrupted before the first cycle; nothing is written";
    private static final String LONG = "--set engine=model --set machine.shape=[2,2,2] --set workload.iterations=500";
    private static final String ENDLESS =
            ChildProcess.ENDLESS + "expect: {exercised: [deadlock_freedom, epoch_closure]}\n";

    @TempDir
    private Path folder;

    private Path temporary;
    private Path here;
    private Path endless;

    @BeforeEach
    void folders() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
        here = Files.createDirectory(folder.resolve("here"));
        endless = Files.writeString(folder.resolve("endless.yaml"), ENDLESS);
    }

    private List<String> java(Object... words) {
        return ChildProcess.java(List.of("-XX:+UseSerialGC", "-Djava.io.tmpdir=" + temporary), words);
    }

    private Process start(List<String> command) throws IOException {
        List<String> words = new ArrayList<>(ChildProcess.TAKES_SIGINT);
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).directory(here.toFile());
        builder.environment().put("TMPDIR", temporary.toString());
        builder.environment().put("FAIRLEAD_NO_BUILD", "1");
        return builder.redirectError(folder.resolve("err").toFile()).start();
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private void awaitScratch() throws IOException, InterruptedException {
        for (int i = 0; i < 3000 && Captured.names(temporary).isEmpty(); i++) {
            Thread.sleep(100);
        }
        assertFalse(Captured.names(temporary).isEmpty());
    }

    /**
     * At drawn moments, until one is after the first cycle: before it the command says that nothing is written, later
     * all that was asked for is there, marked as a part.
     */
    @ParameterizedTest(name = "{1} {3}")
    @CsvSource({
        "INT, 130, o/trace.json o/packets.csv, --trace --tables",
        "TERM, 143, o/report.html o/counters.csv, --report --explain node:0 --set run.counters=true",
        "TERM, 143, o/packets.csv w.fst r.rec, --set engine=rtl --library lab --tables --record r.rec --wave w.fst",
    })
    void anInterruptedRunLosesNothing(String name, int code, String files, String asked)
            throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> words =
                java("run", Path.of("../examples/halo3d.yaml").toAbsolutePath().toString());
        words.addAll(List.of((LONG + " --out o " + asked).split(" ")));
        for (long most = 2000; !Files.exists(here.resolve("o")); most += 1000) {
            Process run = start(words);
            awaitScratch();
            Thread.sleep(random.nextLong(most));
            ChildProcess.signal(run.pid(), name);
            Thread.sleep(random.nextLong(most / 10));
            new ProcessBuilder("kill", "-" + name, Long.toString(run.pid())).start(); // a second one changes nothing
            assertEquals(code, ChildProcess.end(run), err());
            assertEquals(List.of(), Captured.names(temporary));
            assertTrue(
                    Files.exists(here.resolve("o")) || Captured.names(here).isEmpty() && err().contains(NOTHING),
                    err());
        }
        assertFalse(err().contains("expected to be exercised"), err());
        for (String file : ("o/ops.csv " + files).split(" ")) {
            assertTrue(Files.size(here.resolve(file)) > 0, file);
        }
        String summary = Files.readString(here.resolve("o/summary.json"));
        assertTrue(summary.contains("\"ending\" : \"interrupted"), summary);
    }

    @Test
    void aSweepThatIsInterruptedKeepsItsRowsAndLeavesNothing() throws IOException, InterruptedException {
        String words = " --set machine.shape=[4,4,1] --set workload.cycles=250000"
                + " --over run.max_cycles=100,101,102,103,1000000000000 --csv rows.csv";
        Process sweep = start(java((Object[]) ("sweep " + endless + words).split(" ")));
        BufferedReader rows = sweep.inputReader();
        for (int i = 0; i <= TOGETHER; i++) {
            assertTrue(rows.readLine() != null, "a head and the first rows");
        }
        List<ProcessHandle> workers = sweep.descendants().toList();
        ChildProcess.signal(sweep.pid(), "INT");
        assertEquals(INTERRUPTED, ChildProcess.end(sweep), err());
        List<String> lines = Files.readAllLines(here.resolve("rows.csv"));
        assertEquals(1 + TOGETHER, lines.size(), lines.toString());
        for (ProcessHandle worker : workers) {
            worker.onExit().join();
        }
        assertEquals(List.of(), Captured.names(temporary));
        assertEquals(List.of("rows.csv"), Captured.names(here));
    }

    @Test
    void aCrashLeavesItsReportOutOfTheWay() throws IOException, InterruptedException {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
        Process run = start(List.of(
                "bash",
                "-c",
                "ulimit -c 0; FAIRLEAD_JAVA_OPTS=-Djava.io.tmpdir=" + temporary + " exec " + root
                        + "/scripts/fairlead run " + endless + " --out o --no-progress"));
        awaitScratch();
        ChildProcess.signal(run.pid(), "SEGV");
        assertEquals(CRASHED, ChildProcess.end(run), err());
        assertTrue(err().contains("fatal error"), err());
        assertEquals("", new String(run.getInputStream().readAllBytes()), "stdout is for results");
        assertEquals(List.of(), Captured.names(here));
        assertTrue(
                Captured.names(temporary).stream().anyMatch(n -> n.startsWith("fairlead-crash-")),
                Captured.names(temporary).toString());
    }

    @Test
    void aNameThatTheLocaleDoesNotKnowIsRefusedInPlainWords() throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "export LC_ALL=C; exec \"$@\" $'\\303\\274.yaml'", "-"));
        command.addAll(java("validate"));
        Process validate = start(command);
        assertEquals(ExitCode.BAD_INPUT, ChildProcess.end(validate), err());
        assertFalse(err().contains("Exception"), err());
        assertEquals(1, err().lines().count(), err());
    }

    /**
     * On a file system of 64 KB in a name space of its own: what cannot be written is told with its name and exit code
     * 5, and no half of it stays.
     */
    @Test
    @Tag("slow")
    void onAFullDiskNothingIsPoisonedAndNothingStaysBehind() throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0, "name spaces cannot be made here");
        Path full = Files.createDirectory(folder.resolve("full"));
        Path point = Files.writeString(folder.resolve("p.json"), "{\"scenario\": \"" + TINY + "\"}");
        Path study = Path.of("src/test/resources/abuse/study.yaml").toAbsolutePath();
        for (String words : List.of(
                "run " + TINY + " --no-progress --out " + full + "/o",
                "run " + TINY + " --no-progress --out o --json " + full + "/j",
                "run " + TINY + " --no-progress --out o1 --engine rtl --record " + full + "/r",
                "run " + TINY + " --no-progress --out o2 --engine rtl --wave " + full + "/w",
                "eval --point " + point + " --out " + full + "/e",
                "search " + study + " --no-progress --out s --store " + full + "/st",
                "sweep " + TINY + " --over seed=7,8 --store " + full + "/st",
                "sweep " + TINY + " --over seed=7,8 --csv " + full + "/c")) {
            List<String> command = new ArrayList<>(List.of(
                    "unshare",
                    "-rm",
                    "bash",
                    "-c",
                    "mount -t tmpfs -o size=64k tmpfs " + full + " && dd if=/dev/zero of=" + full
                            + "/fill bs=1k count=200 2>/dev/null; \"$@\"; code=$?; find " + full
                            + " -type f ! -name fill ! -name worker-errors.txt >&2; exit $code",
                    "-"));
            command.addAll(java((Object[]) words.split(" ")));
            Process process = start(command);
            String out = new String(process.getInputStream().readAllBytes());
            assertEquals(ExitCode.ENVIRONMENT, ChildProcess.end(process), words + "\n" + out + err());
            assertTrue(err().contains("No space left on device"), words + "\n" + err());
            assertFalse(err().lines().anyMatch(line -> line.startsWith(full.toString())), words + "\n" + err());
            assertFalse(out.contains("written to " + full), out);
            assertFalse(Files.exists(here.resolve("s/evaluations/quarantine")));
        }
        assertEquals(List.of(), Captured.names(temporary));
    }

    /** A structure whose libraries cannot be built is an error of the environment, told in one line. */
    @Test
    void aStructureThatCannotBeBuiltIsOneErrorLine() throws IOException, InterruptedException {
        Path script = folder.resolve("root/scripts/lib/structure.sh");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\nexit 1\n");
        assertTrue(script.toFile().setExecutable(true));
        for (List<String> words : List.of(
                List.of("run", TINY.toString(), "--engine", "model"), List.of("osu", "put_latency", "--bytes", "8"))) {
            List<String> command = java(words.toArray());
            command.addAll(List.of("--set", "machine.structure.vcs_per_class=2"));
            ProcessBuilder builder = new ProcessBuilder(command).directory(here.toFile());
            builder.environment().put("FAIRLEAD_ROOT", folder.resolve("root").toString());
            Process process =
                    builder.redirectError(folder.resolve("err").toFile()).start();
            assertEquals(
                    "", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8), words::toString);
            assertEquals(ExitCode.ENVIRONMENT, ChildProcess.end(process), err());
            assertTrue(err().contains("manifest could not be built"), err());
            assertFalse(err().contains("\tat "), err());
        }
    }
}
