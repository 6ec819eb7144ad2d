// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.Plot.Series;
import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import fairlead.search.study.Objective;
import fairlead.search.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a {@link SearchResult} as report.html, one file that needs no network access. */
public final class SearchHtml {
    private static final int KNEES = 3;
    private static final String CELL = "<td>%s</td>";

    private final SearchResult result;
    private final Study study;
    private final StringBuilder text = new StringBuilder();

    private SearchHtml(final SearchResult result) {
        this.result = result;
        study = result.study();
    }

    public static String of(final SearchResult result) {
        return new SearchHtml(result).html();
    }

    private String html() {
        text.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(escape(study.name()))
                .append(
                        "</title><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>:root{color-scheme:light dark}"
                                + "body{font-family:sans-serif;max-width:75em;margin:2em auto;padding:0 1em}svg{max-width:100%;height:auto}"
                                + "table{border-collapse:collapse;margin:1em 0;display:block;overflow-x:auto}td,th{border:1px solid #8888;padding:.2em .6em;text-align:right}"
                                + "pre{background:#8882;padding:1em;overflow:auto}.bad{background:#b3152a;color:#fff}"
                                + "@media(prefers-color-scheme:dark){svg{filter:invert(.9) hue-rotate(180deg)}}</style></head><body>\n");
        text.append("<h1>").append(escape(study.name())).append("</h1>\n");
        summary();
        plots();
        methods();
        knees();
        front();
        confirmation();
        infeasible();
        return text.append("</body></html>\n").toString();
    }

    private void summary() {
        paragraph(String.format(
                Locale.ROOT,
                "%d points in the space, %s: %d simulated with traffic seeds %s, search seed %d; front of %d points.",
                study.size(),
                result.method(),
                result.trials().stream().filter(t -> !t.keys().isEmpty()).count(),
                study.trafficSeeds(),
                study.seed(),
                result.front().size()));
        final Confirmation c = result.confirmation();
        paragraph(
                c == null
                        ? "Not confirmed on the RTL (confirm: none)."
                        : c.equal() && c.good()
                                ? "All " + c.runs().size()
                                        + " runs of the front were repeated on the RTL: every metric and every event is"
                                        + " equal, and every verdict that was exercised holds."
                                : "<b class=\"bad\">The RTL differs from the twin, or a verdict fails: see below.</b>");
        paragraph(escape(result.area().source()));
    }

    private void plots() {
        final List<Objective> o = study.objectives();
        text.append("<h2>Front</h2>\n");
        for (int a = 0; a < o.size(); a++) {
            for (int b = a + 1; b < o.size(); b++) {
                text.append(plot(a, b));
            }
        }
    }

    /** Returns a plot of the last two objectives as one SVG file. */
    public static String picture(final SearchResult result) {
        final int last = result.study().objectives().size() - 1;
        return new SearchHtml(result).plot(last - 1, last);
    }

    private String plot(final int a, final int b) {
        final List<Objective> o = study.objectives();
        final List<Trial> all = SearchResult.feasible(result.trials());
        final List<Genome> uniform = UniformDepths.points(study.genes());
        final List<Series> series = new ArrayList<>();
        series.add(new Series(
                "random baseline",
                "#bbb",
                2,
                points(SearchResult.feasible(result.others().get("random")), a, b)));
        series.add(new Series("search", "#9cf", 2, points(all, a, b)));
        series.add(new Series("front", "#036", 3.5, points(result.front(), a, b)));
        series.add(new Series("knee", "#e50", 4, points(Knees.of(result.front(), KNEES), a, b)));
        series.add(new Series(
                "diagonal",
                "#393",
                4,
                points(all.stream().filter(t -> uniform.contains(t.genome())).toList(), a, b)));
        return new Plot(label(o.get(a)), label(o.get(b)), series).svg();
    }

    private static List<double[]> points(final List<Trial> trials, final int a, final int b) {
        return trials.stream()
                .map(t -> new double[] {t.values().get(a), t.values().get(b)})
                .toList();
    }

    private String label(final Objective objective) {
        return objective.word() + " (" + result.unit(objective) + ")";
    }

