// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;

/** The rows of a sweep as a table, as CSV and as a page. */
public final class SweepText {
    private static final String COLUMN = "%16s";
    private static final String LOAD = "workload.load";
    private static final String RATE = "flits per node and cycle";
    private static final Map<String, String> UNITS = Map.of(
            "cycles",
            "cycles",
            "latency",
            "mean latency in cycles",
            "p99",
            "latency in cycles",
            "accepted",
            RATE,
            "accepted_least",
            RATE + ", of the node that gets least",
            "saturation",
            RATE);

    private SweepText() {}

    public static String tableHead(final Sweep.Row first) {
        final StringBuilder line = new StringBuilder();
        first.point().axes().forEach(axis -> line.append(String.format(Locale.ROOT, COLUMN, last(axis.path()))));
        first.metrics().keySet().forEach(name -> line.append(String.format(Locale.ROOT, "%22s", name)));
        return line.append("  good").toString();
    }

    /** Returns one table row: each metric as its mean and half the width of its 95 % confidence interval. */
    public static String tableRow(final Sweep.Row row) {
        final StringBuilder line = new StringBuilder();
        row.point().values().forEach(value -> line.append(String.format(Locale.ROOT, COLUMN, value)));
        row.metrics()
                .values()
                .forEach(e -> line.append(String.format(
                        Locale.ROOT,
                        "%22s",
                        number(e.mean()) + (Double.isNaN(e.half()) ? "" : " +-" + number(e.half())))));
        return line.append(String.format(Locale.ROOT, "  %d/%d", row.good(), row.repeats()))
                .append(row.notes().isEmpty() ? "" : "  " + row.notes())
                .toString();
    }

    private static String number(final double value) {
        final double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1000 ? "%.0f" : size >= 10 ? "%.2f" : "%.4f", value);
    }

    public static String csv(final List<Sweep.Row> rows) {
        final StringBuilder text = new StringBuilder();
        for (final Sweep.Row row : rows) {
            if (text.length() == 0) {
                final List<Object> head = new ArrayList<>(
                        row.point().axes().stream().map(Axis::path).toList());
                for (final String name : row.metrics().keySet()) {
                    head.addAll(List.of(name, name + "_ci95", name + "_min", name + "_max"));
                }
                head.addAll(List.of("good", "repeats"));
                text.append(line(head));
            }
            final List<Object> cells = new ArrayList<>(row.point().values());
            for (final Estimate v : row.metrics().values()) {
                cells.addAll(List.of(full(v.mean()), full(v.half()), full(v.min()), full(v.max())));
            }
            cells.addAll(List.of(row.good(), row.repeats()));
            text.append(line(cells));
        }
        return text.toString();
    }

    private static String line(final List<Object> cells) {
        return CSVFormat.RFC4180.format(cells.toArray()) + "\n";
    }

    private static Object full(final double value) {
        return Double.isNaN(value) ? "" : value;
    }

    private static String last(final String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /**
     * Returns a page: a figure for each metric over the last axis, with a curve for each value of the other axes.
     *
     * @param name name of the scenario
     * @param knee load of saturation that a bisection found, or NaN
     */
    public static String html(final String name, final List<Sweep.Row> rows, final double knee) {
        final long bad = rows.stream().filter(r -> r.good() < r.repeats()).count();
        final String lead = Double.isNaN(knee)
                ? rows.size() + " points, " + (bad == 0 ? "all of them good" : bad + " of them not good")
                : String.format(Locale.ROOT, "Saturates at a load of %.3f flits per node and cycle", knee);
        final Sheet sheet = new Sheet("Fairlead sweep: " + name, name + ": " + lead, true);
        final int runs = rows.get(0).repeats();
        sheet.fact(runs == 1 ? "one run of each point" : runs + " runs of each point");
        sheet.fact("bars are 95 % confidence intervals");
        sheet.fact("a hollow point has a run that is not steady, is saturated, or has a verdict that fails");
        final List<Axis> axes = rows.get(0).point().axes();
        if (!axes.isEmpty() && rows.stream().allMatch(SweepText::isNumeric)) {
            for (final String metric : rows.get(0).metrics().keySet()) {
                figure(sheet, rows, metric, knee);
            }
        }
        final List<String> head = new ArrayList<>(axes.stream().map(Axis::path).toList());
        rows.get(0).metrics().keySet().forEach(m -> head.addAll(List.of(m, "\u00b1")));
        head.addAll(List.of("good", ""));
        sheet.table("rows", "All points", "Means and half the widths of their intervals.", head, table(rows));
        return sheet.html();
    }

    private static String lastValue(final Sweep.Row row) {
        return row.point().values().get(row.point().values().size() - 1);
    }

    private static boolean isNumeric(final Sweep.Row row) {
        return lastValue(row).matches("[0-9]+(\\.[0-9]+)?");
    }

    private static void figure(final Sheet sheet, final List<Sweep.Row> rows, final String metric, final double knee) {
        final Map<String, List<Sheet.Point>> curves = new LinkedHashMap<>();
        for (final Sweep.Row row : rows) {
            final Estimate value = row.metrics().get(metric);
            if (value.repeats() > 0 && !Double.isNaN(value.mean())) {
                final List<String> others =
                        row.point().overrides().subList(0, row.point().axes().size() - 1);
                curves.computeIfAbsent(others.isEmpty() ? metric : String.join(", ", others), k -> new ArrayList<>())
                        .add(new Sheet.Point(
                                Double.parseDouble(lastValue(row)),
                                value.mean(),
                                value.half(),
                                row.good() == row.repeats(),
                                row.notes()));
            }
        }
        final List<Axis> axes = rows.get(0).point().axes();
        final String x = axes.get(axes.size() - 1).path();
        final List<Sheet.Mark> marks = Double.isNaN(knee) || !x.equals(LOAD)
                ? List.of()
                : List.of(new Sheet.Mark(knee, String.format(Locale.ROOT, "saturation %.3f", knee)));
        sheet.lines(
                metric,
                metric + " over " + x,
                "",
                x,
                UNITS.getOrDefault(metric, metric),
                curves.entrySet().stream()
                        .map(e -> new Sheet.Curve(
                                e.getKey(),
                                e.getValue().stream()
                                        .sorted((a, b) -> Double.compare(a.x(), b.x()))
                                        .toList()))
                        .toList(),
                marks);
    }

    private static List<List<String>> table(final List<Sweep.Row> rows) {
        final List<List<String>> table = new ArrayList<>();
        final List<Sweep.Row> sorted = new ArrayList<>(rows);
        if (rows.stream().allMatch(r -> r.point().values().size() == 1 && isNumeric(r))) {
            sorted.sort((a, b) -> Double.compare(Double.parseDouble(lastValue(a)), Double.parseDouble(lastValue(b))));
        }
        for (final Sweep.Row row : sorted) {
            final List<String> cells = new ArrayList<>(row.point().values());
            for (final Estimate e : row.metrics().values()) {
                cells.add(cell(e.mean()));
                cells.add(cell(e.half()));
            }
            cells.add((row.good() < row.repeats() ? "!" : "") + row.good() + "/" + row.repeats());
            cells.add(row.notes());
            table.add(cells);
        }
        return table;
    }

    private static String cell(final double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : "%.4f", value);
    }
}
