// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory that a process holds, from /proc. */
public final class ResidentMemory {
    private static final int KILO = 1024;

    private ResidentMemory() {}

    /** Returns the resident memory of the process, or 0 if /proc does not list the process. */
    public static long megabytes(final Process process) {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(l -> l.startsWith("VmRSS:"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) / KILO)
                    .findFirst()
                    .orElse(0);
        } catch (final IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
