// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.litmus.run.LitmusReport;
import fairlead.litmus.run.TestResult;
import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
        results.forEach(r -> one(sheet, r));
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
        final List<String> more = new ArrayList<>();
        for (final TestResult.Finding f : r.forbidden()) {
            more.add("Forbidden: " + f.condition() + ", " + f.count() + " times. Repeat with: " + f.repro());
        }
        for (final TestResult.Finding f : r.errors()) {
            more.add("Error: " + f.condition() + ", " + f.count() + " times. Repeat with: " + f.repro());
        }
        r.missing().forEach(m -> more.add("Not seen: " + m));
        r.notApplicable().forEach(m -> more.add("Not applicable: " + m));
        if (!r.needs().isEmpty()) {
            more.add("Not run: it needs " + String.join(", ", r.needs()));
        }
        sheet.bars(
                r.name(),
                r.name() + ": " + LitmusReport.state(r),
                (r.doc() + ". " + String.join(". ", more)).strip(),
                bars);
    }
}
