// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.search.study.BufferUnit;
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

    private Captured run(final String example, final String... more) {
        final List<String> args = new ArrayList<>(
                List.of("run", EXAMPLES.resolve(example + ".yaml").toString(), "--no-progress"));
        args.addAll(List.of("--out", folder.resolve("out").toString()));
        args.addAll(List.of(more));
        return Captured.of(args.toArray(new String[0]));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "halo3d",
                "alltoall",
                "random",
                "incast",
                "ring",
                "barrier_storm",
                "collectives",
                "tree31",
                "collective_network",
                "allreduce",
                "many_to_one"
            })
    void exampleHoldsAndWritesItsFiles(final String example) throws IOException {
        final Captured answer = run(example).exits(ExitCode.OK);
        assertTrue(answer.out().contains("deadlock_freedom   true"), answer.out());
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"event_sha256\""));
        assertTrue(Files.readString(folder.resolve("out/ops.csv")).startsWith("op,kind,"));
    }

    @Test
    void theReadmeShowsWhatItsFirstRunPrints() throws IOException {
        final String readme = Files.readString(Path.of("../README.md"));
        final int begins = readme.indexOf("halo3d on rtl");
        final String shown = readme.substring(begins, readme.indexOf("```", begins));
        assertTrue(run("halo3d").out().startsWith(shown.strip()), shown);
    }

    @Test
    void brokenFlushFailsItsVerdict() {
        final Captured answer = run("broken_flush").exits(ExitCode.FAILS);
        assertTrue(answer.out().contains("fence_ordering     FALSE"), answer.out());
    }

    @Test
    void runThatIsCutOffIsPartial() throws IOException {
        final Captured answer = run("halo3d", "--set", "run.max_cycles=300").exits(ExitCode.PARTIAL);
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"partial\" : true"));
    }

    @Test
    void exampleHoldsOnTheTwin() throws IOException {
        final Captured answer = run("ring", "--engine", "model").exits(ExitCode.OK);
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"engine\" : \"model\""));
    }

    @Test
    void aBufferThatHoldsNoPacketIsRefusedWithTheReason() {
        final Captured answer =
                run("ring", "--set", "machine.routing.mode=adaptive", "--set", "machine.buffers.link_vc=16");
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        assertTrue(answer.err().contains("must be at least 17"), answer.err());
    }

    @Test
    void anExampleInLockstepHoldsAndHasTheHashOfTheRunAlone() throws IOException {
        assertEquals(ExitCode.OK, run("ring", "--engine", "rtl").code());
        final Path summary = folder.resolve("out/summary.json");
        final String alone = hash(summary);
        final Captured both = run("ring", "--engine", "lockstep", "--force").exits(ExitCode.OK);
        assertTrue(both.out().contains("ring on lockstep"), both.out());
        assertEquals(alone, hash(summary));
    }

    private static String hash(final Path summary) throws IOException {
        return Files.readAllLines(summary).stream()
                .filter(line -> line.contains("event_sha256"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void faultsOnTheTwinAreRefusedInOneLine() {
        final Captured answer = run("broken_flush", "--engine", "model").exits(ExitCode.BAD_INPUT);
        assertEquals(1, answer.err().lines().count(), answer.err());
        assertTrue(answer.err().contains("faults"), answer.err());
    }

    @Test
    void librariesOnTheTwinAreRefused() {
        final Captured answer =
                run("ring", "--engine", "model", "--library", "lab").exits(ExitCode.BAD_INPUT);
        assertTrue(answer.err().contains("engine model has no library"), answer.err());
    }

    @Test
    void verdictThatIsExpectedAndNotExercisedFails() {
        final Captured answer =
                run("ring", "--set", "workload.epochs=false", "--set", "expect.exercised=[epoch_closure]");
        assertEquals(ExitCode.FAILS, answer.code(), answer.all());
        assertTrue(answer.err().contains("epoch_closure"), answer.err());
    }

    @Test
    void existingFolderIsNotReplacedWithoutForce() throws IOException {
        Files.createDirectories(folder.resolve("out"));
        Files.writeString(folder.resolve("out/mine.txt"), "mine");
        assertEquals(ExitCode.BAD_INPUT, run("ring").code());
        final Captured foreign = run("ring", "--force");
        assertEquals(ExitCode.BAD_INPUT, foreign.code(), "a folder that is no run's");
        assertTrue(foreign.err().contains("holds mine.txt, which no run writes"), foreign.err());
        assertTrue(Files.exists(folder.resolve("out/mine.txt")));
        Files.delete(folder.resolve("out/mine.txt"));
        assertEquals(ExitCode.OK, run("ring", "--force").code());
        assertEquals(ExitCode.BAD_INPUT, run("ring").code(), "a run's, without --force");
        assertEquals(ExitCode.OK, run("ring", "--force").code());
        assertTrue(Files.exists(folder.resolve("out/summary.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "rtl"})
    void theQuantumChangesNothingOfTheResult(final String engine) throws IOException {
        final List<ObjectNode> summaries = new ArrayList<>();
        final List<String> operations = new ArrayList<>();
        for (final int quantum : new int[] {64, 7}) {
            final Captured answer = run("random", "--engine", engine, "--force", "--set", "run.quantum=" + quantum);
            assertEquals(ExitCode.OK, answer.code(), answer.all());
            final ObjectNode summary = (ObjectNode) new ObjectMapper()
                    .readTree(folder.resolve("out/summary.json").toFile());
            summary.remove("speed");
            final ObjectNode keys = (ObjectNode) summary.at("/effective_config/run");
            assertEquals(quantum, keys.remove("quantum").asInt());
            summaries.add(summary);
            operations.add(Files.readString(folder.resolve("out/ops.csv")));
        }
        assertEquals(summaries.get(0), summaries.get(1));
        assertEquals(operations.get(0), operations.get(1));
    }

    @Test
    void jsonOnStdoutIsTheSummaryAlone() {
        final Captured answer = run("ring", "--json", "-").exits(ExitCode.OK);
        assertTrue(answer.out().startsWith("{") && answer.out().endsWith("}\n"), answer.out());
    }

    @Test
    void effectiveConfigurationIsAScenarioThatGivesTheSame() throws IOException {
        final Captured shown = run("random", "--print-effective-config");
        final Path file = folder.resolve("random.yaml");
        Files.writeString(file, shown.out());
        final Captured again = Captured.of("run", file.toString(), "--print-effective-config");
        assertTrue(
                shown.out().startsWith("# machine.buffers.link_vc = 8 follows from machine.routing.mode = "),
                shown.out());
        assertEquals(shown.out().replaceAll("(?m)^#.*\n", ""), again.out(), again.all());
    }

    @Test
    void waveformOfAWindowIsWritten() throws IOException {
        final Path wave = folder.resolve("wave.fst");
        final Captured answer = run("ring", "--wave", wave.toString(), "--wave-nodes", "1,2", "--wave-to", "200");
        assertEquals(ExitCode.OK, answer.code(), answer.all());
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
        final Captured answer = Captured.of("doctor").exits(ExitCode.OK);
        for (final String start :
                List.of("java ", "mvn ", "verilator    Verilator ", "g++ ", "make ", "yosys ", "z3 ", "iverilog ")) {
            assertTrue(answer.out().lines().anyMatch(line -> line.startsWith(start)), () -> start + answer.all());
        }
        final String lab = answer.out()
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
    void aLongCommandHasTheOption(final String command) {
        final Captured help = Captured.of((command + " --help").split(" "));
        assertTrue(help.out().contains("--no-progress"), help.all());
    }

    @Test
    @Tag("M-914")
    void theDisplayDoesNotTouchTheRows() {
        final Captured shown = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8");
        final Captured silent = Captured.of("osu", "put_latency", "--shape", "2x2x1", "--bytes", "1..8", "--quiet");
        assertEquals(silent.out(), shown.out());
        assertEquals("", silent.err());
    }
}
