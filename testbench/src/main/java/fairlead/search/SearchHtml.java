// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.view.Sheet;
import fairlead.search.Evolution.UniformDepths;
import fairlead.search.SearchHtml.Plot.Series;
import fairlead.search.SearchResult.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A {@link SearchResult} as a page that needs no network access, and as a picture. */
public final class SearchHtml {
    private static final int KNEES = 3;

    private final SearchResult result;
    private final Study study;

    private SearchHtml(SearchResult result) {
        this.result = result;
        study = result.study();
    }

    public static String of(SearchResult result) {
        return new SearchHtml(result).html();
    }

    private String html() {
        Confirmation c = result.confirmation();
        boolean good = c == null || c.equal() && c.good();
        String said = c == null
                ? "The front: " + result.unconfirmed() + "."
                : good
                        ? "All " + c.runs().size() + " runs of the front were repeated on the RTL: every metric and"
                                + " every event is equal, and every verdict that was exercised holds."
                        : "The RTL differs from the twin, or a verdict fails: see below.";
        Sheet sheet = new Sheet(study.name(), study.name() + (good ? "" : ": " + said), good);
        sheet.fact(String.format(
                Locale.ROOT,
                "%d points in the space, %s: %d simulated with traffic seeds %s, search seed %d; front of %d points.",
                study.size(),
                result.method(),
                result.trials().stream().filter(t -> !t.keys().isEmpty()).count(),
                study.trafficSeeds(),
                study.seed(),
                result.front().size()));
        sheet.fact(said).fact(result.area().source());
        for (int a = 0; a < study.objectives().size(); a++) {
            for (int b = a + 1; b < study.objectives().size(); b++) {
                sheet.picture("front" + a + b, "Front", word(a) + " and " + word(b), plot(a, b));
            }
        }
        methods(sheet);
        knees(sheet);
        front(sheet);
        confirmation(sheet);
        List<List<String>> bad =
                result.failed().stream().map(t -> List.of(genes(t), t.why())).toList();
        if (!bad.isEmpty()) {
            sheet.table("infeasible", "Simulated and not feasible", "", List.of("point", "why"), bad);
        }
        return sheet.html();
    }

    /** Returns a plot of the last two objectives as one SVG file. */
    public static String picture(SearchResult result) {
        int last = result.study().objectives().size() - 1;
        return new SearchHtml(result).plot(last - 1, last);
    }

    private String plot(int a, int b) {
        List<Trial> all = SearchResult.feasible(result.trials());
        List<Genome> uniform = UniformDepths.points(study.genes());
        List<Trial> diagonal =
                all.stream().filter(t -> uniform.contains(t.genome())).toList();
        List<Trial> random = SearchResult.feasible(result.others().get("random"));
        List<Series> series = List.of(
                new Series("random baseline", "#bbb", 2, points(random, a, b)),
                new Series("search", "#9cf", 2, points(all, a, b)),
                new Series("front", "#036", 3.5, points(result.front(), a, b)),
                new Series("knee", "#e50", 4, points(nearest(), a, b)),
                new Series("diagonal", "#393", 4, points(diagonal, a, b)));
        return new Plot(label(a), label(b), series).svg();
    }

    private static List<double[]> points(List<Trial> trials, int a, int b) {
        return trials.stream()
                .map(t -> new double[] {t.values().get(a), t.values().get(b)})
                .toList();
    }

    private String word(int objective) {
        return study.objectives().get(objective).word();
    }

    private String label(int objective) {
        return word(objective) + " (" + result.unit(study.objectives().get(objective)) + ")";
    }

    private void methods(Sheet sheet) {
        sheet.table(
                "methods",
                "Against the other methods",
                "Hypervolume in the unit cube of all trials, reference 1.1.",
                List.of("method", "simulated", "front", "hypervolume"),
                result.quality().stream()
                        .map(q -> List.of(q.method(), q.simulated(), q.front(), number(q.hypervolume())))
                        .toList());
    }

    /** The points of the front that are nearest to the best value of every objective, in the unit cube of the front. */
    private List<Trial> nearest() {
        if (result.front().isEmpty()) {
            return List.of();
        }
        Scale scale = new Scale(result.front());
        return result.front().stream()
                .sorted(Comparator.<Trial>comparingDouble(
                                t -> Arrays.stream(scale.of(t)).map(x -> x * x).sum())
                        .thenComparing(Trial::genome))
                .limit(KNEES)
                .toList();
    }

    private void knees(Sheet sheet) {
        for (Trial trial : nearest()) {
            String values = IntStream.range(0, study.objectives().size())
                    .mapToObj(i -> word(i) + " " + number(trial.values().get(i)))
                    .collect(Collectors.joining(", "));
            String bits = study.facts(trial.genome()).bitsByKind().entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "));
            List<String> yaml = study.yaml(trial.genome()).lines().toList();
            sheet.text(genes(trial), "Knee points: " + values, "Bits by kind: " + bits, yaml);
        }
    }

