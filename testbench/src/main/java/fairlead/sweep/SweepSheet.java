// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.run.view.Sheet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of a sweep as a page: a figure for each metric over the last axis, a curve for each value of the others. */
public final class SweepSheet {
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

    private SweepSheet() {}

    /**
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
        if (!axes.isEmpty() && rows.stream().allMatch(SweepSheet::isNumeric)) {
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

    private static String last(final Sweep.Row row) {
        return row.point().values().get(row.point().values().size() - 1);
    }

    private static boolean isNumeric(final Sweep.Row row) {
        return last(row).matches("[0-9]+(\\.[0-9]+)?");
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
                                Double.parseDouble(last(row)),
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
            sorted.sort((a, b) -> Double.compare(Double.parseDouble(last(a)), Double.parseDouble(last(b))));
        }
        for (final Sweep.Row row : sorted) {
            final List<String> cells = new ArrayList<>(row.point().values());
            for (final Estimate e : row.metrics().values()) {
                cells.add(number(e.mean()));
                cells.add(number(e.half()));
            }
            cells.add((row.good() < row.repeats() ? "!" : "") + row.good() + "/" + row.repeats());
            cells.add(row.notes());
            table.add(cells);
        }
        return table;
    }

    private static String number(final double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : "%.4f", value);
    }
}
