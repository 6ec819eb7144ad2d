// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import fairlead.run.view.Sheet;
import fairlead.sweep.Sweep.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    public static String tableHead(Sweep.Row first) {
        StringBuilder line = new StringBuilder();
        paths(first).forEach(path -> line.append(format(COLUMN, path.substring(path.lastIndexOf('.') + 1))));
        first.metrics().keySet().forEach(name -> line.append(format("%22s", name)));
        return line.append("  good").toString();
    }

    /** Returns one table row: each metric as its mean and half the width of its 95 % confidence interval. */
    public static String tableRow(Sweep.Row row) {
        StringBuilder line = new StringBuilder();
        row.point().values().forEach(value -> line.append(format(COLUMN, value)));
        for (Estimate e : row.metrics().values()) {
            line.append(format("%22s", number(e.mean()) + (Double.isNaN(e.half()) ? "" : " +-" + number(e.half()))));
        }
        return line.append(format("  %d/%d", row.good(), row.repeats()))
                .append(row.notes().isEmpty() ? "" : "  " + row.notes())
                .toString();
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return Double.isNaN(value) ? "-" : format(size >= 1000 ? "%.0f" : size >= 10 ? "%.2f" : "%.4f", value);
    }

    private static List<String> paths(Sweep.Row row) {
        return row.point().axes().stream().map(Axis::path).toList();
    }

    public static String csv(List<Sweep.Row> rows) {
        StringBuilder text = new StringBuilder();
        if (!rows.isEmpty()) {
            List<Object> head = new ArrayList<>(paths(rows.get(0)));
            for (String name : rows.get(0).metrics().keySet()) {
                head.addAll(List.of(name, name + "_ci95", name + "_min", name + "_max"));
            }
            head.addAll(List.of("good", "undecided", "repeats"));
            text.append(CSVFormat.RFC4180.format(head.toArray())).append('\n');
        }
        for (Sweep.Row row : rows) {
            List<Object> cells = new ArrayList<>(row.point().values());
            for (Estimate v : row.metrics().values()) {
                Stream.of(v.mean(), v.half(), v.min(), v.max()).forEach(n -> cells.add(Double.isNaN(n) ? "" : n));
            }
            cells.addAll(List.of(row.good(), row.undecided(), row.repeats()));
            text.append(CSVFormat.RFC4180.format(cells.toArray())).append('\n');
        }
        return text.toString();
    }

    /**
     * Returns a page: a figure for each metric over the last axis, with a curve for each value of the other axes.
     *
     * @param knee load of saturation that a bisection found, or NaN
     */
    public static String html(String name, List<Sweep.Row> rows, double knee) {
        Sweep.Row first = rows.get(0);
        long bad = rows.stream().filter(r -> r.good() < r.repeats()).count();
        String lead = Double.isNaN(knee)
                ? rows.size() + " points, " + (bad == 0 ? "all of them good" : bad + " of them not good")
                : format("Saturates at a load of %.3f flits per node and cycle", knee);
        Sheet sheet = new Sheet("Fairlead sweep: " + name, name + ": " + lead, true);
        sheet.fact(first.repeats() == 1 ? "one run of each point" : first.repeats() + " runs of each point");
        sheet.fact("bars are 95 % confidence intervals");
        sheet.fact("a hollow point has a run that is not steady, is saturated, or has a verdict that fails");
        if (!paths(first).isEmpty() && rows.stream().allMatch(SweepText::isNumeric)) {
            first.metrics().keySet().forEach(metric -> figure(sheet, rows, metric, knee));
        }
        List<String> head = new ArrayList<>(paths(first));
        first.metrics().keySet().forEach(m -> head.addAll(List.of(m, "\u00b1")));
        head.addAll(List.of("good", ""));
        sheet.table("rows", "All points", "Means and half the widths of their intervals.", head, table(rows));
        return sheet.html();
    }

    private static String lastValue(Sweep.Row row) {
        return row.point().values().get(row.point().values().size() - 1);
    }

    private static double lastNumber(Sweep.Row row) {
        return Double.parseDouble(lastValue(row));
    }

    private static boolean isNumeric(Sweep.Row row) {
        return lastValue(row).matches("[0-9]+(\\.[0-9]+)?");
    }

    private static void figure(Sheet sheet, List<Sweep.Row> rows, String metric, double knee) {
        int axes = paths(rows.get(0)).size();
        Map<String, List<Sheet.Point>> curves = new LinkedHashMap<>();
        for (Sweep.Row row : rows) {
            Estimate value = row.metrics().get(metric);
            if (value.repeats() > 0 && !Double.isNaN(value.mean())) {
                String others = String.join(", ", row.point().overrides().subList(0, axes - 1));
                boolean good = row.good() == row.repeats();
                curves.computeIfAbsent(axes == 1 ? metric : others, k -> new ArrayList<>())
                        .add(new Sheet.Point(lastNumber(row), value.mean(), value.half(), good, row.notes()));
            }
        }
        String x = paths(rows.get(0)).get(axes - 1);
        List<Sheet.Mark> marks = Double.isNaN(knee) || !x.equals(LOAD)
                ? List.of()
                : List.of(new Sheet.Mark(knee, format("saturation %.3f", knee)));
        List<Sheet.Curve> sorted = new ArrayList<>();
        curves.forEach((of, points) -> {
            points.sort(Comparator.comparingDouble(Sheet.Point::x));
            sorted.add(new Sheet.Curve(of, points));
        });
        sheet.lines(metric, metric + " over " + x, "", x, UNITS.getOrDefault(metric, metric), sorted, marks);
    }

    private static List<List<String>> table(List<Sweep.Row> rows) {
        List<List<String>> table = new ArrayList<>();
        List<Sweep.Row> sorted = new ArrayList<>(rows);
        if (rows.stream().allMatch(r -> r.point().values().size() == 1 && isNumeric(r))) {
            sorted.sort(Comparator.comparingDouble(SweepText::lastNumber));
        }
        for (Sweep.Row row : sorted) {
            List<String> cells = new ArrayList<>(row.point().values());
            row.metrics().values().forEach(e -> cells.addAll(List.of(cell(e.mean()), cell(e.half()))));
            cells.add((row.good() < row.repeats() ? "!" : "") + row.good() + "/" + row.repeats());
            cells.add(row.notes());
            table.add(cells);
        }
        return table;
    }

    private static String cell(double value) {
        return Double.isNaN(value) ? "" : format(Math.abs(value) >= 100 ? "%.1f" : "%.4f", value);
    }
}
