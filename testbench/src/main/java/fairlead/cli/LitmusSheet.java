// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.litmus.run.LitmusReport;
import fairlead.litmus.run.TestResult;
import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of litmus tests as a page: all tests, and for each one its outcomes with what is forbidden. */
final class LitmusSheet {
    private LitmusSheet() {}

    /** @param engine name of the engine */
    static String html(final List<TestResult> results, final String engine) {
        final boolean good = results.stream().noneMatch(TestResult::fails);
        final Sheet sheet = new Sheet("Fairlead litmus", LitmusReport.summary(results), good);
        sheet.fact("engine " + engine);
        sheet.table(
                "tests",
                "All tests",
                "A test that fails shows a forbidden outcome, or misses one that must be seen, or ends with an error.",
                List.of("test", "state", "runs", "outcomes", "what it asks"),
                results.stream()
                        .map(r -> List.of(
                                r.name(),
                                (r.fails() ? "!" : "") + LitmusReport.state(r),
                                Integer.toString(r.schedules()),
                                Integer.toString(r.histogram().size()),
                                r.doc()))
                        .toList());
        results.stream().filter(TestResult::fails).forEach(r -> one(sheet, r));
        results.stream().filter(r -> !r.fails()).forEach(r -> one(sheet, r));
        return sheet.html();
    }

    private static void one(final Sheet sheet, final TestResult r) {
        final Set<String> forbidden =
                r.forbidden().stream().map(TestResult.Finding::outcome).collect(Collectors.toSet());
        final List<Sheet.Bar> bars = r.histogram().entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .map(e -> new Sheet.Bar(
                        e.getKey().isEmpty() ? "ended" : e.getKey(),
                        e.getValue(),
                        forbidden.contains(e.getKey()) ? "bad" : r.isNotRun() ? "soft" : "good",
                        forbidden.contains(e.getKey()) ? "forbidden" : "allowed"))
                .toList();
        final List<String> more = new ArrayList<>(List.of(r.doc()));
        r.forbidden().forEach(f -> more.add("Forbidden: " + times(f)));
        r.errors().forEach(f -> more.add("Error: " + times(f)));
        r.missing().forEach(m -> more.add("Not seen: " + m));
        r.notApplicable().forEach(m -> more.add("Not applicable: " + m));
        if (!r.unjudged().isEmpty()) {
            more.add("Judged by its conditions only: " + r.unjudged());
        }
        if (!r.needs().isEmpty()) {
            more.add("Not run: it needs " + String.join(", ", r.needs()));
        }
        sheet.bars(
                r.name(),
                r.name() + ": " + LitmusReport.state(r),
                more.stream()
                        .filter(m -> !m.isBlank())
                        .map(m -> m.strip() + ".")
                        .collect(Collectors.joining(" ")),
                bars);
        final List<String> repeats = Stream.concat(r.forbidden().stream(), r.errors().stream())
                .map(TestResult.Finding::repro)
                .filter(repro -> !repro.equals("-")) // a contradiction in the file has no run
                .distinct()
                .toList();
        if (!repeats.isEmpty()) {
            final String text =
                    repeats.size() == 1 ? "The first such run alone." : "The first run of each finding alone.";
            sheet.text(r.name() + " repeat", r.name() + ": repeat with", text, repeats);
        }
    }

    private static String times(final TestResult.Finding f) {
        return f.condition() + ", " + f.count() + (f.count() == 1 ? " time" : " times");
    }
}
