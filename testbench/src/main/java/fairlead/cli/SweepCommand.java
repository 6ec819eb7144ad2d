// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.rtl.FabricLibrary;
import fairlead.run.report.ScratchFolder;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.search.evaluate.Pool;
import fairlead.search.evaluate.Store;
import fairlead.search.sweep.Axis;
import fairlead.search.sweep.Sweep;
import fairlead.search.sweep.SweepPoint;
import fairlead.search.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead sweep`, which runs a scenario over ranges of its keys. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description =
                "Runs a scenario over ranges of its keys, each point with several seeds; prints means and 95 %% intervals.")
final class SweepCommand implements Callable<Integer> {
    private static final int SHOWN = 50;

    @Mixin
    private ScenarioOptions options;

    @Mixin
    private PoolOptions pools;

    @Option(
            names = "--over",
            required = true,
            paramLabel = "PATH=RANGE",
            description = "values of one key: V1,V2,.. or FROM..TO:STEP; repeat it for a grid")
    private List<String> over;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "1",
            description = "runs of each point, with seeds seed, seed + 1, .. (default ${DEFAULT-VALUE})")
    private int repeats;

    @Option(
            names = "--saturation",
            description = "also the rate accepted when one flit a cycle is offered (local ports)")
    private boolean saturation;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            converter = ResultFile.Folder.class,
            description = "results by key, found again by later sweeps and searches (default: none are kept)")
    private Path store;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            converter = ResultFile.AsPath.class,
            description = "write the rows there too")
    private Path csv;

    @Override
    public Integer call() throws IOException {
        pools.check(store);
        OptionRange.atLeastOne("--repeats", repeats);
        if (Files.exists(options.file()) && !Files.isRegularFile(options.file())) {
            throw new BadInput(options.file() + ": must be a regular file, as every process reads it again");
        }
        final Scenario scenario = options.read();
        if (!"model".equals(scenario.engine()) && scenario.openLoop() == null) {
            FabricLibrary.variant("product"); // a missing library is reported once, not for every point
        }
        final List<Axis> axes = over.stream().map(Axis::parse).toList();
        Sweep.requireBounded(axes, repeats, saturation);
        try {
            return run(SweepPoint.all(axes));
        } catch (final BadInput e) {
            throw new BadInput(e.lines().stream().map(line -> named(line, axes)).toList());
        }
    }

    /** Returns the first {@link #SHOWN} characters of a path; error messages show at least these. */
    private static String beginning(final String path) {
        return path.substring(0, Math.min(path.length(), SHOWN));
    }

    private int run(final List<SweepPoint> points) throws IOException {
        if (store != null) {
            return run(points, store);
        }
        try (ScratchFolder scratch = new ScratchFolder("sweep")) {
            return run(points, scratch.place());
        }
    }

    /** Names `--over` instead of `--set` in an error message about a key that the user gave with `--over`. */
    private static String named(final String mistake, final List<Axis> axes) {
        final boolean over = axes.stream().anyMatch(axis -> mistake.startsWith("--set " + beginning(axis.path())));
        return over ? mistake.replaceFirst("--set", "--over") : mistake;
    }

    private int run(final List<SweepPoint> points, final Path folder) throws IOException {
        final RowFile file = new RowFile(csv);
        try (Pool pool = pools.open(new Store(folder))) {
            final Printer printer = new Printer();
            final List<Sweep.Row> rows = new Sweep(options.job(), repeats, saturation)
                    .run(points, pool, pools.together(points.size()), row -> {
                        printer.accept(row);
                        file.add(row);
                    });
            file.close();
            return rows.stream().allMatch(row -> row.lost().isEmpty()) ? ExitCode.OK : ExitCode.FAILS;
        }
    }

    /** A printer of the result table: the head before the first row, then one line for each row. */
    private static final class Printer implements java.util.function.Consumer<Sweep.Row> {
        private boolean headed;

        @Override
        public void accept(final Sweep.Row row) {
            if (!headed) {
                System.out.println(SweepText.tableHead(row));
                headed = true;
            }
            System.out.println(SweepText.tableRow(row));
            row.lost()
                    .forEach(
                            why -> System.err.println("fairlead: " + row.point().overrides() + ": " + why));
        }
    }
}
