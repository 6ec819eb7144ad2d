// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.node.Observer;
import java.io.PrintStream;

/** The progress display of a run on stderr: on a terminal one line that is overwritten, else one line a minute. */
final class ProgressLine implements Observer {
    private static final long TERMINAL_NANOS = 200_000_000L;
    private static final long LOG_NANOS = 60_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final int operations;
    private final long begin = System.nanoTime();
    private long shown = begin;
    private boolean dirty;

    ProgressLine(PrintStream out, boolean terminal, int operations) {
        this.out = out;
        this.terminal = terminal;
        this.operations = operations;
    }

    @Override
    public void batch(long cycle, int openOperations) {
        long now = System.nanoTime();
        if (now - shown < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            return;
        }
        shown = now;
        long rate = (long) (cycle / ((now - begin) * 1e-9));
        out.print((terminal ? "\r" : "") + "cycle " + cycle + ", " + (operations - openOperations) + " of " + operations
                + " operations done, " + rate + " cycles/s" + (terminal ? "   " : System.lineSeparator()));
        out.flush();
        dirty = terminal;
    }

    void end() {
        if (dirty) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }
}
