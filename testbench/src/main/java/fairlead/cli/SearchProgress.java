// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.search.Indicators;
import fairlead.search.Search;
import fairlead.search.SearchResult;
import fairlead.search.SearchResult.Scale;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The progress display of a search: evaluations, size of the front, hypervolume and remaining time. On a terminal one
 * line is overwritten; else a line is printed every half minute.
 */
final class SearchProgress implements Search.Listener {
    private static final long TERMINAL_NANOS = 500_000_000L;
    private static final long LOG_NANOS = 30_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private String phase = "";
    private long begin;
    private int beginUsed;
    // Nanoseconds per evaluation in this phase; at the start of a phase, the value of the previous phase.
    private double pace = Double.NaN;
    private long shown;

    /** @param nanos the clock, in nanoseconds */
    SearchProgress(PrintStream out, boolean terminal, LongSupplier nanos) {
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
    }

    @Override
    public void phase(String name, Trials trials) {
        long now = nanos.getAsLong();
        boolean first = !name.equals(phase);
        if (first) {
            phase = name;
            begin = now;
            beginUsed = trials.used();
        } else if (trials.used() > beginUsed) {
            pace = (double) (now - begin) / (trials.used() - beginUsed);
        }
        if (!first && now - shown < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            return;
        }
        shown = now;
        out.print((terminal ? "\r\u001b[K" : "")
                + String.format(
                        Locale.ROOT,
                        "%s: %d of %d evaluations, front %d, hypervolume %s%s",
                        name,
                        trials.used(),
                        trials.budget(),
                        trials.front().size(),
                        hypervolume(trials),
                        left(trials.budget() - trials.used()))
                + (terminal ? "" : System.lineSeparator()));
        out.flush();
    }

    /**
     * Returns the estimated remaining time. The text is empty when only RTL runs remain, whose time cannot be estimated
     * from runs of the twin.
     */
    private String left(int evaluations) {
        return evaluations == 0
                ? ""
                : Double.isNaN(pace)
                        ? ", ? left"
                        : String.format(Locale.ROOT, ", %.0f s left", pace * 1e-9 * evaluations);
    }

    private static String hypervolume(Trials trials) {
        List<Trial> feasible = SearchResult.feasible(trials.all());
        if (feasible.isEmpty()) {
            return "-";
        }
        Scale scale = new Scale(feasible);
        return String.format(
                Locale.ROOT, "%.4f", Indicators.hypervolume(scale.each(trials.front()), scale.reference()));
    }

    void end() {
        if (terminal) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }
}
