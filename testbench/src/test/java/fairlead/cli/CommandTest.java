// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.search.BufferUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line on the RTL: examples, exit codes, files. */
@Tag("M-2")
@Tag("M-14")
class CommandTest {
    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    private Path folder;

    private Captured run(String example, String... more) {
        return Captured.of(
                "run", EXAMPLES.resolve(example + ".yaml"), "--no-progress", "--out", folder.resolve("out"), more);
    }

    @Test
    void theReadmeShowsWhatItsFirstRunPrintsWhichWritesItsFiles() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        int begins = readme.indexOf("halo3d on rtl");
        String shown = readme.substring(begins, readme.indexOf("```", begins));
        Captured answer = run("halo3d").exits(ExitCode.OK).says("deadlock_freedom   true");
        assertTrue(answer.out().startsWith(shown.strip()), shown);
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"event_sha256\""));
        assertTrue(Files.readString(folder.resolve("out/ops.csv")).startsWith("op,kind,"));
    }

    @Test
    void runThatIsCutOffIsPartial() throws IOException {
        run("halo3d", "--set", "run.max_cycles=300").exits(ExitCode.PARTIAL);
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"partial\" : true"));
    }

    @Test
    void anExampleInLockstepHoldsAndHasTheHashOfTheRunAlone() throws IOException {
        run("ring", "--engine", "rtl").exits(ExitCode.OK);
        Path summary = folder.resolve("out/summary.json");
        String alone = hash(summary);
        run("ring", "--engine", "lockstep", "--force").exits(ExitCode.OK).says("ring on lockstep");
        assertEquals(alone, hash(summary));
    }

    private static String hash(Path summary) throws IOException {
        return Files.readAllLines(summary).stream()
                .filter(line -> line.contains("event_sha256"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void verdictThatIsExpectedAndNotExercisedFails() {
        run("ring", "--set", "workload.epochs=false", "--set", "expect.exercised=[epoch_closure]")
                .exits(ExitCode.FAILS)
                .complains("epoch_closure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "rtl"})
    void theQuantumChangesNothingOfTheResult(String engine) throws IOException {
        List<ObjectNode> summaries = new ArrayList<>();
        List<String> operations = new ArrayList<>();
        for (int quantum : new int[] {64, 7}) {
            run("random", "--engine", engine, "--force", "--set", "run.quantum=" + quantum)
                    .exits(ExitCode.OK);
            ObjectNode summary = (ObjectNode) Captured.json(folder.resolve("out/summary.json"));
            summary.remove("speed");
            ObjectNode keys = (ObjectNode) summary.at("/effective_config/run");
            assertEquals(quantum, keys.remove("quantum").asInt());
            summaries.add(summary);
            operations.add(Files.readString(folder.resolve("out/ops.csv")));
        }
        assertEquals(summaries.get(0), summaries.get(1));
        assertEquals(operations.get(0), operations.get(1));
    }

    @Test
    void jsonOnStdoutIsTheSummaryAlone() {
        Captured answer = run("ring", "--json", "-").exits(ExitCode.OK);
        assertTrue(answer.out().startsWith("{") && answer.out().endsWith("}\n"), answer.out());
    }

    @Test
    void effectiveConfigurationIsAScenarioThatGivesTheSame() throws IOException {
        Captured shown = run("random", "--print-effective-config");
        Path file = folder.resolve("random.yaml");
        Files.writeString(file, shown.out());
        Captured again = Captured.of("run", file, "--print-effective-config");
        assertTrue(
                shown.out().startsWith("# machine.buffers.link_vc = 8 follows from machine.routing.mode = "),
                shown.out());
        assertEquals(shown.out().replaceAll("(?m)^#.*\n", ""), again.out(), again.all());
    }

    @Test
    void waveformOfAWindowIsWritten() throws IOException {
        Path wave = folder.resolve("wave.fst");
        run("ring", "--wave", wave.toString(), "--wave-nodes", "1,2", "--wave-to", "200")
                .exits(ExitCode.OK);
        assertTrue(Files.size(wave) > 1000);
    }

    @Test
    @Tag("M-931")
    void wholeAndPartialNumbersOfUnitsAreShown() {
        assertEquals(
                String.format("injection       16       0.25           1000            250%n"),
                AreaCommand.row(BufferUnit.INJECTION.at(16), 0.25, 1000));
        assertEquals(
                String.format("link_input       8    8     6            100            600%n"),
                AreaCommand.row(new BufferUnit.At(BufferUnit.LINK_INPUT, 8, 15), 6, 100));
    }

    @Test
    @Tag("M-930")
    void eachToolAndLibraryHasALineInWords() {
        Captured answer = Captured.of("doctor").exits(ExitCode.OK);
        for (String start :
                List.of("java ", "mvn ", "verilator    Verilator ", "g++ ", "make ", "yosys ", "z3 ", "iverilog ")) {
            assertTrue(answer.out().lines().anyMatch(line -> line.startsWith(start)), () -> start + answer.all());
        }
        String lab = answer.out()
                .lines()
                .filter(line -> line.startsWith("lab "))
                .findFirst()
                .orElseThrow();
        assertTrue(lab.contains("library, with faults, with assertions; depths up to 64 (link), 32 (local)"), lab);
        assertTrue(
                answer.out().lines().anyMatch(line -> line.matches("product +library, no faults, no assertions; .*")));
        assertTrue(answer.out().lines().anyMatch(line -> line.startsWith("model        twin, no faults")));
    }

    @ParameterizedTest
    @Tag("M-914")
    @ValueSource(strings = {"run", "check", "litmus", "osu", "regress", "search", "sweep", "traffic"})
    void aLongCommandHasTheOption(String command) {
        Captured.of((command + " --help").split(" ")).says("--no-progress");
    }

    @Test
    @Tag("M-914")
    void theDisplayDoesNotTouchTheRows() {
        Captured shown = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8");
        Captured silent = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8", "--quiet");
        assertEquals(silent.out(), shown.out());
        assertEquals("", silent.err());
    }
}