    private void front(Sheet sheet) {
        List<String> head =
                new ArrayList<>(study.genes().stream().map(Gene::brief).toList());
        IntStream.range(0, study.objectives().size()).forEach(i -> head.add(label(i) + " \u00b1 95 %"));
        List<List<String>> rows = new ArrayList<>();
        for (Trial trial : result.front()) {
            List<String> cells = new ArrayList<>(study.texts(trial.genome()));
            for (int i = 0; i < study.objectives().size(); i++) {
                double half = trial.sample().half(i);
                cells.add(number(trial.values().get(i)) + (half > 0 ? " \u00b1 " + number(half) : ""));
            }
            rows.add(cells);
        }
        sheet.table("points", "All points of the front", "", head, rows);
    }

    private void confirmation(Sheet sheet) {
        if (result.confirmation() != null) {
            sheet.table(
                    "confirmation",
                    "Twin against RTL",
                    "",
                    List.of("point", "traffic seed", "twin", "RTL", "verdict"),
                    result.confirmation().runs().stream()
                            .map(r -> List.of(
                                    genes(r.trial()),
                                    r.seed(),
                                    r.twin(),
                                    r.rtl(),
                                    r.wrong().isEmpty() ? "equal" : "!" + r.wrong()))
                            .toList());
        }
    }

    private String genes(Trial trial) {
        return IntStream.range(0, study.genes().size())
                .mapToObj(i -> study.genes().get(i).brief() + " "
                        + study.texts(trial.genome()).get(i))
                .collect(Collectors.joining(", "));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) && Math.abs(value) < 1e15 ? "%.0f" : "%.4f", value);
    }

    /** A scatter plot of two objectives as inline SVG. */
    static final class Plot {
        private static final int WIDTH = 560;
        private static final int HEIGHT = 380;
        private static final int LEFT = 80;
        private static final int BOTTOM = 50;
        private static final int TOP = 15;
        private static final int RIGHT = 15;
        private static final int TICKS = 5;

        /** A set of points with the same colour and radius. */
        record Series(String name, String colour, double radius, List<double[]> points) {}

        private final double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        private final double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        private final List<Series> series;
        private final String[] labels;

        Plot(String labelX, String labelY, List<Series> series) {
            this.series = series;
            labels = new String[] {labelX, labelY};
            for (Series s : series) {
                for (double[] p : s.points()) {
                    for (int i = 0; i < 2; i++) {
                        low[i] = Math.min(low[i], p[i]);
                        high[i] = Math.max(high[i], p[i]);
                    }
                }
            }
        }

        private double x(double value) {
            return LEFT + share(value, 0) * (WIDTH - LEFT - RIGHT);
        }

        private double y(double value) {
            return HEIGHT - BOTTOM - share(value, 1) * (HEIGHT - BOTTOM - TOP);
        }

        private double share(double value, int axis) {
            return high[axis] > low[axis] ? (value - low[axis]) / (high[axis] - low[axis]) : 0.5;
        }

        String svg() {
            StringBuilder svg = new StringBuilder();
            svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + ' ' + HEIGHT + "\" width=\""
                    + WIDTH + "\" font-family=\"sans-serif\" font-size=\"11\">\n");
            svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
            for (int i = 0; i <= TICKS; i++) {
                double vx = low[0] + (high[0] - low[0]) * i / TICKS;
                double vy = low[1] + (high[1] - low[1]) * i / TICKS;
                line(svg, x(vx), TOP, x(vx), HEIGHT - BOTTOM);
                line(svg, LEFT, y(vy), WIDTH - RIGHT, y(vy));
                text(svg, x(vx), HEIGHT - BOTTOM + 15, "middle", number(vx));
                text(svg, LEFT - 5, y(vy) + 4, "end", number(vy));
            }
            text(svg, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 18, "middle", labels[0]);
            svg.append("<text transform=\"translate(14,")
                    .append(HEIGHT / 2)
                    .append(") rotate(-90)\" text-anchor=\"middle\">");
            svg.append(labels[1]).append("</text>\n");
            double at = LEFT;
            for (Series s : series) {
                for (double[] p : s.points()) {
                    svg.append(String.format(
                            Locale.ROOT,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>%n",
                            x(p[0]),
                            y(p[1]),
                            s.radius(),
                            s.colour()));
                }
                svg.append(String.format(
                        Locale.ROOT,
                        "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"%s\"/>%n",
                        at,
                        HEIGHT - 6,
                        s.colour()));
                text(svg, at + 8, HEIGHT - 2, "start", s.name());
                at += 18 + 7.0 * s.name().length();
            }
            return svg.append("</svg>\n").toString();
        }

        private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
                    x1,
                    y1,
                    x2,
                    y2));
        }

        private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
            svg.append(String.format(
                    Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
        }
    }
}
