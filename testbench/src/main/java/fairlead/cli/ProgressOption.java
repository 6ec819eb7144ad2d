// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import picocli.CommandLine.Option;

/** The option that keeps the progress display of a command from stderr, and the display of counted work. */
public final class ProgressOption {
    @Option(
            names = {"--no-progress", "--quiet"},
            description = "no progress on stderr")
    private boolean quiet;

    /** Says on stderr what a command begins to do. */
    void tell(String what) {
        if (!quiet) {
            System.err.println("fairlead: " + what);
        }
    }

    /** Begins the display of a run: what it shows is the caller's. */
    Line line() {
        boolean overwrites = System.console() != null;
        long period = overwrites ? Line.SECOND / 5 : 60 * Line.SECOND;
        return new Line(quiet ? null : System.err, overwrites, period, System::nanoTime);
    }

    /**
     * Begins the display of a command that prints nothing else meanwhile.
     *
     * @param unit what is counted, in the plural
     * @param total how many there are, or 0 if that is not known
     */
    public CountedProgress of(String unit, long total) {
        return begin(System.console() != null, unit, total);
    }

    /** Begins the display of a command that prints a row for each; so a terminal gets a line every half minute, too. */
    public CountedProgress besideRows(String unit, long total) {
        return begin(false, unit, total);
    }

    private CountedProgress begin(boolean overwrites, String unit, long total) {
        return new CountedProgress(quiet ? null : System.err, overwrites, unit, total, System::nanoTime).started();
    }

    /** A progress display: on a terminal one line that is overwritten, else a line when some time has passed. */
    static final class Line {
        static final long SECOND = 1_000_000_000;
        private static final String CLEAR = "\r\u001b[K";

        private final PrintStream out; // null if nothing is to be shown
        private final boolean overwrites;
        private final long period;
        private final LongSupplier nanos;
        private final long begin;
        private long shown;
        private boolean isDirty;

        /** @param nanos the clock, in nanoseconds, as the least time between two displays */
        Line(PrintStream out, boolean overwrites, long period, LongSupplier nanos) {
            this.out = out;
            this.overwrites = overwrites;
            this.period = period;
            this.nanos = nanos;
            begin = nanos.getAsLong();
            shown = begin;
        }

        double seconds() {
            return (nanos.getAsLong() - begin) / (double) SECOND;
        }

        boolean isDue() {
            return out != null && nanos.getAsLong() - shown >= period;
        }

        void show(String text) {
            if (out != null) {
                shown = nanos.getAsLong();
                out.print(overwrites ? CLEAR + text : text + System.lineSeparator());
                out.flush();
                isDirty = overwrites;
            }
        }

        /** Leaves an empty line, on which something else may be printed. */
        void clear() {
            if (isDirty) {
                out.print(CLEAR);
                out.flush();
                isDirty = false;
            }
        }
    }

    /**
     * The progress display of counted work: what is done, the rate and the remaining time. On a terminal one line is
     * overwritten; else a line is printed every half minute, by a timer, so that a long item does not look like a hang.
     */
    public static final class CountedProgress implements AutoCloseable {
        private static final double MINUTE = 60;
        private static final double FEW = 10; // of which a fraction matters

        private final Line line;
        private final boolean overwrites;
        private final String unit;
        private final long total;
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
        private long done;
        private long notable;
        private String notableAs = "";

        /**
         * @param out where lines go, or null for none
         * @param overwrites true on a terminal to which nothing else is printed meanwhile
         * @param unit what is counted, in the plural
         * @param total how many there are, or 0 if that is not known
         * @param nanos the clock, in nanoseconds
         */
        public CountedProgress(PrintStream out, boolean overwrites, String unit, long total, LongSupplier nanos) {
            this.overwrites = overwrites;
            this.unit = unit;
            this.total = total;
            line = new Line(out, overwrites, overwrites ? 0 : 30 * Line.SECOND, nanos);
        }

        /** Shows a second count after the first one, as in "3 not passed". */
        public CountedProgress alsoCounting(String what) {
            notableAs = what;
            return this;
        }

        public CountedProgress started() {
            timer.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
            return this;
        }

        public void ended() {
            ended(done + 1);
        }

        /** Notes that so many have ended. */
        public synchronized void ended(long count) {
            done = count;
            if (overwrites) {
                tick();
            }
        }

        /** Notes that the next one to end is notable, which a line says at once, shown or not. */
        public synchronized void notable(String what, PrintStream to) {
            notable++;
            line.clear();
            to.println(what);
        }

        /** Shows the state if it is due. */
        public synchronized void tick() {
            if (line.isDue()) {
                line.show(text(line.seconds()));
            }
        }

        private String text(double seconds) {
            StringBuilder text = new StringBuilder().append(done);
            text.append(total > 0 ? " of " + total : "").append(' ').append(unit);
            text.append(notableAs.isEmpty() ? "" : ", " + notable + " " + notableAs);
            double rate = seconds == 0 ? 0 : done * MINUTE / seconds;
            text.append(String.format(Locale.ROOT, rate < FEW ? ", %.1f %s/min" : ", %.0f %s/min", rate, unit));
            if (total > 0) {
                text.append(
                        done == 0
                                ? ", ? s left"
                                : String.format(Locale.ROOT, ", %.0f s left", seconds / done * (total - done)));
            }
            return text.toString();
        }

        @Override
        public synchronized void close() {
            timer.shutdownNow();
            line.clear();
        }
    }
}
