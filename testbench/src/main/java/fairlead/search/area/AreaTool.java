// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.run.ToolException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs one child process to its end. */
final class AreaTool {
    private static final int TAIL = 600; // characters of the tool's output that an error message shows

    private AreaTool() {}

    /** Returns the first executable program of this name in a search path, or null. */
    static Path find(final String name, final String searchPath) {
        for (final String folder : searchPath.split(File.pathSeparator)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) {
                return Path.of(folder, name);
            }
        }
        return null;
    }

    /** Runs the command in the folder and returns its output. */
    static String run(final Path folder, final List<String> command) throws IOException {
        final Path log = Files.createTempFile(folder, "tool", ".log");
        try {
            final Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            final int exit;
            try {
                exit = process.waitFor();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ToolException("interrupted while " + command.get(0) + " ran");
            } finally {
                process.destroyForcibly();
            }
            final String output = Files.readString(log, StandardCharsets.ISO_8859_1);
            if (exit != 0) {
                throw new ToolException(command.get(0) + " failed with code " + exit + ": "
                        + output.substring(Math.max(0, output.length() - TAIL)).strip());
            }
            return output;
        } finally {
            Files.delete(log);
        }
    }
}
