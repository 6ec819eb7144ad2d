// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.cli.OptionRange;
import fairlead.cli.ProgressOption;
import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.cli.StructureOption;
import fairlead.engine.Capabilities;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.Focus;
import fairlead.lab.icarus.Icarus;
import fairlead.lab.icarus.Icarus.Played;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.rtl.StructureBuild;
import fairlead.run.ScratchFolder;
import fairlead.scenario.BadInput;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `scripts/lab icarus`, which plays tiles of lockstep cases to a second simulator. */
@Command(name = "icarus", mixinStandardHelpOptions = true, showDefaultValues = true)
public final class IcarusCommand implements Callable<Integer> {
    private static final int SEEDS = 5;
    private static final long BUDGET = 30_000;
    private static final long EDGES = 2_000;
    private static final int PERIOD = 61; // cycles between two comparisons of state of RTL and twin

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "" + SEEDS)
    private long seeds;

    @Option(names = "--from", paramLabel = "FROM", defaultValue = "1")
    private long from;

    @Option(names = "--budget", paramLabel = "N", defaultValue = "" + BUDGET)
    private long budget;

    @Option(names = "--focus", paramLabel = "PART", defaultValue = "none")
    private String focus;

    @Option(names = "--node")
    private Integer node;

    @Option(names = "--edges", paramLabel = "N", defaultValue = "" + EDGES)
    private long edges;

    @Mixin
    private StructureOption structure;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        structure.require();
        OptionRange.atLeastOne("--seeds", seeds);
        OptionRange.atLeastOne("--budget", budget);
        OptionRange.atLeastOne("--edges", edges);
        Capabilities limits = FabricLibrary.variant("product").capabilities();
        CaseDraw draw = new CaseDraw(limits, budget, Focus.named(focus));
        long different = 0;
        long compared = 0;
        try (CountedProgress shown = progress.besideRows("cases", seeds)) {
            for (long seed = from; seed < from + seeds; seed++) {
                Case one = draw.draw(seed);
                int tile = tile(one.machine(), seed);
                try (ScratchFolder scratch = new ScratchFolder("pins")) {
                    Path pins = scratch.place().resolve("pins.txt");
                    CaseOutcome outcome = record(one, new RtlOptions.Pins(pins, tile, edges), limits);
                    if (outcome.differs()) {
                        System.err.println("fairlead: seed " + seed + ": RTL and twin differ; scripts/lab lockstep"
                                + " --budget " + budget + " --focus " + focus + " --seed " + seed + " says where");
                        return ExitCode.DIFFERS;
                    }
                    for (Icarus.Start start : Icarus.Start.values()) {
                        Played played = new Icarus(verilog()).play(pins, start, (int) seed);
                        compared += played.judged();
                        different += played.differences().isEmpty() ? 0 : 1;
                        tell(seed, one.machine(), tile, start, played);
                    }
                }
                shown.ended();
            }
        }
        System.out.printf(
                "%d %s, %d edges compared in Icarus, %d plays differ%n",
                seeds, seeds == 1 ? "case" : "cases", compared, different);
        return different == 0 ? ExitCode.OK : ExitCode.DIFFERS;
    }

    private int tile(MachineConfig machine, long seed) {
        int nodes = machine.shape().nodes();
        if (node == null) {
            return (int) Math.floorMod(seed, (long) nodes);
        }
        if (node < 0 || node >= nodes) {
            throw new BadInput("--node " + node + ": seed " + seed + " has the nodes 0 to " + (nodes - 1));
        }
        return node;
    }

    private static CaseOutcome record(Case one, RtlOptions.Pins pins, Capabilities can) {
        RtlEngineFactory rtl = new RtlEngineFactory(RtlOptions.of("lab").withPins(pins));
        return new CaseRun(
                        new LockstepFactory(rtl, new ModelEngineFactory()),
                        PERIOD,
                        can.most().linkVc())
                .play(one);
    }

    private static Path verilog() {
        MachineStructure loaded = MachineStructure.loaded();
        return loaded.equals(MachineStructure.STANDARD)
                ? LabMain.root().resolve("hw/target/rtl/product")
                : StructureBuild.manifest(loaded).resolve("hw/rtl/lab");
    }

    private static void tell(long seed, MachineConfig machine, int tile, Icarus.Start start, Played played) {
        System.out.printf(
                "seed %d, %s, node %d, %s start: %d edges, %d compared, %s%n",
                seed,
                machine.shape(),
                tile,
                start.name().toLowerCase(Locale.ROOT),
                played.edges(),
                played.judged(),
                played.differences().isEmpty() ? "all outputs equal" : "outputs differ");
        played.differences().forEach(one -> System.out.println("  " + one));
    }
}
