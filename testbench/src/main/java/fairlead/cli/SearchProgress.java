// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.front.Hypervolume;
import fairlead.search.Scale;
import fairlead.search.Search;
import fairlead.search.SearchResult;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Evaluations, front, hypervolume and time left: one line that is rewritten on a terminal, a line every half minute elsewhere. */
final class SearchProgress implements Search.Listener {
    private static final long TERMINAL_NANOS = 500_000_000L;
    private static final long LOG_NANOS = 30_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private String phase = "";
    private long begin;
    private int beginUsed;
    private long shown;

    SearchProgress(final PrintStream out, final boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void phase(final String name, final Trials trials) {
        final long now = System.nanoTime();
        final boolean first = !name.equals(phase);
        if (first) {
            phase = name;
            begin = now;
            beginUsed = trials.used();
        } else if (now - shown < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            return;
        }
        shown = now;
        final int done = trials.used() - beginUsed;
        final String left = first || done == 0
                ? "?"
                : String.format(Locale.ROOT, "%.0f s", (now - begin) * 1e-9 * (trials.budget() - trials.used()) / done);
        out.print((terminal ? "\r\u001b[K" : "")
                + String.format(
                        Locale.ROOT,
                        "%s: %d of %d evaluations, front %d, hypervolume %s, %s left",
                        name,
                        trials.used(),
                        trials.budget(),
                        trials.front().size(),
                        hypervolume(trials),
                        left)
                + (terminal ? "" : System.lineSeparator()));
        out.flush();
    }

    private static String hypervolume(final Trials trials) {
        final List<Trial> feasible = SearchResult.feasible(trials.all());
        if (feasible.isEmpty()) {
            return "-";
        }
        final Scale scale = Scale.of(feasible);
        return String.format(Locale.ROOT, "%.4f", Hypervolume.of(scale.each(trials.front()), scale.reference()));
    }

    void end() {
        if (terminal) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }
}
