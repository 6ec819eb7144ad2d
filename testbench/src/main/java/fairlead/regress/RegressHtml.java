// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The index of the results: one file that needs no network, with links to the artefacts beside it. */
final class RegressHtml {
    private RegressHtml() {}

    static String of(final Report report) {
        final boolean good = report.results().stream().allMatch(CaseResult::passed);
        final Sheet sheet = new Sheet(report.suite(), report.summary(), good);
        final String junit = "TEST-" + report.suite() + ".xml";
        sheet.links("Also here:", Map.of(Report.FILE, Report.FILE)).links("JUnit XML:", Map.of(junit, junit));
        report.results().stream().filter(r -> !r.passed()).forEach(r -> detail(sheet, r));
        final List<List<Object>> rows = report.results().stream()
                .sorted(Comparator.comparing(CaseResult::passed))
                .map(RegressHtml::row)
                .toList();
        return sheet.table(
                        "all cases",
                        "All cases",
                        "",
                        List.of("case", "status", "exit", "s", "cycles", "p99 latency, cycles", "bands"),
                        rows)
                .html();
    }

    private static void detail(final Sheet sheet, final CaseResult result) {
        final List<String> lines = new ArrayList<>(result.reasons());
        lines.add("repeat with: " + result.repro());
        final String id = result.of().id();
        sheet.text(id, id + ": " + words(result), "", lines);
        final Map<String, String> files = new LinkedHashMap<>();
        result.files().forEach(f -> files.put(f, result.folder() + "/" + f));
        if (!files.isEmpty()) {
            sheet.links("Artefacts:", files);
        }
    }

    private static String words(final CaseResult result) {
        return result.status().word().replace('_', ' ');
    }

    private static List<Object> row(final CaseResult result) {
        final String id = result.of().id();
        final String bands = result.of().bands().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(b ->
                        b.getKey().word() + " " + (b.getKey() == Metric.EVENTS ? Band.SAME : "\u00b1 " + b.getValue()))
                .collect(Collectors.joining(", "));
        return List.of(
                new Sheet.Cell(id, "", result.passed() ? "" : "#" + id),
                new Sheet.Cell(words(result), result.status().word(), ""),
                result.exit() == CaseProcess.NO_CODE ? "-" : result.exit(),
                String.format(Locale.ROOT, "%.1f", result.seconds()),
                result.metrics().getOrDefault(Metric.CYCLES, "-"),
                result.metrics().getOrDefault(Metric.LATENCY_P99, "-"),
                bands.isEmpty() ? "-" : bands);
    }
}
