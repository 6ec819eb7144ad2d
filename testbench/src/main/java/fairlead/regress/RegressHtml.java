// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.regress.CaseResult.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The index of the results: one file that needs no network, with links to the artefacts beside it. */
final class RegressHtml {
    private static final String HEAD = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>%s</title><style>"
            + ":root{color-scheme:light dark}body{font-family:sans-serif;max-width:75em;margin:1.5em auto;padding:0 1em}"
            + ".wide{overflow-x:auto}table{border-collapse:collapse;margin:1em 0}"
            + "td,th{border-bottom:1px solid #8886;padding:.3em .7em;text-align:left;vertical-align:top;white-space:nowrap}"
            + "td.n{text-align:right;font-variant-numeric:tabular-nums}code{overflow-wrap:anywhere}"
            + ".passed{color:#17803d}.failed,.error{color:#d02525;font-weight:bold}.not_run{color:#976000}"
            + "@media(prefers-color-scheme:dark){.passed{color:#5fd38a}.failed,.error{color:#ff8a80}.not_run{color:#e8b84a}}"
            + "</style></head><body>\n";

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    private RegressHtml(final Report report) {
        this.report = report;
    }

    static String of(final Report report) {
        return new RegressHtml(report).html();
    }

    private String html() {
        text.append(String.format(HEAD, escape(report.suite())));
        text.append("<h1>").append(escape(report.suite())).append("</h1>\n<p>");
        text.append(escape(report.summary())).append("</p>\n");
        text.append("<p>Also here: <a href=\"")
                .append(ResultsJson.FILE)
                .append("\">")
                .append(ResultsJson.FILE);
        text.append("</a>, <a href=\"TEST-").append(escape(report.suite())).append(".xml\">JUnit XML</a></p>\n");
        final List<CaseResult> bad =
                report.results().stream().filter(r -> !r.passed()).toList();
        bad.forEach(this::detail);
        table();
        return text.append("</body></html>\n").toString();
    }

    private void detail(final CaseResult result) {
        text.append("<h2 id=\"")
                .append(escape(result.of().id()))
                .append("\">")
                .append(escape(result.of().id()));
        text.append(": ").append(status(result.status())).append("</h2>\n<ul>");
        result.reasons().forEach(r -> text.append("<li>").append(escape(r)).append("</li>"));
        text.append("</ul>\n<p>Repeat with: <code>")
                .append(escape(result.repro()))
                .append("</code></p>\n");
        if (!result.files().isEmpty()) {
            text.append("<p>Artefacts: ")
                    .append(result.files().stream()
                            .map(f -> "<a href=\"" + escape(result.folder() + "/" + f) + "\">" + escape(f) + "</a>")
                            .collect(Collectors.joining(", ")))
                    .append("</p>\n");
        }
    }

    private void table() {
        text.append("<h2>All cases</h2>\n<div class=\"wide\"><table><tr><th>case</th><th>status</th><th>exit</th>"
                + "<th>s</th><th>cycles</th><th>p99 latency, cycles</th><th>bands</th></tr>\n");
        report.results().stream()
                .sorted(Comparator.comparing(CaseResult::passed))
                .forEach(this::row);
        text.append("</table></div>\n");
    }

    private void row(final CaseResult result) {
        final String id = escape(result.of().id());
        text.append("<tr><td>").append(result.passed() ? id : "<a href=\"#" + id + "\">" + id + "</a>");
        text.append("</td><td>").append(status(result.status()));
        text.append("</td><td class=\"n\">").append(result.exit() == CaseProcess.NO_CODE ? "-" : result.exit());
        text.append("</td><td class=\"n\">").append(String.format(Locale.ROOT, "%.1f", result.seconds()));
        text.append("</td><td class=\"n\">").append(result.metrics().getOrDefault(Metric.CYCLES, "-"));
        text.append("</td><td class=\"n\">").append(result.metrics().getOrDefault(Metric.LATENCY_P99, "-"));
        text.append("</td><td>").append(bands(result.of().bands())).append("</td></tr>\n");
    }

    private static String bands(final Map<Metric, Band> bands) {
        return bands.isEmpty()
                ? "-"
                : bands.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(b -> b.getKey().word() + " "
                                + (b.getKey() == Metric.EVENTS ? Band.SAME : "&#177; " + b.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String status(final Status status) {
        return "<span class=\"" + status.word() + "\">" + status.word().replace('_', ' ') + "</span>";
    }

    private static String escape(final String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
