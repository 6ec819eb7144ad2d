// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineStructure;
import fairlead.rtl.StructureBuild;
import fairlead.run.ScratchFolder;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import fairlead.scenario.Scenario;
import fairlead.search.Area;
import fairlead.search.BufferUnit;
import fairlead.search.CellArea;
import fairlead.search.Energy;
import fairlead.search.PointFacts;
import fairlead.search.TileTiming;
import fairlead.search.Timing;
import fairlead.search.UsableBuffers;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command `fairlead area`, which prints the storage and gate cost of one node's buffers. */
@Command(name = "area", mixinStandardHelpOptions = true)
final class AreaCommand implements Callable<Integer> {
    private static final String SMALL = "small";

    /** A scenario, or the question for paths. */
    private static final class Subject {
        @ArgGroup(exclusive = false)
        private ScenarioOptions options;

        @ArgGroup(exclusive = false)
        private Paths paths;
    }

    /** The question for the longest paths. */
    private static final class Paths {
        @Option(names = "--timing", required = true)
        private boolean timing;

        @Option(names = "--tile")
        private boolean tile;

        @Option(names = "--unit", paramLabel = "MODULE")
        private List<String> units = List.of();

        @Option(names = "--structure", paramLabel = "FILE")
        private Path structure;

        @Option(
                names = "--library",
                paramLabel = "NAME",
                defaultValue = SMALL,
                converter = OptionRange.TileLibrary.class)
        private String library;
    }

    @ArgGroup(multiplicity = "1")
    private Subject subject;

    @Option(names = "--liberty", paramLabel = "FILE")
    private Path liberty;

    @Option(names = "--macros", paramLabel = "FILE")
    private Path macros;

    @Option(names = "--energy")
    private boolean energy;

    @Option(names = "--workers")
    private int workers = 1;

    @Override
    public Integer call() throws IOException {
        OptionRange.between("--workers", workers, 1, PoolOptions.MOST_WORKERS);
        if (macros != null && subject.paths != null && !subject.paths.tile) {
            throw new BadInput("--macros: the paths of units alone end at memories; give --tile too");
        }
        if (energy && (macros != null || subject.paths != null)) {
            throw new BadInput("--energy: is that of a scenario, without --macros and --timing");
        }
        TileTiming.check(liberty, macros);
        return subject.paths == null ? area(subject.options) : timing(subject.paths);
    }

    /** Returns the folder with the Verilog of a library in the structure of this process. */
    private static Path verilog(String library) {
        MachineStructure loaded = MachineStructure.loaded();
        if (loaded.equals(MachineStructure.STANDARD)) {
            StructureBuild.make("verilog:" + library);
        }
        Path made = loaded.equals(MachineStructure.STANDARD)
                ? Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "."), "hw", "target")
                : StructureBuild.verilog(loaded).resolve("hw");
        return made.resolve("rtl").resolve(library).toAbsolutePath();
    }

    private Integer timing(Paths asked) throws IOException {
        StructureOption.require(asked.structure);
        if (asked.structure != null && !asked.library.equals(SMALL)) {
            throw new BadInput("--library " + asked.library + ": a structure has the Verilog of library " + SMALL);
        }
        List<String> wanted = asked.units;
        Path rtl = verilog(asked.library);
        Timing timing = Timing.standard(rtl, liberty);
        List<String> known = timing.names();
        for (String unit : wanted) {
            if (!known.contains(unit)) {
                throw new BadInput("--unit " + unit + ": no such module" + Nearest.hint("", unit, known, "known"));
            }
        }
        if (asked.tile) {
            TileTiming tile = TileTiming.standard(rtl, liberty, macros, workers, AreaCommand::tell);
            for (String root : wanted.isEmpty() ? List.of("Tile") : wanted) {
                System.out.print(tile.of(root));
            }
            return ExitCode.OK;
        }
        List<Timing.WorstPath> paths = new ArrayList<>();
        for (String unit : wanted.isEmpty() ? timing.units() : wanted) {
            Timing.WorstPath path = timing.of(unit);
            if (path != null) {
                paths.add(path);
            }
        }
        System.out.print(Timing.table(paths));
        return ExitCode.OK;
    }

    private static void tell(String line) {
        System.err.println("fairlead: " + line);
    }

    private Integer area(ScenarioOptions options) throws IOException {
        Scenario scenario = options.read(List.of());
        Area.requireOurs(!scenario.machine().rtl().isEmpty());
        UsableBuffers.warnings(scenario, List.of()).forEach(line -> System.err.println("fairlead: warning: " + line));
        PointFacts facts = new PointFacts.Find(true, false).of(scenario);
        if (energy) {
            if (scenario.openLoop() != null) {
                throw new BadInput("--energy: needs a program, not traffic at the local ports");
            }
            return energy(scenario, Energy.standard(liberty, workers, AreaCommand::tell), facts);
        }
        Area area = CellArea.standard(liberty, macros, workers, text -> {});
        area.prepare(List.of(facts));
        if (area instanceof CellArea cells) {
            System.out.println("unit         depth  VCs count   gates of one   gates of all");
            facts.units().forEach((at, count) -> System.out.print(row(at, count, cells.of(at))));
        }
        System.out.printf(Locale.ROOT, "%.0f %s, %d bits/node%n", area.of(facts), area.unit(), facts.bits());
        System.out.println(area.source());
        if (macros != null && area instanceof CellArea cells) {
            System.out.println("Memories without a macro are flip-flops: " + String.join(", ", cells.flipFlops()));
        }
        return ExitCode.OK;
    }

    /** Runs the scenario and prints the energy of the run. */
    private static Integer energy(Scenario scenario, Energy model, PointFacts facts) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("energy")) {
            Evaluation run = Simulation.of(scenario, new Store(scratch.place()));
            System.out.print(Energy.table(model.parts(facts, run.metrics())));
            System.out.println(model.source());
            if (!run.good()) {
                tell(run.why());
            }
            return run.good() ? ExitCode.OK : ExitCode.FAILS;
        }
    }

    /**
     * Returns a line of the table. Units whose parts differ in depth count in parts, as 0.25 of the injection FIFOs.
     */
    static String row(BufferUnit.At at, double count, double gates) {
        return String.format(
                Locale.ROOT,
                "%-12s %5d %4s %5s %14.0f %14.0f%n",
                at.unit().name().toLowerCase(Locale.ROOT),
                at.depth(),
                at.unit() == BufferUnit.LINK_INPUT ? HwLayout.CLASSES * Integer.bitCount(at.vcs()) : "",
                BigDecimal.valueOf(count)
                        .setScale(2, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString(),
                gates,
                gates * count);
    }
}
