// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.node.ExecutorOptions;
import fairlead.plan.FailureRepeat;
import fairlead.plan.Plans;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.support.FstSignals;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run with a false verdict leaves: the waveform, the trace and the command of its first violation. */
@Tag("M-380")
class FailureRepeatTest {
    private static final Path FLUSH = Path.of("../examples/broken_flush.yaml");
    private static final int TICKS = 2;
    private static final int FST_FROM = 9;
    private static final int FST_TO = 17;

    @TempDir
    Path folder;

    @Test
    void theFolderOfAFailedRunShowsItsFirstViolation() throws Exception {
        Path out = folder.resolve("out");
        Captured run = Captured.of("run", FLUSH, "--seed", "1", "--no-progress", "--out", "" + out)
                .exits(ExitCode.FAILS);
        assertEquals(
                List.of("failure.fst", "failure.gtkw", "ops.csv", "repro.txt", "summary.json", "trace.json"),
                Captured.names(out));
        run.says("failure.fst", "fence_ordering     FALSE");
        JsonNode summary = Captured.json(out.resolve("summary.json"));
        long violation = summary.get("first_violation").asLong();
        assertTrue(violation > 0);

        Path wave = out.resolve("failure.fst");
        ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(wave));
        long from = header.getLong(FST_FROM) / TICKS;
        long to = header.getLong(FST_TO) / TICKS;
        assertTrue(from < violation && violation < to, from + " < " + violation + " < " + to);

        assertTrue(
                FstSignals.widths(wave).keySet().stream().anyMatch(name -> name.startsWith("node0.Tile.fence.")),
                "node 0, whose flush was early, is not in the waveform");
        String save = Files.readString(out.resolve("failure.gtkw"));
        assertTrue(save.contains("[dumpfile] \"failure.fst\"") && save.contains("*-5.0 " + violation * TICKS), save);

        JsonNode trace = Captured.json(out.resolve("trace.json"));
        long last = 0;
        for (JsonNode event : trace.get("traceEvents")) {
            last = Math.max(last, event.path("ts").asLong());
        }
        assertTrue(last > 0 && last <= violation + 100, "last event of the trace in cycle " + last);

        String[] again = Files.readString(out.resolve("repro.txt")).strip().split(" ");
        assertEquals(List.of("scripts/fairlead", "run", FLUSH.toString(), "--seed", "1"), List.of(again));
    }

    /** The twin has the events of the RTL, so its run is shown by the waveform of the RTL too. */
    @Test
    void aRunOnTheTwinIsShownByTheRtl() throws Exception {
        Scenario twin = ScenarioReader.read(FLUSH, List.of("engine=model", "faults=[]"));
        RunPlan base = Plans.of(twin);
        ProgramBuilder program = new ProgramBuilder(
                "never",
                base.machine().shape(),
                base.machine().tasks(),
                base.machine().memoryBytes());
        program.task(0, 0).add(Ops.calc(300));
        program.task(0, 0).add(Ops.poll(program.windows().on(0, "word", 8), Comparison.EQ, 1, 0));
        RunPlan plan = Plans.of(twin, RtlOptions.PRODUCT, program.build());
        RunResult result = new Session(plan).run(executor -> {});
        assertEquals(false, result.report().holds(), "a poll for a word that nobody writes");
        FailureRepeat.Evidence evidence = new FailureRepeat(plan, result, false).write(folder);
        assertEquals("", evidence.reason());
        assertEquals(List.of("failure.fst", "failure.gtkw", "trace.json"), Captured.names(folder));
    }

    @Test
    void aRepeatThatShowsAnotherViolationLeavesNothing() throws Exception {
        RunPlan plan = Plans.of(ScenarioReader.read(FLUSH, List.of()));
        RunResult result = new Session(plan).run(executor -> {});
        ExecutorOptions known = plan.executorOptions();
        RunPlan sound = plan.with(
                plan.factory(),
                new ExecutorOptions(known.quantum(), known.maxCycles(), known.persistent(), known.seed(), List.of()));
        FailureRepeat.Evidence evidence = new FailureRepeat(sound, result, false).write(folder);
        assertTrue(evidence.reason().startsWith("the repeat shows no violation, the run in cycle "), evidence.reason());
        assertEquals(List.of(), Captured.names(folder));
    }

    @Test
    void noRepeatLeavesTheCommandAlone() throws Exception {
        Path out = folder.resolve("out");
        Captured.of("run", FLUSH, "--no-repeat", "--no-progress", "--out", "" + out)
                .exits(ExitCode.FAILS);
        assertEquals(List.of("ops.csv", "repro.txt", "summary.json"), Captured.names(out));
    }
}
