// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.evaluate.Campaign;
import fairlead.regress.Suite.Result;
import fairlead.regress.Suite.Status;
import fairlead.run.Json;
import fairlead.run.OutputFolder;
import fairlead.run.view.Sheet;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a suite, `jobs` cases at a time, each in a process of its own, and writes the folder of the results. */
public final class Regression {
    private static final double NANO = 1e-9;

    /**
     * The options with which a suite is run.
     *
     * @param shard the part that is run, as in 2/5, or an empty text
     */
    public record Options(List<String> java, int jobs, String shard) {}

    /**
     * The outcome of a run of a suite.
     *
     * @param passed whether all cases passed; if a baseline is proposed, bands do not count
     * @param proposal text about a proposed baseline, or an empty text
     */
    public record Outcome(Path folder, String summary, boolean passed, boolean complete, String proposal) {}

    private final Suite whole;
    private final Suite part;
    private final Options options;
    private final Baseline baseline;
    private final CaseRunner runner;

    /** Makes a regression; a BadInput describes a mistake in the baseline. */
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

    /** Writes the proposed baseline and its difference from the stored one, which stays as it is. */
    private String propose(List<Result> results, Path folder, Path target) throws IOException {
        Path stored = whole.baseline();
        String old = Files.exists(stored) ? Files.readString(stored) : "";
        String fresh = baseline.proposed(whole, results).text();
        String name = stored.getFileName().toString();
        String diff = UnifiedDiff.of("a/" + name, "b/" + name, old, fresh);
        if (diff.isEmpty()) {
            return "the baseline stays: " + stored + " has all of these values";
        }
        Files.writeString(folder.resolve("baseline.json"), fresh);
        Files.writeString(folder.resolve("baseline.diff"), diff);
        return diff + "proposed, and not adopted: review " + target.resolve("baseline.diff") + ", then"
                + System.lineSeparator() + "  cp " + target.resolve("baseline.json") + " " + stored;
    }

    /** The results of a suite as texts: one line, JSON for scripts, an index in HTML, and JUnit XML. */
    private record Report(String suite, String shard, int jobs, double seconds, Path place, List<Result> results) {
        static final String FILE = "results.json";
        static final String SCHEMA = "fairlead.regress/1";

        private long count(Status status) {
            return results.stream().filter(r -> r.status() == status).count();
        }

        /** Returns the texts of all files by their names. */
        Map<String, String> files() {
            String xml = "TEST-" + suite + ".xml";
            return Map.of(xml, junit(), "index.html", html(xml), FILE, json());
        }

        String summary() {
            long notRun = count(Status.NOT_RUN);
            return String.format(
                    Locale.ROOT,
                    "%s%s: %d cases: %d passed, %d failed, %d errors%s; %.1f s with %d at a time",
                    suite,
                    shard.isEmpty() ? "" : ", shard " + shard,
                    results.size(),
                    count(Status.PASSED),
                    count(Status.FAILED),
                    count(Status.ERROR),
                    notRun == 0 ? "" : ", " + notRun + " not run (interrupted)",
                    seconds,
                    jobs);
        }

        private static String thousandths(double value) {
            return String.format(Locale.ROOT, "%.3f", value);
        }

        private String json() {
            ObjectNode root = Json.object();
            root.put("schema", SCHEMA).put("suite", suite).put("shard", shard);
            root.put("seconds", Double.parseDouble(thousandths(seconds)));
            for (Status status : Status.values()) {
                root.put(status.word(), count(status));
            }
            for (Result result : results) {
                ObjectNode one = root.withArray("cases").addObject();
                one.put("case", result.of().id()).put("status", result.status().word());
                one.putPOJO("reasons", result.reasons());
                one.put("exit", result.exit() == CaseRunner.NO_CODE ? null : Integer.valueOf(result.exit()));
                one.put("seconds", Double.parseDouble(thousandths(result.seconds())));
                ObjectNode metrics = one.putObject("metrics");
                result.metrics().forEach((metric, value) -> {
                    Object shown = metric == Metric.EVENTS ? value : Double.valueOf(value);
                    metrics.putPOJO(metric.word(), shown);
                });
                one.putPOJO("verdicts", result.verdicts());
                one.put("repeat", result.repro());
                one.put("folder", result.files().isEmpty() ? null : result.of().folder());
                one.putPOJO("files", result.files());
            }
            return Json.text(root);
        }

        // ---- the index: one file that needs no network, with links to the artefacts

