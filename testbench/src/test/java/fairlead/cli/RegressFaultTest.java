// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ends the process of one case ends that case alone: a signal, a hang, a full memory; and an interrupt ends all.
 */
@Tag("lab")
@Tag("M-302")
class RegressFaultTest {
    private static final int SIGTERM = 15;

    @TempDir
    private Path folder;

    @BeforeEach
    void scenarios() throws IOException {
        Files.writeString(folder.resolve("endless.yaml"), ChildProcess.ENDLESS);
        Files.copy(Path.of("src/test/resources/abuse/tiny.yaml"), folder.resolve("tiny.yaml"));
    }

    private Process start(String endless) throws IOException {
        Files.writeString(
                folder.resolve("s.yaml"),
                "schema: fairlead.suite/1\nlimits: {seconds: 250}\ncases:\n" + endless
                        + "- {scenario: tiny.yaml, seeds: 1..4}\n");
        List<String> command = new ArrayList<>(ChildProcess.TAKES_SIGINT);
        String words = "regress " + folder.resolve("s.yaml") + " --jobs 3 --no-progress --out " + folder.resolve("out");
        command.addAll(ChildProcess.java(List.of(), (Object[]) words.split(" ")));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
    }

    private static boolean isOf(ProcessHandle process, String name) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("/cases/" + name + "/");
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** Returns whether a JVM has set its handlers of signals: an earlier one ends it without a report. */
    private static boolean isUp(ProcessHandle process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("SigCgt:"))
                    .anyMatch(
                            line -> (Long.parseUnsignedLong(line.replaceAll(".*\\s", ""), 16) >> SIGTERM - 1 & 1) != 0);
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** Waits for the process of an endless case. */
    private static ProcessHandle process(Process regress, String name) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ChildProcess.MOST_SECONDS);
        while (System.nanoTime() < end && regress.isAlive()) {
            Optional<ProcessHandle> found =
                    regress.children().filter(p -> isOf(p, name) && isUp(p)).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(50);
        }
        throw new TimeoutException("no process of the case " + name);
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said.txt"));
    }

    @Test
    void whatEndsOneCaseEndsItAlone() throws Exception {
        Map<String, String> reasons = new TreeMap<>(Map.of(
                "segv", "crash in native code: SIGSEGV, report in crash.txt",
                "abrt", "crash in native code: SIGABRT",
                "kill", "ended by SIGKILL",
                "hang", "hang: no end within the limit of 3 s",
                "full", "out of memory: it held more than the limit of 64 MB"));
        Map<String, String> limits = Map.of("hang", "seconds: 3", "full", "megabytes: 64");
        StringBuilder cases = new StringBuilder();
        reasons.keySet()
                .forEach(name -> cases.append("- {name: " + name + ", scenario: endless.yaml, limits: {"
                        + limits.getOrDefault(name, "") + "}}\n"));
        Process regress = start(cases.toString());
        for (String name : List.of("abrt", "kill", "segv")) {
            ChildProcess.signal(process(regress, name).pid(), name.toUpperCase(Locale.ROOT));
        }
        assertEquals(ExitCode.FAILS, ChildProcess.end(regress), said());
        Map<String, String> status = Captured.statuses(folder.resolve("out"));
        for (String name : reasons.keySet()) {
            assertEquals("error", status.remove(name), name);
            Path left = folder.resolve("out/cases/" + name);
            assertTrue(Files.readString(left.resolve("repro.txt")).contains("endless.yaml"));
            assertEquals(name.equals("segv"), Files.exists(left.resolve("crash.txt")), name);
        }
        assertEquals("[passed, passed, passed, passed]", status.values().toString(), said());
        assertEquals(
                reasons.entrySet().stream()
                        .map(e -> "error " + e.getKey() + ": " + e.getValue())
                        .toList(),
                said().lines().filter(l -> l.startsWith("error ")).sorted().toList());
        assertTrue(said().contains("9 cases: 4 passed, 0 failed, 5 errors"), said());
    }

    @Test
    void anInterruptWritesTheResultsSoFar() throws Exception {
        Process regress = start("- {scenario: endless.yaml}\n");
        process(regress, "endless");
        ChildProcess.signal(regress.pid(), "INT");
        assertEquals(ExitCode.INTERRUPTED, ChildProcess.end(regress), said());
        assertEquals("not_run", Captured.statuses(folder.resolve("out")).get("endless"), said());
        assertTrue(said().contains("not run (interrupted)"), said());
    }
}
