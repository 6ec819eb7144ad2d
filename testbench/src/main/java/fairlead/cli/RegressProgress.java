// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The progress display of a suite: cases, rate and remaining time. On a terminal one line is overwritten; else a line
 * is printed every half minute. A case that did not pass gets its own lines at once.
 */
final class RegressProgress {
    private static final long LOG_NANOS = 30_000_000_000L;
    private static final double MINUTE = 60e9;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final boolean terminal;
    private final boolean quiet;
    private final int cases;
    private final LongSupplier nanos;
    private final long begin;
    private long shown;
    private int done;
    private int bad;

    /** @param nanos the clock, in nanoseconds */
    RegressProgress(
            final PrintStream out,
            final boolean terminal,
            final boolean quiet,
            final int cases,
            final LongSupplier nanos) {
        this.out = out;
        this.terminal = terminal;
        this.quiet = quiet;
        this.cases = cases;
        this.nanos = nanos;
        begin = nanos.getAsLong();
        shown = begin;
    }

    /** Notes that a case has ended; the line is empty if it passed. */
    synchronized void ended(final int ended, final String line) {
        done = ended;
        if (!line.isEmpty()) {
            bad++;
            out.println((terminal && !quiet ? CLEAR : "") + line);
        }
        if (terminal) {
            tick();
        }
    }

    /** Shows the state if it is due; called by a timer too, so that a long case does not look like a hang. */
    synchronized void tick() {
        final long now = nanos.getAsLong();
        if (quiet || !terminal && now - shown < LOG_NANOS) {
            return;
        }
        shown = now;
        final double minutes = (now - begin) / MINUTE;
        final String left = done == 0
                ? "? s left"
                : String.format(Locale.ROOT, "%.0f s left", minutes * 60 / done * (cases - done));
        out.print((terminal ? CLEAR : "")
                + String.format(
                        Locale.ROOT,
                        "%d of %d cases, %d not passed, %.0f cases/min, %s",
                        done,
                        cases,
                        bad,
                        minutes == 0 ? 0 : done / minutes,
                        left)
                + (terminal ? "" : System.lineSeparator()));
        out.flush();
    }

    synchronized void end() {
        if (terminal && !quiet) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
