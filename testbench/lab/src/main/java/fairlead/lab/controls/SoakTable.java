// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.lab.faults.MarkedPart;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of a soak as text. */
public final class SoakTable {
    public static final MarkedPart PART = new MarkedPart("<!-- BEGIN SOAK -->", "<!-- END SOAK -->");

    private static final String HEAD =
            "| positive control | engine | runs | tile-cycles | saturated | false alarms | CPU s |\n"
                    + "|---|---|---|---|---|---|---|\n";

    private SoakTable() {}

    /** Returns one result as a line for a terminal. */
    public static String line(final SoakResult r) {
        return String.format(
                Locale.ROOT,
                "%s %s on %s: %d runs, %d tile-cycles, %d saturated, %d false alarms, %.1f s CPU%s",
                r.passed() ? "ok  " : "FAIL",
                r.id(),
                r.engine(),
                r.runs(),
                r.tileCycles(),
                r.saturated(),
                r.alarms(),
                r.cpuSeconds(),
                r.detail().isEmpty() ? "" : "\n     " + r.detail().replace("\n", "\n     "));
    }

    /** Returns all results summed up in one line. */
    public static String summary(final List<SoakResult> results) {
        return results.stream().mapToInt(SoakResult::alarms).sum() + " false alarms in " + results.size()
                + " positive controls, "
                + results.stream().mapToLong(SoakResult::saturated).sum() + " saturated tile-cycles of "
                + results.stream().mapToLong(SoakResult::tileCycles).sum();
    }

    /**
     * Returns the page with the rows of these controls on this engine replaced or added; all other rows are unchanged.
     */
    public static String into(final String page, final List<SoakResult> results) {
        final Map<String, String> rows = new HashMap<>();
        PART.of(page)
                .lines()
                .filter(line -> line.startsWith("| P"))
                .forEach(line -> rows.put(line.substring(0, line.indexOf('|', line.indexOf('|', 1) + 1)), line));
        results.forEach(r -> rows.put(key(r.id(), r.engine()), row(r)));
        final StringBuilder text = new StringBuilder(HEAD);
        for (final String id : Controls.positiveIds()) {
            for (final String engine : List.of("rtl", "model")) {
                final String row = rows.get(key(id, engine));
                text.append(row == null ? "" : row + "\n");
            }
        }
        return PART.replaced(page, text.toString());
    }

    private static String key(final String id, final String engine) {
        return "| " + id + " | " + engine + " ";
    }

    private static String row(final SoakResult r) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %,d | %s | %d | %.0f |",
                r.id(),
                r.engine(),
                r.runs(),
                r.tileCycles(),
                r.stalled() ? "all waiting" : String.format(Locale.ROOT, "%,d", r.saturated()),
                r.alarms(),
                r.cpuSeconds());
    }
}
