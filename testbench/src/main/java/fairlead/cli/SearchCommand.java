// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.evaluate.Pool;
import fairlead.evaluate.Store;
import fairlead.rtl.FabricLibrary;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.search.Archive;
import fairlead.search.Area;
import fairlead.search.AskTell;
import fairlead.search.CellArea;
import fairlead.search.Confirmation;
import fairlead.search.Energy;
import fairlead.search.Objective;
import fairlead.search.Search;
import fairlead.search.SearchHtml;
import fairlead.search.SearchResult;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.search.Trials;
import fairlead.search.TwinOracle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead search`, which searches the design space of a study (docs/use/search.md). */
@Command(name = "search", mixinStandardHelpOptions = true)
final class SearchCommand implements Callable<Integer> {
    private static final int MOST_REASONS = 5;
    private static final Pattern BUDGET = Pattern.compile(", budget=(\\d{1,18})(?=, seed=)");

    @Parameters(paramLabel = "STUDY", description = "study file (YAML)")
    private Path file;

    @Option(names = "--out", required = true, paramLabel = "DIR", converter = ResultFile.Folder.class)
    private Path out;

    @Option(names = "--resume")
    private boolean resume;

    @Mixin
    private PoolOptions pools;

    @Option(names = "--store", paramLabel = "DIR", converter = ResultFile.Folder.class)
    private Path store;

    @Option(names = "--ablation")
    private boolean ablation;

    @Option(names = "--ask-tell")
    private boolean askTell;

    @Mixin
    private ProgressOption display;

    @Override
    public Integer call() throws IOException {
        pools.check();
        Study study = StudyReader.read(file);
        if (study.confirm() && !askTell) {
            // A library that is missing or has other layouts is reported before the search, and not for every point
            // after it.
            FabricLibrary.variant("product");
        }
        Area area = area(study);
        study.warnings().forEach(line -> System.err.println("fairlead: warning: " + line));
        claim(study, area);
        Store results = new Store(store != null ? store : out.resolve("evaluations"));
        try (Pool pool = pools.open(results)) {
            if (askTell) {
                new AskTell(study, new TwinOracle(study, pool, area))
                        .serve(
                                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                                System.out);
                return ExitCode.OK;
            }
            return search(study, pool, area);
        }
    }

    private static boolean hasCells(Study study) {
        return study.objectives().contains(Objective.GATE_EQUIVALENTS)
                || study.objectives().contains(Objective.ENERGY);
    }

    private Area area(Study study) {
        if (!hasCells(study)) {
            return new Area.Bits("gate_equivalents is no objective of this study");
        } else if (study.objectives().contains(Objective.ENERGY)) {
            return Energy.standard(null, pools.workers(), display::tell);
        }
        Area area = CellArea.standard(null, null, pools.workers(), display::tell);
        if (!(area instanceof CellArea)) {
            System.err.println("fairlead: gate_equivalents: " + area.source());
        }
        return area;
    }

    /** Marks the output folder as belonging to this study, or refuses a folder that belongs to another one. */
    private void claim(Study study, Area area) throws IOException {
        Path mark = out.resolve("study.txt");
        String text = study + "\n" + (hasCells(study) ? area.source() + "\n" : "") + study.anyYaml();
        if (!Files.exists(out) || Files.isDirectory(out) && isEmpty(out)) {
            Store.write(mark, text);
            return;
        }
        if (!resume) {
            throw new BadInput("--out " + out + ": exists; give --resume to go on there, or another folder");
        }
        if (!Files.isRegularFile(mark)) {
            throw new BadInput("--out " + out + ": no study was begun there: it holds no " + mark.getFileName());
        }
        String begun = new String(Files.readAllBytes(mark), StandardCharsets.UTF_8);
        if (!sameBut(begun).equals(sameBut(text))) {
            throw new BadInput("--out " + out + ": another study was begun there: " + mark);
        }
        Matcher before = BUDGET.matcher(begun);
        if (before.find() && Long.parseLong(before.group(1)) > study.budget()) {
            throw new BadInput("budget.evaluations = " + study.budget() + ": must be at least " + before.group(1)
                    + ", with which the study was begun in " + out);
        }
        Store.write(mark, text);
    }

    /** Returns a description of a study without what may differ when it goes on: its name and its budget. */
    private static String sameBut(String study) {
        return BUDGET.matcher(study.replaceFirst("^Study\\[name=.*?, scenario=", ""))
                .replaceFirst("");
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.allMatch(WholeFile::isLeftOver);
        }
    }

    private int search(Study study, Pool pool, Area area) {
        long begin = System.nanoTime();
        SearchResult result;
        try (Phases shown = new Phases()) {
            result = new Search(study, pool, area, shown).run(ablation);
        }
        Store.write(out.resolve("trials.csv"), Archive.csv(result));
        Store.write(out.resolve("front.svg"), SearchHtml.picture(result));
        Store.write(out.resolve("report.html"), SearchHtml.of(result));
        Store.write(out.resolve("archive.json"), Archive.json(result));
        print(result, pool, (System.nanoTime() - begin) * 1e-9);
        return exitCode(result);
    }

    private void print(SearchResult result, Pool pool, double seconds) {
        System.out.println("method        simulated  front  hypervolume");
        for (SearchResult.Quality q : result.quality()) {
            String form = "%-12s %10d %6d %12.5f%n";
            System.out.printf(Locale.ROOT, form, q.method(), q.simulated(), q.front(), q.hypervolume());
        }
        Confirmation c = result.confirmation();
        System.out.println(
                c == null
                        ? result.unconfirmed()
                        : c.runs().size() + " runs of the front repeated on the RTL: "
                                + (c.equal() && c.good() ? "all equal, all verdicts hold" : "SEE BELOW"));
        if (c != null) {
            c.runs().stream()
                    .filter(r -> !r.difference().isEmpty() || !r.failure().isEmpty())
                    .limit(10)
                    .forEach(r -> System.out.println(
                            "  " + result.study().overrides(r.trial().genome()) + " seed " + r.seed() + ": "
                                    + (r.difference().isEmpty() ? r.failure() : r.difference())));
        }
        System.err.printf(Locale.ROOT, "%d simulations run, %.1f s%n", pool.simulated(), seconds);
        long refused = result.trials().stream()
                .filter(t -> !t.feasible() && t.keys().isEmpty())
                .count();
        if (refused > 0) {
            System.err.printf("%d points of the search were refused before any simulation%n", refused);
        }
        System.out.println("written to " + out);
    }

    private static int exitCode(SearchResult result) {
        if (result.confirmation() != null && !result.confirmation().equal()) {
            return ExitCode.DIFFERS;
        }
        boolean good = result.confirmation() == null || result.confirmation().good();
        if (result.front().isEmpty()) {
            System.err.println("fairlead: no feasible point was found");
            result.reasons().stream().limit(MOST_REASONS).forEach(why -> System.err.println("fairlead: " + why));
        }
        return good && !result.front().isEmpty() ? ExitCode.OK : ExitCode.FAILS;
    }

    /** The progress displays of a search: one for each phase, which begins without trials unless it counts none. */
    private final class Phases implements Search.Listener, AutoCloseable {
        private String phase = "";
        private CountedProgress shown;

        @Override
        public void phase(String name, Trials trials) {
            if (!name.equals(phase)) {
                close();
                phase = name;
                display.tell(name);
                shown = trials.used() > 0 ? null : display.of("evaluations", trials.budget());
            }
            if (shown != null) {
                shown.ended(trials.used());
            }
        }

        @Override
        public void close() {
            if (shown != null) {
                shown.close();
            }
        }
    }
}