    private void methods() {
        text.append("<h2>Against the other methods</h2>\n<table>");
        row("th", List.of("method", "simulated", "front", "hypervolume", "epsilon", "IGD+"));
        for (final SearchResult.Quality q : result.quality()) {
            row(
                    "td",
                    List.of(
                            q.method(),
                            Long.toString(q.simulated()),
                            Integer.toString(q.front()),
                            number(q.hypervolume()),
                            number(q.epsilon()),
                            number(q.igdPlus())));
        }
        text.append("</table>\n");
        paragraph(
                "Hypervolume in the unit cube of all trials, reference 1.1; epsilon (additive) and IGD+ against the best front of all methods.");
    }

    private void knees() {
        text.append("<h2>Knee points</h2>\n");
        for (final Trial trial : Knees.of(result.front(), KNEES)) {
            final String bits = study.bitsByKind(trial.genome()).entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "));
            paragraph("<b>" + escape(values(trial)) + "</b>; bits by kind: " + escape(bits));
            text.append("<pre>").append(escape(study.yaml(trial.genome()))).append("</pre>\n");
        }
    }

    private String values(final Trial trial) {
        final List<String> parts = new ArrayList<>();
        for (int i = 0; i < study.objectives().size(); i++) {
            parts.add(study.objectives().get(i).word() + " "
                    + number(trial.values().get(i)));
        }
        return String.join(", ", parts);
    }

    private void front() {
        text.append("<h2>All points of the front</h2>\n<table>");
        final List<String> head =
                new ArrayList<>(study.genes().stream().map(Gene::brief).toList());
        study.objectives().forEach(o -> head.add(label(o) + " &#177; 95 %"));
        row("th", head);
        for (final Trial trial : result.front()) {
            final List<String> cells = new ArrayList<>();
            for (int i = 0; i < study.genes().size(); i++) {
                cells.add(escape(study.genes().get(i).text(trial.genome().level(i))));
            }
            for (int i = 0; i < study.objectives().size(); i++) {
                final double half = trial.sample().half(i);
                cells.add(number(trial.values().get(i)) + (half > 0 ? " &#177; " + number(half) : ""));
            }
            row("td", cells);
        }
        text.append("</table>\n");
    }

    private void confirmation() {
        if (result.confirmation() == null) {
            return;
        }
        text.append("<h2>Twin against RTL</h2>\n<table>");
        row("th", List.of("point", "traffic seed", "twin", "RTL", "verdict"));
        for (final Confirmation.Run run : result.confirmation().runs()) {
            final String verdict =
                    !run.failure().isEmpty() ? run.failure() : run.difference().isEmpty() ? "equal" : run.difference();
            row(
                    "td",
                    List.of(
                            genes(run.trial()),
                            Long.toString(run.seed()),
                            run.twin().toString(),
                            run.rtl().toString(),
                            escape(verdict)));
        }
        text.append("</table>\n");
    }

    private String genes(final Trial trial) {
        final List<String> parts = new ArrayList<>();
        for (int i = 0; i < study.genes().size(); i++) {
            parts.add(study.genes().get(i).brief() + " "
                    + study.genes().get(i).text(trial.genome().level(i)));
        }
        return String.join(", ", parts);
    }

    private void infeasible() {
        final List<Trial> bad = result.trials().stream()
                .filter(t -> !t.feasible() && !t.keys().isEmpty())
                .toList();
        if (!bad.isEmpty()) {
            text.append("<h2>Simulated and not feasible</h2>\n<table>");
            bad.forEach(t -> row("td", List.of(genes(t), escape(t.why()))));
            text.append("</table>\n");
        }
    }

    private void paragraph(final String html) {
        text.append("<p>").append(html).append("</p>\n");
    }

    private void row(final String cell, final List<String> cells) {
        text.append("<tr>");
        cells.forEach(c -> text.append(String.format(CELL.replace("td", cell), c)));
        text.append("</tr>\n");
    }

    private static String number(final double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.4f", value);
    }

    private static String escape(final String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
