// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.evaluate.Campaign;
import fairlead.regress.Suite.Result;
import fairlead.regress.Suite.Status;
import fairlead.run.OutputFolder;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs a suite, `jobs` cases at a time, each in a process of its own, and writes the folder of the results. */
public final class Regression {
    private static final double NANO = 1e-9;

    /**
     * The options with which a suite is run.
     *
     * @param java command that starts this program, without arguments
     * @param jobs cases at a time
     * @param shard the part that is run, as in 2/5, or an empty text
     */
    public record Options(List<String> java, int jobs, String shard) {}

    /**
     * The outcome of a run of a suite.
     *
     * @param folder folder of the results
     * @param summary one line
     * @param passed whether all cases passed; if a baseline is proposed, bands do not count
     * @param proposal text about a proposed baseline, or an empty text
     */
    public record Outcome(Path folder, String summary, boolean passed, boolean complete, String proposal) {}

    private final Suite whole;
    private final Suite part;
    private final Options options;
    private final Baseline baseline;
    private final CaseRunner runner;

    /**
     * Makes a regression; a BadInput describes a mistake in the baseline.
     *
     * @param whole the suite
     * @param part the cases of it that are run
     */
    public Regression(Suite whole, Suite part, Options options) {
        this.whole = whole;
        this.part = part;
        this.options = options;
        baseline = Baseline.read(whole.baseline());
        runner = new CaseRunner(options.java(), baseline);
    }

    /** Ends all processes; the results of the cases that have ended are still written. */
    public void stop() {
        runner.stop();
    }

    /**
     * Runs all cases and writes the folder, under its name only when it is complete.
     *
     * @param update whether to propose a baseline
     * @param ended gets one line about each case that did not pass, and an empty text for the others, never from two
     *     threads at a time
     */
    public Outcome run(Path place, boolean force, boolean update, Consumer<String> ended) throws IOException {
        Path target = place.toAbsolutePath().normalize();
        OutputFolder folder = new OutputFolder(target, force, Regression::foreign);
        if (update && whole.baseline() == null) {
            throw new BadInput("--update-baseline: suite " + whole.name() + " names no baseline");
        }
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        long begin = System.nanoTime();
        Path written = folder.fill(beside -> {
            Files.createDirectory(beside.resolve("cases"));
            results.addAll(results(beside, ended));
            Report report = new Report(
                    whole.name(), options.shard(), options.jobs(), (System.nanoTime() - begin) * NANO, target, results);
            for (Map.Entry<String, String> file : report.files().entrySet()) {
                Files.writeString(beside.resolve(file.getKey()), file.getValue());
            }
            said.addAll(List.of(report.summary(), update ? propose(results, beside, target) : ""));
            deleteEmpty(beside.resolve("cases"));
        });
        return new Outcome(
                written,
                said.get(0),
                results.stream().allMatch(r -> r.passed() || update && r.isSound()),
                results.stream().noneMatch(r -> r.status() == Status.NOT_RUN),
                said.get(1));
    }

    private List<Result> results(Path folder, Consumer<String> ended) throws IOException {
        boolean complete = false;
        try {
            List<Result> results = Campaign.run(
                    part.cases(),
                    options.jobs(),
                    one -> runner.run(one, folder),
                    (one, result) -> ended.accept(line(result)));
            complete = true;
            return results;
        } finally {
            if (!complete) {
                runner.stop();
            }
        }
    }

    private static String line(Result result) {
        return result.passed() || result.status() == Status.NOT_RUN
                ? ""
                : result.status().word() + " " + result.of().id() + ": " + String.join("; ", result.reasons())
                        + System.lineSeparator() + "  repeat with: " + result.repro();
    }

    // ---- folder

    private static String foreign(Path target) throws IOException {
        Path file = target.resolve(Report.FILE);
        boolean own = Files.isRegularFile(file) && Files.readString(file).contains(Report.SCHEMA);
        return own ? "" : "holds no results of a suite";
    }

    private static void deleteEmpty(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isDirectory(one) && one.toFile().list().length == 0) {
                    Files.delete(one);
                }
            }
        }
    }

    /** Writes the proposed baseline; the stored one stays as it is. */
    private String propose(List<Result> results, Path folder, Path target) throws IOException {
        Path stored = whole.baseline();
        String fresh = baseline.proposed(whole, results).text();
        if (Files.exists(stored) && Files.readString(stored).equals(fresh)) {
            return "the baseline stays: " + stored + " has all of these values";
        }
        Files.writeString(folder.resolve("baseline.json"), fresh);
        Path proposed = target.resolve("baseline.json");
        return String.join(
                System.lineSeparator(),
                "a baseline is proposed, and not adopted; review it, then adopt it:",
                "  diff -uN " + stored + " " + proposed,
                "  cp " + proposed + " " + stored);
    }
}
