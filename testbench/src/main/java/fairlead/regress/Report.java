// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.regress.Suite.Result;
import fairlead.regress.Suite.Status;
import fairlead.run.Json;
import fairlead.run.view.Sheet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of a suite as texts: one line, JSON for scripts, an index in HTML, and JUnit XML.
 *
 * @param place final folder of the results
 */
record Report(String suite, String shard, int jobs, double seconds, Path place, List<Result> results) {
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
            result.metrics()
                    .forEach((metric, value) ->
                            metrics.putPOJO(metric.word(), metric == Metric.EVENTS ? value : Double.valueOf(value)));
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
                .map(f -> "[[ATTACHMENT|" + place.resolve(result.of().folder()).resolve(f) + "]]\n")
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
                Map.entry("classname", "fairlead." + suite + "." + result.of().name()),
                Map.entry("name", result.of().id()),
                Map.entry("time", thousandths(result.seconds())));
    }

    @SafeVarargs
    private static String element(String name, String inner, Map.Entry<String, Object>... attributes) {
        StringBuilder text = new StringBuilder("<").append(name);
        for (Map.Entry<String, Object> one : attributes) {
            String value = escape(one.getValue().toString()).replace("\"", "&quot;");
            text.append(' ').append(one.getKey()).append("=\"").append(value).append('"');
        }
        return text + ">" + inner + "</" + name + ">";
    }

    /** Returns the text with the marks of XML escaped, and a question mark for each character that it cannot hold. */
    private static String escape(String text) {
        return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
