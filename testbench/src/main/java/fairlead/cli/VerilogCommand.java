// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.EngineOptions;
import fairlead.machine.MachineStructure;
import fairlead.plan.Plans;
import fairlead.rtl.Deliverable;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.OutputFolder;
import fairlead.run.RunPlan;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead verilog`: the tile, or a unit, as Verilog for other tools (docs/use/verilog.md). */
@Command(name = "verilog", mixinStandardHelpOptions = true)
final class VerilogCommand implements Callable<Integer> {
    /** Puts and gets, fences, epochs and barriers of four nodes. */
    private static final String RECORDED = "{schema: fairlead.scenario/1, machine: {shape: [2, 2, 1], structure: %s},"
            + " workload: {kind: random, ops_per_node: 24, max_bytes: 600}}";

    private static final int MOST_EDGES = 100_000;

    @Option(names = "--out", required = true, paramLabel = "DIR")
    private Path out;

    @Option(names = "--force")
    private boolean force;

    @Option(names = "--unit", paramLabel = "NAME")
    private String unit;

    @Option(names = "--no-events")
    private boolean noEvents;

    @Option(names = "--play", paramLabel = "SCENARIO")
    private Path scenario;

    @Option(names = "--edges", paramLabel = "N")
    private int edges = 3000;

    @Option(names = "--no-check")
    private boolean noCheck;

    @Mixin
    private StructureOption structure;

    @Override
    public Integer call() throws IOException {
        structure.require();
        OptionRange.between("--edges", edges, 1, MOST_EDGES);
        Set<String> units = Deliverable.units();
        if (unit != null && !units.contains(unit)) {
            throw new BadInput("--unit " + unit + ": no such module" + Nearest.hint(unit, List.copyOf(units)));
        }
        OutputFolder folder = new OutputFolder(out, force, VerilogCommand::foreign);
        try (ScratchFolder scratch = new ScratchFolder("pins")) {
            Path pins = unit == null && !noCheck ? record(scratch.place().resolve("pins.txt")) : null;
            Path written = folder.fill(to -> new Deliverable(unit, !noEvents).write(to, pins));
            System.out.println(
                    "written to " + written + (pins == null ? "" : "; " + written + "/check/check plays it"));
        }
        return ExitCode.OK;
    }

    private static String foreign(Path place) {
        return Files.exists(place.resolve("files.f")) && Files.exists(place.resolve("memories.csv"))
                ? ""
                : "holds no files.f and memories.csv, so it is no folder of this command";
    }

    /** Records the pins of the tile of node 0, in every cycle. */
    private Path record(Path pins) {
        Scenario played = scenario == null
                ? ScenarioReader.parse(
                        String.format(
                                RECORDED,
                                MachineStructure.loaded().keys().toString().replace("=", ": ")),
                        "recorded",
                        "recorded",
                        List.of())
                : ScenarioReader.read(scenario, List.of());
        RtlOptions rtl = RtlOptions.of(Deliverable.VARIANT).withPins(new RtlOptions.Pins(pins, 0, edges));
        RunPlan plan = Plans.of(played, rtl);
        EngineOptions every = new EngineOptions(false, false, 1, false);
        new Session(new RunPlan(
                        plan.name(),
                        plan.program(),
                        plan.machine(),
                        new RtlEngineFactory(rtl),
                        every,
                        plan.executorOptions(),
                        ""))
                .run(executor -> {});
        return pins;
    }
}
