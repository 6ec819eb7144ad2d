// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.run.report.Interrupt;
import fairlead.run.report.WholeFile;
import fairlead.sweep.Sweep;
import fairlead.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The CSV file of a sweep, which always holds whole rows. The file is rewritten at most every two seconds, at the end,
 * and when the command is interrupted.
 */
final class RowFile {
    private static final long PERIOD_NANOS = 2_000_000_000L;

    private final Path file;
    private final List<Sweep.Row> rows = new ArrayList<>();
    private final Runnable cleanup = this::rescue;
    private long written = System.nanoTime();

    /** @param file the CSV file, or null if no file is written */
    RowFile(final Path file) {
        this.file = file;
        if (file != null) {
            Interrupt.cleanUp(cleanup);
        }
    }

    synchronized void add(final Sweep.Row row) {
        rows.add(row);
        if (file != null && System.nanoTime() - written > PERIOD_NANOS) {
            rescue();
        }
    }

    private synchronized void rescue() {
        try {
            if (!rows.isEmpty()) {
                WholeFile.write(file, SweepText.csv(rows));
            }
        } catch (final IOException e) {
            System.err.println("fairlead: " + e.getMessage());
        }
        written = System.nanoTime();
    }

    /** Writes all rows for the last time and leaves nothing to do at an interrupt. */
    synchronized void close() throws IOException {
        if (file != null) {
            WholeFile.write(file, SweepText.csv(rows));
            Interrupt.remove(cleanup);
        }
    }
}
