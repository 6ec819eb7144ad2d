// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.plan.Plans;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The speed of the RTL in C++ without Java. Each figure is the median, over the rounds, per second of CPU time. Rows
 * `rtl.*` are one recorded run of whole tiles with uniform traffic of 8-flit packets. Only the cycles in which packets
 * are injected count, because the fabric passes the beginning and the end of a run quickly. Rows `router.*` are the
 * Verilated router without its tile, with the same load at its local ports. Both kinds of rows are measured
 * alternately, and each ratio is the median of the ratios of single rounds. There is a ratio of cycles and one of
 * flit-hops, because the traffic of tiles and routers is not equal to the last flit. Only `two_threads_over_one` is
 * wall time and needs two idle cores.
 */
public final class RtlBench {
    /** The number of cycles that the program needs for its setup before the first packets are posted. */
    private static final int SETUP = 600;

    private RtlBench() {}

    /**
     * @param nodeCycles the number of nodes times the number of cycles in which packets are injected; it must give more
     *     than 600 cycles
     * @param ended is called after each round: for each load there are `rounds`
     */
    public static List<BenchRow> run(int rounds, int nodeCycles, String shape, List<Double> loads, Runnable ended)
            throws IOException {
        return BenchRow.Rounds.of(List.of(shape), loads, figures -> measure(rounds, nodeCycles, figures, ended));
    }

    private static void measure(int rounds, int nodeCycles, BenchRow.Rounds figures, Runnable ended)
            throws IOException {
        Scenario scenario = ScaleBench.uniform("rtl", "rtl", figures.shape(), figures.load(), nodeCycles);
        int nodes = scenario.machine().nodes();
        long span = nodeCycles / nodes;
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            Path record = scratch.place().resolve("run.rec");
            record(scenario, record);
            for (int round = 0; round < rounds; round++) {
                JsonNode tiles = ReplayProgram.recorded(record, 1, "--from", SETUP, "--to", span);
                JsonNode router = ReplayProgram.routerAlone(figures.shape(), figures.load(), span);
                add(figures, "rtl", tiles, nodes);
                add(figures, "router", router, nodes);
                figures.add(
                                "rtl.cycles_over_router",
                                "ratio",
                                ReplayProgram.cyclesPerSecond(tiles) / ReplayProgram.cyclesPerSecond(router))
                        .add(
                                "rtl.flit_hops_over_router",
                                "ratio",
                                ReplayProgram.perSecond(tiles, "flit_hops")
                                        / ReplayProgram.perSecond(router, "flit_hops"))
                        .add(
                                "rtl.two_threads_over_one",
                                "ratio",
                                ReplayProgram.cyclesPerWallSecond(
                                                ReplayProgram.recorded(record, 2, "--from", SETUP, "--to", span))
                                        / ReplayProgram.cyclesPerWallSecond(tiles));
                ended.run();
            }
        }
    }

    private static void add(BenchRow.Rounds figures, String part, JsonNode result, int nodes) {
        double cycles = ReplayProgram.cyclesPerSecond(result);
        figures.add(part + ".cycles_per_s", "1/s", cycles)
                .add(part + ".tile_cycles_per_s", "1/s", nodes * cycles)
                .add(part + ".flit_hops_per_s", "1/s", ReplayProgram.perSecond(result, "flit_hops"));
    }

    private static void record(Scenario scenario, Path record) {
        RunPlan plan = Plans.of(scenario);
        RtlEngineFactory recording = new RtlEngineFactory(RtlOptions.PRODUCT.withRecord(record));
        new Session(plan.with(recording, plan.executorOptions())).run(executor -> {});
    }

    /** A caller of the measuring programs in C++, each of which prints one JSON object. */
    static final class ReplayProgram {
        private ReplayProgram() {}

        /**
         * Replays a recorded command stream with the same library and flags; events are written and dropped.
         *
         * @param span nothing, or {@code --from A --to B} to measure about these cycles: each end is the first command
         * or
         *     answer after the given cycle
         */
        static JsonNode recorded(Path record, int threads, Object... span) throws IOException {
            List<Object> command = new ArrayList<>(List.of(record, "--no-hash", "--threads", threads));
            command.addAll(List.of(span));
            return run("product", "replay_product", command);
        }

        /**
         * Runs the router without its tile, with uniform traffic of 8-flit packets at the local ports, for `cycles`
         * cycles.
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

        static double cyclesPerSecond(JsonNode result) {
            return cycles(result) / result.get("cpu_s").asDouble();
        }

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
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
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
}
