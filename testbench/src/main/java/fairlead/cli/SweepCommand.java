// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import fairlead.evaluate.Workers;
import fairlead.rtl.FabricLibrary;
import fairlead.run.Interrupt;
import fairlead.run.ScratchFolder;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.search.Area;
import fairlead.search.Energy;
import fairlead.search.PointFacts;
import fairlead.sweep.Axis;
import fairlead.sweep.Sweep;
import fairlead.sweep.Sweep.Bisection;
import fairlead.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead sweep`, which runs a scenario over ranges of its keys. */
@Command(name = "sweep", mixinStandardHelpOptions = true)
final class SweepCommand implements Callable<Integer> {
    private static final int SHOWN = 50;
    private static final double LEAST_WIDTH = 0.001;

    @Mixin
    private ScenarioOptions options;

    @Mixin
    private PoolOptions pools;

    @Option(names = "--over", paramLabel = "PATH=RANGE")
    private List<String> over = new ArrayList<>();

    @Option(names = "--repeats", paramLabel = "N")
    private int repeats = 1;

    @Option(names = "--saturation")
    private boolean saturation;

    @Option(names = "--energy")
    private boolean energy;

    @Option(names = "--store", paramLabel = "DIR", converter = ResultFile.Folder.class)
    private Path store;

    @Option(names = "--csv", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path csv;

    @Option(names = "--bisect", arity = "0..1", paramLabel = "WIDTH", fallbackValue = "0.02")
    private Double bisect;

    @Option(names = "--report", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path report;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        pools.check(store);
        if (over.isEmpty() == (bisect == null)) {
            throw new BadInput("sweep: give --over PATH=RANGE or --bisect");
        }
        if (energy && bisect != null) {
            throw new BadInput("--energy: needs --over, since --bisect is for traffic at the local ports");
        }
        if (bisect != null && !(bisect >= LEAST_WIDTH && bisect <= 1)) {
            throw new BadInput("--bisect " + bisect + ": must be " + LEAST_WIDTH + " to 1");
        }
        OptionRange.atLeastOne("--repeats", repeats);
        if (Files.exists(options.file()) && !Files.isRegularFile(options.file())) {
            throw new BadInput(options.file() + ": must be a regular file, as every process reads it again");
        }
        Scenario scenario = options.read();
        List<Axis> axes = over.stream().map(Axis::parse).toList();
        boolean own = axes.stream().anyMatch(axis -> axis.path().startsWith("machine.rtl"));
        Area.requireOurs(energy && (own || !scenario.machine().rtl().isEmpty()));
        if (!"model".equals(scenario.engine()) && scenario.openLoop() == null) {
            FabricLibrary.variant("product"); // a missing library is reported once, not for every point
        }
        Sweep.requireBounded(axes, repeats, saturation);
        double inject = bisect == null ? 0 : scenario.measurement().inject();
        try {
            return bisect != null ? run(List.of(), inject) : run(Axis.Point.all(axes), 0);
        } catch (BadInput e) {
            throw new BadInput(e.lines().stream().map(line -> named(line, axes)).toList());
        }
    }

    /** Returns the first {@link #SHOWN} characters of a path; error messages show at least these. */
    private static String beginning(String path) {
        return path.substring(0, Math.min(path.length(), SHOWN));
    }

    /** @param inject flits that a node may send in a cycle, for a bisection; else 0 */
    private int run(List<Axis.Point> points, double inject) throws IOException {
        if (store != null) {
            return run(points, inject, store);
        }
        try (ScratchFolder scratch = new ScratchFolder("sweep")) {
            return run(points, inject, scratch.place());
        }
    }

    /** Names `--over` instead of `--set` in an error message about a key that the user gave with `--over`. */
    private static String named(String mistake, List<Axis> axes) {
        boolean over = axes.stream().anyMatch(axis -> mistake.startsWith("--set " + beginning(axis.path())));
        return over ? mistake.replaceFirst("--set", "--over") : mistake;
    }

    private int run(List<Axis.Point> points, double inject, Path folder) throws IOException {
        RowFile file = new RowFile(csv);
        try (Pool pool = pools.open(new Store(folder));
                CountedProgress shown = progress.besideRows("points", points.size())) {
            List<Sweep.Row> rows = new ArrayList<>();
            Consumer<Sweep.Row> done = row -> {
                if (rows.isEmpty()) {
                    System.out.println(SweepText.tableHead(row));
                }
                System.out.println(SweepText.tableRow(row));
                row.lost()
                        .forEach(why ->
                                System.err.println("fairlead: " + row.point().overrides() + ": " + why));
                file.add(row);
                rows.add(row);
                shown.ended();
            };
            Job job = new Job(options.file().toAbsolutePath().normalize(), options.all(List.of()));
            Sweep sweep = new Sweep(job, repeats, saturation, energy ? energy() : null);
            double knee = Double.NaN;
            boolean decided;
            if (inject > 0) {
                Bisection.Answer answer = new Bisection(sweep, pool, done).find(inject, bisect);
                print(answer);
                decided = answer.unknown() == null;
                knee = decided && answer.saturates() ? answer.knee() : knee;
            } else {
                sweep.run(points, pool, pools.together(points.size()), done);
                decided = rows.stream().allMatch(row -> row.undecided() == 0);
            }
            file.close();
            if (report != null) {
                WholeFile.write(
                        report, SweepText.html(options.file().getFileName().toString(), rows, knee));
            }
            boolean whole = rows.stream().allMatch(row -> row.lost().isEmpty());
            return !whole ? ExitCode.FAILS : decided ? ExitCode.OK : ExitCode.PARTIAL;
        }
    }

    private ToDoubleBiFunction<Job, Map<String, Double>> energy() {
        Energy model = Energy.standard(null, pools.workers(), progress::tell);
        Map<Job, PointFacts> facts = new HashMap<>();
        return (point, counts) -> model.energy(
                facts.computeIfAbsent(point, job -> Workers.ask(job, new PointFacts.Find(true, false))), counts);
    }

    private static void print(Bisection.Answer answer) {
        System.out.printf(
                Locale.ROOT,
                answer.unknown() != null
                        ? "cannot tell whether a load of %4$.4f is below saturation, the last row says why"
                                + (answer.saturates() ? "; it saturates between %1$.4f and %2$.4f%n" : "%n")
                        : (answer.saturates()
                                        ? "saturates between a load of %1$.4f and %2$.4f flits per node and cycle"
                                        : "does not saturate: a load of %1$.4f is all that a node may send")
                                + "; latency of the least load %3$.2f%n",
                answer.knee(),
                answer.first(),
                answer.leastLatency(),
                answer.unknown());
    }

    /**
     * The CSV file of a sweep, which always holds whole rows. The file is rewritten at most every two seconds, at the
     * end, and when the command is interrupted.
     */
    private static final class RowFile {
        private static final long PERIOD_NANOS = 2_000_000_000L;

        private final Path file;
        private final List<Sweep.Row> rows = new ArrayList<>();
        private final Runnable cleanup = this::rescue;
        private long written = System.nanoTime();

        /** @param file the CSV file, or null if no file is written */
        RowFile(Path file) {
            this.file = file;
            if (file != null) {
                Interrupt.cleanUp(cleanup);
            }
        }

        synchronized void add(Sweep.Row row) {
            rows.add(row);
            if (file != null && System.nanoTime() - written > PERIOD_NANOS) {
                rescue();
            }
        }

        private synchronized void rescue() {
            try {
                if (!rows.isEmpty()) {
                    WholeFile.write(file, SweepText.csv(rows));
                }
            } catch (IOException e) {
                System.err.println("fairlead: " + e.getMessage());
            }
            written = System.nanoTime();
        }

        /** Writes all rows for the last time and leaves nothing to do at an interrupt. */
        synchronized void close() throws IOException {
            if (file != null) {
                WholeFile.write(file, SweepText.csv(rows));
                Interrupt.remove(cleanup);
            }
        }
    }
}
