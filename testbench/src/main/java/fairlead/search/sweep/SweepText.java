// SPDX-License-Identifier: Apache-2.0
package fairlead.search.sweep;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

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
                        Locale.ROOT, "%22s", number(e.mean()) + (e.repeats() < 2 ? "" : " +-" + number(e.half())))));
        return line.append(String.format(Locale.ROOT, "  %d/%d", row.good(), row.repeats()))
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
                final StringJoiner head = new StringJoiner(",");
                row.point().axes().forEach(axis -> head.add(axis.path()));
                for (final String name : row.metrics().keySet()) {
                    head.add(name).add(name + "_ci95").add(name + "_min").add(name + "_max");
                }
                text.append(head.add("good").add("repeats")).append('\n');
            }
            final StringJoiner line = new StringJoiner(",");
            row.point().values().forEach(value -> line.add(value.contains(",") ? '"' + value + '"' : value));
            for (final Map.Entry<String, Estimate> e : row.metrics().entrySet()) {
                final Estimate v = e.getValue();
                line.add(full(v.mean())).add(full(v.half())).add(full(v.min())).add(full(v.max()));
            }
            text.append(line.add(Integer.toString(row.good())).add(Integer.toString(row.repeats())))
                    .append('\n');
        }
        return text.toString();
    }

    private static String full(final double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }

    private static String last(final String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
