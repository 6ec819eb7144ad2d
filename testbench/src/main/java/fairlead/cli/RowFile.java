// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.run.report.WholeFile;
import fairlead.search.sweep.Sweep;
import fairlead.search.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rows of a sweep as a file that always holds whole rows: written now and then, at the end, and when the command is interrupted. */
final class RowFile {
    private static final long PERIOD_NANOS = 2_000_000_000L;

    private final Path file;
    private final List<Sweep.Row> rows = new ArrayList<>();
    private final Thread hook = new Thread(this::rescue, "write rows");
    private long written = System.nanoTime();

    /** @param file or null: nothing is written */
    RowFile(final Path file) {
        this.file = file;
        if (file != null) {
            Runtime.getRuntime().addShutdownHook(hook);
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

    /** All rows are there. */
    synchronized void close() throws IOException {
        if (file != null) {
            WholeFile.write(file, SweepText.csv(rows));
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
