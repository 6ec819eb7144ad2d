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
    static JsonNode recorded(final Path record, final int threads) throws IOException {
        return run(recordedCommand(record, threads));
    }

    /**
     * Replays a recorded command stream and measures about the cycles from {@code from} to {@code to}: each end is the
     * first command or answer after the given cycle.
     */
    static JsonNode recorded(final Path record, final int threads, final long from, final long to) throws IOException {
        final List<String> command = new ArrayList<>(recordedCommand(record, threads));
        command.addAll(List.of("--from", Long.toString(from), "--to", Long.toString(to)));
        return run(command);
    }

    private static List<String> recordedCommand(final Path record, final int threads) {
        return List.of(
                program("replay_product"), record.toString(), "--no-hash", "--threads", Integer.toString(threads));
    }

    /**
     * Runs the router without its tile, with uniform traffic of 8-flit packets at the local ports, for `cycles` cycles.
     */
    static JsonNode routerAlone(final String shape, final double load, final long cycles) throws IOException {
        final List<String> command = new ArrayList<>(List.of(program("router_alone")));
        command.addAll(List.of(shape.split("x")));
        command.addAll(List.of(Double.toString(load), Long.toString(cycles)));
        return run(command);
    }

    /** Returns cycles per second of wall time, which threads are to increase. */
    static double cyclesPerWallSecond(final JsonNode result) {
        return cycles(result) / result.get("wall_s").asDouble();
    }

    /** Returns cycles per second of CPU time. */
    static double cyclesPerSecond(final JsonNode result) {
        return cycles(result) / result.get("cpu_s").asDouble();
    }

    /** Returns the number of measured cycles. */
    static double cycles(final JsonNode result) {
        return result.get("cycles").asDouble() - result.path("first").asDouble(0);
    }

    static double perSecond(final JsonNode result, final String field) {
        return result.get(field).asDouble() / result.get("cpu_s").asDouble();
    }

    private static String program(final String name) {
        return NativeLibraries.program(name.equals("router_alone") ? "router" : "product", name)
                .toString();
    }

    private static JsonNode run(final List<String> command) throws IOException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(command.get(0) + ": " + text.strip());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return new ObjectMapper().readTree(text);
    }
}
