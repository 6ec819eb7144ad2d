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

    /** Replays a recorded command stream with the same library and flags; events are written and dropped. */
    static JsonNode recorded(Path record, int threads) throws IOException {
        return run(recordedCommand(record, threads));
    }

    /**
     * Replays a recorded command stream and measures about the cycles from {@code from} to {@code to}: each end is the
     * first command or answer after the given cycle.
     */
    static JsonNode recorded(Path record, int threads, long from, long to) throws IOException {
        List<String> command = new ArrayList<>(recordedCommand(record, threads));
        command.addAll(List.of("--from", Long.toString(from), "--to", Long.toString(to)));
        return run(command);
    }

    private static List<String> recordedCommand(Path record, int threads) {
        return List.of(
                program("replay_product"), record.toString(), "--no-hash", "--threads", Integer.toString(threads));
    }

    /**
     * Runs the router without its tile, with uniform traffic of 8-flit packets at the local ports, for `cycles` cycles.
     */
    static JsonNode routerAlone(String shape, double load, long cycles) throws IOException {
        List<String> command = new ArrayList<>(List.of(program("router_alone")));
        command.addAll(List.of(shape.split("x")));
        command.addAll(List.of(Double.toString(load), Long.toString(cycles)));
        return run(command);
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

    private static String program(String name) {
        return NativeLibraries.program(name.equals("router_alone") ? "router" : "product", name)
                .toString();
    }

    private static JsonNode run(List<String> command) throws IOException {
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
