// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import fairlead.verdict.Verdict;
import java.util.Locale;

/** Converts a {@link RunReport} to the text that a command prints. */
public final class VerdictTable {
    private VerdictTable() {}

    public static String of(final RunReport run) {
        final StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s on %s, shape %s, seed %d: %s%n%n",
                run.scenario(),
                run.engine(),
                shape(run),
                run.seed(),
                run.ending()));
        text.append(String.format(Locale.ROOT, "%-18s %-14s %12s  %s%n", "verdict", "holds", "checked", "detail"));
        for (final Verdict v : run.verdicts()) {
            text.append(
                    String.format(Locale.ROOT, "%-18s %-14s %12d  %s%n", v.name(), word(v), v.checked(), v.detail()));
        }
        if (run.assertionsMuted() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%d failed assertions of units with an armed fault were muted%n",
                    run.assertionsMuted()));
        }
        final RunReport.Metrics m = run.metrics();
        text.append(String.format(
                Locale.ROOT,
                "%n%d cycles, %d packets, %d flits, %d flit-hops; packet latency mean %.1f, p50 %d, p99 %d, max %d cycles%n",
                run.cycles(),
                m.packets(),
                m.flits(),
                m.flitHops(),
                m.mean(),
                m.p50(),
                m.p99(),
                m.max()));
        final RunReport.Speed s = run.speed();
        text.append(String.format(
                Locale.ROOT,
                "%.2f s wall, %.2f s CPU: %d cycles/s, %d tile-cycles/s, %d flit-hops/s%n",
                s.wallSeconds(),
                s.cpuSeconds(),
                SummaryJson.rate(s.cycles(), s.cpuSeconds()),
                SummaryJson.rate(s.tileCycles(), s.cpuSeconds()),
                SummaryJson.rate(s.flitHops(), s.cpuSeconds())));
        text.append("events ").append(run.eventSha256()).append(System.lineSeparator());
        return text.toString();
    }

    private static String shape(final RunReport run) {
        return run.shape().get(0) + "x" + run.shape().get(1) + "x" + run.shape().get(2)
                + (run.ioTiles() == 0 ? "" : " and " + run.ioTiles() + " I/O tiles");
    }

    private static String word(final Verdict v) {
        return v.holds() == null ? "not exercised" : v.holds() ? "true" : "FALSE";
    }
}