        private String html(String xml) {
            Sheet sheet = new Sheet(suite, summary(), results.stream().allMatch(Result::passed));
            sheet.links("Also here:", Map.of(FILE, FILE)).links("JUnit XML:", Map.of(xml, xml));
            results.stream().filter(r -> !r.passed()).forEach(r -> detail(sheet, r));
            List<List<Object>> rows = results.stream()
                    .sorted(Comparator.comparing(Result::passed))
                    .map(Report::row)
                    .toList();
            List<String> head = List.of("case", "status", "exit", "s", "cycles", "p99 latency, cycles", "bands");
            return sheet.table("all cases", "All cases", "", head, rows).html();
        }

        private static void detail(Sheet sheet, Result result) {
            List<String> lines = new ArrayList<>(result.reasons());
            lines.add("repeat with: " + result.repro());
            String id = result.of().id();
            sheet.text(id, id + ": " + words(result), "", lines);
            Map<String, String> files = new LinkedHashMap<>();
            result.files().forEach(f -> files.put(f, result.of().folder() + "/" + f));
            if (!files.isEmpty()) {
                sheet.links("Artefacts:", files);
            }
        }

        private static String words(Result result) {
            return result.status().word().replace('_', ' ');
        }

        private static List<Object> row(Result result) {
            String id = result.of().id();
            String bands = result.of().bands().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(b -> b.getKey().word() + " "
                            + (b.getKey() == Metric.EVENTS ? Metric.Band.SAME : "\u00b1 " + b.getValue()))
                    .collect(Collectors.joining(", "));
            return List.of(
                    new Sheet.Cell(id, "", result.passed() ? "" : "#" + id),
                    new Sheet.Cell(words(result), result.status().word(), ""),
                    result.exit() == CaseRunner.NO_CODE ? "-" : result.exit(),
                    String.format(Locale.ROOT, "%.1f", result.seconds()),
                    result.metrics().getOrDefault(Metric.CYCLES, "-"),
                    result.metrics().getOrDefault(Metric.LATENCY_P99, "-"),
                    bands.isEmpty() ? "-" : bands);
        }

        // ---- the form of Surefire's test reports, which Maven, Jenkins and the actions of GitHub read

        private String junit() {
            String cases = results.stream().map(this::testCase).collect(Collectors.joining("\n  ", "\n  ", "\n"));
            String name = "fairlead." + suite;
            return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    + element(
                            "testsuite",
                            results.isEmpty() ? "\n" : cases,
                            Map.entry("name", name),
                            Map.entry("tests", results.size()),
                            Map.entry("failures", count(Status.FAILED)),
                            Map.entry("errors", count(Status.ERROR)),
                            Map.entry("skipped", count(Status.NOT_RUN)),
                            Map.entry("time", thousandths(seconds)))
                    + "\n";
        }

        private String testCase(Result result) {
            String message = String.join("; ", result.reasons());
            String files = result.files().stream() // the form in which CI servers find attachments
                    .map(f -> "[[ATTACHMENT|"
                            + place.resolve(result.of().folder()).resolve(f) + "]]\n")
                    .collect(Collectors.joining());
            String trouble =
                    switch (result.status()) {
                        case PASSED -> "";
                        case FAILED, ERROR -> element(
                                result.status() == Status.FAILED ? "failure" : "error",
                                escape(String.join("\n", result.reasons()) + "\nrepeat with: " + result.repro()
                                        + "\nartefacts: " + result.of().folder() + "\n"),
                                Map.entry("message", message),
                                Map.entry("type", result.status().word()));
                        case NOT_RUN -> "<skipped message=\"" + escape(message) + "\"/>";
                    };
            return element(
                    "testcase",
                    trouble + (files.isEmpty() ? "" : element("system-out", escape(files))),
                    Map.entry(
                            "classname", "fairlead." + suite + "." + result.of().name()),
                    Map.entry("name", result.of().id()),
                    Map.entry("time", thousandths(result.seconds())));
        }

        @SafeVarargs
        private static String element(String name, String inner, Map.Entry<String, Object>... attributes) {
            StringBuilder text = new StringBuilder("<").append(name);
            for (Map.Entry<String, Object> one : attributes) {
                String value = escape(one.getValue().toString()).replace("\"", "&quot;");
                text.append(' ')
                        .append(one.getKey())
                        .append("=\"")
                        .append(value)
                        .append('"');
            }
            return text + ">" + inner + "</" + name + ">";
        }

        /**
         * Returns the text with the marks of XML escaped, and a question mark for each character that it cannot hold.
         */
        private static String escape(String text) {
            return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?")
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;");
        }
    }
}
