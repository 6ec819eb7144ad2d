// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.evaluate.WorkerPool;
import fairlead.regress.Regression;
import fairlead.regress.Suite;
import fairlead.regress.SuiteReader;
import fairlead.rtl.FabricLibrary;
import fairlead.run.Interrupt;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead regress`, which runs a suite of scenarios and litmus tests (docs/use/regress.md). */
@Command(name = "regress", mixinStandardHelpOptions = true)
final class RegressCommand implements Callable<Integer> {
    private static final Pattern SHARD = Pattern.compile("([1-9][0-9]{0,4})/([1-9][0-9]{0,4})");
    private static final int MOST_JOBS = 256;
    private static final long HEAP_MEGABYTES = 1024;

    @Parameters(paramLabel = "SUITE", description = "suite file (YAML)")
    private Path file;

    @Option(names = "--out", paramLabel = "DIR", converter = ResultFile.Folder.class)
    private Path out;

    @Option(names = "--force")
    private boolean force;

    @Option(names = "--jobs", paramLabel = "N")
    private Integer jobs;

    @Option(names = "--shard", paramLabel = "I/N")
    private String shard;

    @Option(names = "--update-baseline")
    private boolean update;

    @Option(names = "--list")
    private boolean list;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        if (jobs != null) {
            OptionRange.between("--jobs", jobs, 1, MOST_JOBS);
        }
        Suite whole = SuiteReader.read(file);
        Suite part = part(whole);
        if (list) {
            part.names().forEach(System.out::println);
            return ExitCode.OK;
        }
        if (part.needsLibraries()) {
            FabricLibrary.variant("product"); // a missing library is reported once, not for every case
        }
        int together = jobs != null ? jobs : Runtime.getRuntime().availableProcessors();
        Regression regression =
                new Regression(whole, part, new Regression.Options(java(), together, shard == null ? "" : shard));
        Interrupt interrupt = new Interrupt(() -> {
            regression.stop();
            return true; // the process ends only after the results are written
        });
        try {
            return run(regression, whole.name(), part.cases().size());
        } finally {
            interrupt.done();
        }
    }

    private int run(Regression regression, String name, int cases) throws IOException {
        Regression.Outcome outcome;
        try (CountedProgress shown = progress.of("cases", cases).alsoCounting("not passed")) {
            outcome = regression.run(out != null ? out : free(name), force, update, line -> {
                if (!line.isEmpty()) {
                    shown.notable(line, System.err);
                }
                shown.ended();
            });
        }
        System.out.println(outcome.summary());
        if (!outcome.proposal().isEmpty()) {
            System.out.println(outcome.proposal());
        }
        System.out.println("written to " + outcome.folder());
        return !outcome.complete() ? ExitCode.INTERRUPTED : outcome.passed() ? ExitCode.OK : ExitCode.FAILS;
    }

    private Suite part(Suite whole) {
        if (shard == null) {
            return whole;
        }
        Matcher parts = SHARD.matcher(shard);
        if (!parts.matches() || Integer.parseInt(parts.group(1)) > Integer.parseInt(parts.group(2))) {
            throw new BadInput("--shard " + shard + ": must be I/N with I from 1 to N, as in 2/5");
        }
        return whole.shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    private static Path free(String name) {
        Path place = Path.of("out", "regress-" + name);
        for (int i = 2; Files.exists(place); i++) {
            place = place.resolveSibling("regress-" + name + "." + i);
        }
        return place;
    }

    /** Returns the command that runs this program from any folder, with the archive of classes if it is there. */
    private static List<String> java() {
        List<String> command = WorkerPool.Options.java(Main.class, HEAP_MEGABYTES);
        String root = System.getenv("FAIRLEAD_ROOT");
        Path archive = root == null ? null : Path.of(root, "target", "fairlead.jsa");
        if (archive != null && Files.isRegularFile(archive)) {
            command.addAll(1, List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr"));
        }
        return command;
    }
}
