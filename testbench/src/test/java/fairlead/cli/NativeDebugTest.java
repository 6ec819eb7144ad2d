// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.launch.NativeOutput;
import fairlead.launch.NativeProgram;
import fairlead.launch.NativeRun;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A PE waits for a debugger longer than it may compute, and then does what it does without one. */
@Timeout(60)
class NativeDebugTest {
    private static final Path SUITE = Path.of("src/test/resources/shmem");
    private static final Pattern TOLD = Pattern.compile("PE 1 waits before main for gdb -p (\\d+) or kill -CONT \\1");
    private static final int LIMIT = 1; // seconds in which a PE must make a call

    @TempDir
    static Path folder;

    /** Lets a process go on that has waited for longer than the limit, as a debugger does. */
    private static String goOn(String pid) {
        try {
            Thread.sleep(1500L * LIMIT);
            return NativePrograms.said(List.of("kill", "-CONT", pid));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPeHasAnyTimeAndThenDoesTheSame() throws Exception {
        Path binary = new NativePrograms("shmemc", SUITE, folder).compiled(SUITE.resolve("order.c"));
        Scenario scenario = ScenarioReader.parse(
                "{schema: fairlead.scenario/1, machine: {shape: [3, 1, 1]}, workload: {kind: native, command: ["
                        + binary + "], ranks: 3, limit: " + LIMIT + "}}",
                "test",
                "debug",
                List.of());
        NativeProgram program = (NativeProgram) scenario.workload();
        CompletableFuture<String> went = new CompletableFuture<>();
        NativeOutput output = (pe, error, line) -> {
            Matcher told = TOLD.matcher(new String(line).strip());
            if (told.matches()) {
                went.completeAsync(() -> goOn(told.group(1)));
            }
        };
        NativeRun debugged = program.run(scenario.machine(), output, Set.of(1));
        assertEquals("", went.get());
        NativeRun plain = program.run(scenario.machine(), (pe, error, line) -> {});
        assertEquals(plain.calls(), debugged.calls());
        assertEquals(plain.cycles(), debugged.cycles());
        assertEquals(0, debugged.exitCode());
    }

    @Test
    void whatDoesNotFitIsBadInput() throws Exception {
        Path program = new NativePrograms("shmemc", SUITE, folder).compiled(SUITE.resolve("order.c"));
        for (String other : List.of("--verify", "--schedules=2")) {
            Captured.of("run", "--native", "-n", 2, "--debug", 0, other, "--", program)
                    .exits(ExitCode.BAD_INPUT)
                    .complains("--debug is for one run");
        }
        Captured.of("run", "--native", "-n", 2, "--debug", "0,2", "--", program)
                .exits(ExitCode.BAD_INPUT)
                .complains("--debug 2: must be 0 to 1");
        Captured.of("run", "--debug", 0, "../examples/ring.yaml")
                .exits(ExitCode.BAD_INPUT)
                .complains("--debug is only for a program");
    }
}
