// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What ends the process of one case ends that case alone: a signal, a hang, a full memory; and an interrupt ends all.
 */
@Tag("M-302")
class RegressFaultTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void scenarios() throws IOException {
        Files.writeString(folder.resolve("endless.yaml"), ChildProcess.ENDLESS);
        Files.copy(Path.of("src/test/resources/abuse/tiny.yaml"), folder.resolve("tiny.yaml"));
    }

    private Process start(String limits) throws IOException {
        Files.writeString(
                folder.resolve("s.yaml"),
                "schema: fairlead.suite/1\nlimits: {seconds: 250}\ncases:\n- {scenario: endless.yaml, limits: " + limits
                        + "}\n- {scenario: tiny.yaml, seeds: 1..4}\n");
        List<String> command = new ArrayList<>(ChildProcess.TAKES_SIGINT);
        command.addAll(ChildProcess.java(
                List.of(),
                "regress",
                folder.resolve("s.yaml"),
                "--jobs",
                "2",
                "--no-progress",
                "--out",
                folder.resolve("out")));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
    }

    private static boolean isEndless(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("endless.yaml");
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** Waits for the process of the endless case, until it has a folder for its results. */
    private static ProcessHandle endless(Process regress) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ChildProcess.MOST_SECONDS);
        while (System.nanoTime() < end && regress.isAlive()) {
            Optional<ProcessHandle> found =
                    regress.children().filter(RegressFaultTest::isEndless).findFirst();
            if (found.isPresent()) {
                Thread.sleep(1500); // the machine is running by then; an earlier signal is no other case
                return found.get();
            }
            Thread.sleep(50);
        }
        throw new TimeoutException("no process of the endless case");
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said.txt"));
    }

    private Map<String, String> status() throws IOException {
        Map<String, String> status = new TreeMap<>();
        for (JsonNode one : Captured.json(folder.resolve("out/results.json")).get("cases")) {
            status.put(one.get("case").asText(), one.get("status").asText());
        }
        return status;
    }

    private void onlyTheEndlessCaseIsAnError(String reason) throws IOException {
        Map<String, String> status = status();
        assertEquals("error", status.remove("endless"), said());
        assertEquals("[passed, passed, passed, passed]", status.values().toString(), said());
        List<String> lines = said().lines().filter(l -> l.startsWith("error ")).toList();
        assertEquals(1, lines.size(), said());
        assertTrue(lines.get(0).startsWith("error endless: " + reason), said());
        assertTrue(said().contains("5 cases: 4 passed, 0 failed, 1 errors"), said());
    }

    @ParameterizedTest
    @CsvSource({
        "SEGV, 'crash in native code: SIGSEGV, report in crash.txt'",
        "ABRT, crash in native code: SIGABRT",
        "KILL, ended by SIGKILL",
    })
    void aSignalEndsOneCase(String signal, String reason) throws Exception {
        Process regress = start("{}");
        ChildProcess.signal(endless(regress).pid(), signal);
        assertEquals(ExitCode.FAILS, ChildProcess.end(regress), said());
        onlyTheEndlessCaseIsAnError(reason);
        assertTrue(
                Files.readString(folder.resolve("out/cases/endless/repro.txt")).contains("endless.yaml"));
        assertEquals("SEGV".equals(signal), Files.exists(folder.resolve("out/cases/endless/crash.txt")));
    }

    @Test
    void aHangEndsAtTheStatedLimit() throws Exception {
        Process regress = start("{seconds: 3}");
        assertEquals(ExitCode.FAILS, ChildProcess.end(regress), said());
        onlyTheEndlessCaseIsAnError("hang: no end within the limit of 3 s");
    }

    @Test
    void aFullMemoryEndsAtTheStatedLimit() throws Exception {
        Process regress = start("{megabytes: 64}");
        assertEquals(ExitCode.FAILS, ChildProcess.end(regress), said());
        onlyTheEndlessCaseIsAnError("out of memory: it held more than the limit of 64 MB");
    }

    @Test
    void anInterruptWritesTheResultsSoFar() throws Exception {
        Process regress = start("{}");
        endless(regress);
        ChildProcess.signal(regress.pid(), "INT");
        assertEquals(ExitCode.INTERRUPTED, ChildProcess.end(regress), said());
        assertEquals("not_run", status().get("endless"), said());
        assertTrue(said().contains("not run (interrupted)"), said());
    }
}
