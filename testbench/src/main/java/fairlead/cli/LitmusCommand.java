// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.engine.Engine.EngineFactory;
import fairlead.evaluate.Campaign;
import fairlead.litmus.run.LitmusReport;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.TestResult;
import fairlead.plan.Plans;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead litmus`, which runs litmus tests over many schedules (docs/use/litmus.md). */
@Command(name = "litmus", mixinStandardHelpOptions = true)
final class LitmusCommand implements Callable<Integer> {
    private static final String ENDING = ".litmus";

    @Parameters(arity = "0..*", paramLabel = "FILE|DIR", description = "litmus files, or folders of them")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--engine", paramLabel = "ENGINE")
    private String engine = "rtl";

    @Option(names = "--schedules", paramLabel = "N")
    private int schedules = 200;

    @Option(names = "--from", paramLabel = "K", defaultValue = "0")
    private int from;

    @Option(names = "--seed", paramLabel = "S")
    private long seed = 1;

    @Option(names = "--axes", paramLabel = "AXES")
    private String axes;

    @Option(names = "--aim")
    private boolean aim;

    @Option(names = "--strangers", paramLabel = "N", defaultValue = "0")
    private long strangers;

    @Mixin
    private RtlOption rtl;

    @Mixin
    private JsonOption json;

    @Option(names = "--report", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path report;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        OptionRange.atLeastOne("--schedules", schedules);
        OptionRange.between("--from", from, 0, Integer.MAX_VALUE - schedules);
        if (files.isEmpty()) {
            throw new BadInput("litmus: name files or folders");
        }
        LitmusRunner runner = new LitmusRunner(factory(), engine, axes, from, schedules, seed);
        if (strangers < 0) {
            throw new BadInput("--strangers " + strangers + ": must be 0 or more");
        }
        runner.beside(strangers);
        if (aim) {
            runner.aiming();
        }
        boolean asText = !json.takesStdout();
        List<TestResult> results;
        List<Path> all = all();
        try (CountedProgress shown = progress.besideRows("files", all.size())) {
            results = Campaign.run(all, 1, runner::run, (file, result) -> {
                if (asText) {
                    System.out.print(LitmusReport.text(result));
                }
                shown.ended();
            });
        }
        if (report != null) {
            WholeFile.write(report, LitmusReport.html(results, engine));
        }
        if (asText) {
            System.out.println(LitmusReport.summary(results));
        }
        json.write(() -> LitmusReport.json(results));
        return results.stream().anyMatch(TestResult::fails) ? ExitCode.FAILS : ExitCode.OK;
    }

    /** Returns the engine, with the units of the user if some are given. */
    private EngineFactory factory() {
        EngineFactory factory = Plans.engine(engine);
        Map<String, List<String>> units = rtl.units();
        if (!units.isEmpty() && engine.equals("model")) {
            throw new BadInput("--rtl: engine model has no RTL in which a unit could be replaced");
        }
        return units.isEmpty()
                ? factory
                : (machine, options) -> factory.open(machine.change().rtl(units).build(), options);
    }

    private List<Path> all() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path path : files) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> inside = Files.list(path)) {
                    found.addAll(inside.filter(f -> f.toString().endsWith(ENDING))
                            .sorted()
                            .toList());
                }
            } else {
                found.add(path);
            }
        }
        if (found.isEmpty()) {
            throw new BadInput("no file ends with " + ENDING + " in " + files);
        }
        return found;
    }
}
