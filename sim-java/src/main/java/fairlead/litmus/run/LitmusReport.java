// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.Json;
import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of litmus tests as text, as JSON and as a page. */
public final class LitmusReport {
    private static final int MOST_LINES = 12; // the greatest number of outcomes printed for one test

    private LitmusReport() {}

    /** Returns the state of a test in one or two words. */
    public static String state(TestResult r) {
        if (r.fails()) {
            return r.forbidden().isEmpty() && r.errors().isEmpty() ? "not seen" : "FAILS";
        }
        return r.isNotRun() ? "not run" : "holds";
    }

    public static String text(TestResult r) {
        StringBuilder out = new StringBuilder();
        out.append(String.format("%-9s %-24s %5d runs  %s%n", state(r), r.name(), r.schedules(), r.doc()));
        outcomes(r)
                .limit(MOST_LINES)
                .forEach(e -> out.append(String.format("    %6d  %s%n", e.getValue(), word(e.getKey()))));
        if (r.histogram().size() > MOST_LINES) {
            out.append(String.format(
                    "            and %d more outcomes%n", r.histogram().size() - MOST_LINES));
        }
        findings(r).forEach(line -> out.append("    ").append(line).append(System.lineSeparator()));
        return out.toString();
    }

    private static Stream<Map.Entry<String, Long>> outcomes(TestResult r) {
        return r.histogram().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed());
    }

    private static String word(String outcome) {
        return outcome.isEmpty() ? "ended" : outcome;
    }

    private static List<String> findings(TestResult r) {
        List<String> lines = new ArrayList<>();
        r.forbidden().forEach(f -> add(lines, "forbidden: ", f));
        r.errors().forEach(f -> add(lines, "error: ", f));
        r.missing().forEach(m -> lines.add("not seen: " + m));
        r.notApplicable().forEach(m -> lines.add("not applicable: " + m));
        if (!r.needs().isEmpty()) {
            lines.add("needs " + String.join(", ", r.needs()));
        }
        if (!r.unjudged().isEmpty()) {
            lines.add("conditions only: " + r.unjudged());
        }
        return lines;
    }

    private static void add(List<String> lines, String kind, TestResult.Finding f) {
        if (f.repro().equals("-")) { // a contradiction in the file is found without a run
            lines.add(kind + f.condition());
        } else {
            lines.add(kind + f.condition() + ": " + f.outcome() + ", " + f.count() + " times");
            lines.add("  repeat with: " + f.repro());
        }
    }

    /**
     * Returns a page: all tests, and for each one its outcomes with what is forbidden, those that fail first.
     *
     * @param engine name of the engine
     */
    public static String html(List<TestResult> results, String engine) {
        boolean good = results.stream().noneMatch(TestResult::fails);
        Sheet sheet = new Sheet("Fairlead litmus", summary(results), good).fact("engine " + engine);
        sheet.table(
                "tests",
                "All tests",
                "A test that fails shows a forbidden outcome, or misses one that must be seen, or ends with an error.",
                List.of("test", "state", "runs", "outcomes", "what it asks"),
                results.stream()
                        .map(r -> List.of(
                                r.name(),
                                (r.fails() ? "!" : "") + state(r),
                                r.schedules(),
                                r.histogram().size(),
                                r.doc()))
                        .toList());
        results.stream().sorted(Comparator.comparing(r -> !r.fails())).forEach(r -> {
            Set<String> forbidden =
                    r.forbidden().stream().map(TestResult.Finding::outcome).collect(Collectors.toSet());
            String name = r.name() + ": " + state(r);
            sheet.bars(
                    r.name(),
                    name,
                    r.doc(),
                    outcomes(r)
                            .map(e -> {
                                boolean bad = forbidden.contains(e.getKey());
                                return new Sheet.Bar(
                                        word(e.getKey()),
                                        e.getValue(),
                                        bad ? "bad" : r.isNotRun() ? "soft" : "good",
                                        bad ? "forbidden" : "allowed");
                            })
                            .toList());
            if (!findings(r).isEmpty()) {
                sheet.text(r.name() + " findings", name, "What was found.", findings(r));
            }
        });
        return sheet.html();
    }

    public static String summary(List<TestResult> results) {
        long fails = results.stream().filter(TestResult::fails).count();
        long notRun = results.stream().filter(TestResult::isNotRun).count();
        return String.format(
                "%d tests: %d hold, %d fail, %d not run; %d runs",
                results.size(),
                results.size() - fails - notRun,
                fails,
                notRun,
                results.stream().mapToLong(TestResult::schedules).sum());
    }

    public static String json(List<TestResult> results) {
        ObjectNode root = Json.object();
        ArrayNode tests = root.putArray("tests");
        for (TestResult r : results) {
            ObjectNode one = tests.addObject();
            one.put("file", r.file());
            one.put("name", r.name());
            one.put("schedules", r.schedules());
            one.put("points", r.points());
            one.set("forbidden", Json.tree(r.forbidden()));
            one.set("missing_seen", Json.tree(r.missing()));
            one.set("not_applicable", Json.tree(r.notApplicable()));
            one.set("needs", Json.tree(r.needs()));
            one.set("errors", Json.tree(r.errors()));
            one.put("model", r.isNotRun() ? "not run" : r.unjudged().isEmpty() ? "judged" : r.unjudged());
            one.set("histogram", Json.tree(r.histogram()));
        }
        return Json.text(root);
    }
}
