// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs one child process with a limit in seconds; when the time is over it and its children are killed. */
final class Tool {
    /** The limit that a prover is told counts its own processor time; on a busy machine it may take this many times as long, and some seconds more. */
    private static final int BUSY = 4;

    private static final int GRACE = 10;

    /** Debian 12 packages, for the message about what is missing. */
    private static final Map<String, String> PACKAGES =
            Map.of("yosys", "yosys", "yosys-abc", "yosys", "yosys-smtbmc", "yosys", "z3", "z3");

    /** @param exit exit code, or -1 when the time was over */
    record Result(int exit, String output, double seconds) {}

    private Tool() {}

    /** Fails when a prover is not installed. */
    static void requireAll() {
        for (final String tool : List.of("yosys", "yosys-abc", "yosys-smtbmc", "z3")) {
            if (!installed(tool)) {
                throw new ProveException(tool + " is not installed; as root: apt-get install " + PACKAGES.get(tool)
                        + " (Debian 12 name)");
            }
        }
    }

    static boolean installed(final String tool) {
        for (final String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return true;
            }
        }
        return false;
    }

    static Result run(final Path folder, final int limit, final List<String> command) throws IOException {
        final long begin = System.nanoTime();
        final Path log = Files.createTempFile(folder, "tool", ".log");
        final Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        int exit = -1;
        try {
            if (process.waitFor((long) BUSY * limit + GRACE, TimeUnit.SECONDS)) {
                exit = process.exitValue();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Result(exit, Files.readString(log, StandardCharsets.ISO_8859_1), (System.nanoTime() - begin) / 1e9);
    }
}
