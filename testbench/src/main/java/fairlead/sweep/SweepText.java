// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;

/** The rows of a sweep as a table and as CSV. */
public final class SweepText {
    private static final String COLUMN = "%16s";

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
                final List<Object> head = new ArrayList<>();
                row.point().axes().forEach(axis -> head.add(axis.path()));
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
}
