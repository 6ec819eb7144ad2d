// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.rtl.NativeLibraries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A caller of the measuring programs in C++, each of which prints one JSON object. */
final class ReplayProgram {
    private ReplayProgram() {}

    /**
     * Replays a recorded command stream with the same library and flags; events are written and dropped.
     *
     * @param span nothing, or {@code --from A --to B} to measure about these cycles: each end is the first command or
     *     answer after the given cycle
     */
    static JsonNode recorded(Path record, int threads, Object... span) throws IOException {
        List<Object> command = new ArrayList<>(List.of(record, "--no-hash", "--threads", threads));
        command.addAll(List.of(span));
        return run("product", "replay_product", command);
    }

    /**
     * Runs the router without its tile, with uniform traffic of 8-flit packets at the local ports, for `cycles` cycles.
     */
    static JsonNode routerAlone(String shape, double load, long cycles) throws IOException {
        List<Object> command = new ArrayList<>(List.of((Object[]) shape.split("x")));
        command.addAll(List.of(load, cycles));
        return run("router", "router_alone", command);
    }

    /** Returns cycles per second of wall time, which threads are to increase. */
    static double cyclesPerWallSecond(JsonNode result) {
        return cycles(result) / result.get("wall_s").asDouble();
    }

    /** Returns cycles per second of CPU time. */
    static double cyclesPerSecond(JsonNode result) {
        return cycles(result) / result.get("cpu_s").asDouble();
    }

    /** Returns the number of measured cycles. */
    static double cycles(JsonNode result) {
        return result.get("cycles").asDouble() - result.path("first").asDouble(0);
    }

    static double perSecond(JsonNode result, String field) {
        return result.get(field).asDouble() / result.get("cpu_s").asDouble();
    }

    private static JsonNode run(String library, String program, List<Object> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(NativeLibraries.program(library, program).toString());
        arguments.forEach(argument -> command.add(argument.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(command.get(0) + ": " + text.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return new ObjectMapper().readTree(text);
    }
}
