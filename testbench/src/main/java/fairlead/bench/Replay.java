// SPDX-License-Identifier: Apache-2.0
package fairlead.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs the recorded command stream in C++ alone: same library, same flags, events written and dropped. */
final class Replay {
    private Replay() {}

    /** Cycles per second of CPU time. */
    static double cyclesPerSecond(final Path program, final Path record) throws IOException {
        final Process process = new ProcessBuilder(List.of(program.toString(), record.toString(), "--no-hash"))
                .redirectErrorStream(true)
                .start();
        final String text =
                new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(program + ": " + text.strip());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        final JsonNode result = new ObjectMapper().readTree(text);
        return result.get("cycles").asDouble() / result.get("cpu_s").asDouble();
    }
}
