// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.lab.proofs.ProverTool;
import fairlead.plan.Plans;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.RtlOptions;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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

    private static final int LIMIT = 100_000; // seconds of processor time of one replay

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
        Scenario scenario = uniform("rtl", figures.shape(), figures.load(), nodeCycles);
        int nodes = scenario.machine().nodes();
        int span = nodeCycles / nodes;
        List<Object> alone = new ArrayList<>(List.of((Object[]) figures.shape().split("x")));
        alone.addAll(List.of(figures.load(), span));
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            Path record = scratch.place().resolve("run.rec");
            new Session(Plans.of(scenario, RtlOptions.PRODUCT.withRecord(record))).run(executor -> {});
            for (int round = 0; round < rounds; round++) {
                Replayed tiles = recorded(record, 1, "--from", SETUP, "--to", span);
                Replayed router = replayed(scratch.place(), "router", "router_alone", alone);
                add(figures, "rtl", tiles, nodes);
                add(figures, "router", router, nodes);
                double threads =
                        recorded(record, 2, "--from", SETUP, "--to", span).cyclesPerWallSecond();
                figures.add("rtl.cycles_over_router", "ratio", tiles.cyclesPerSecond() / router.cyclesPerSecond())
                        .add("rtl.flit_hops_over_router", "ratio", tiles.hopsPerSecond() / router.hopsPerSecond())
                        .add("rtl.two_threads_over_one", "ratio", threads / tiles.cyclesPerWallSecond());
                ended.run();
            }
        }
    }

    private static void add(BenchRow.Rounds figures, String part, Replayed result, int nodes) {
        figures.add(part + ".cycles_per_s", "1/s", result.cyclesPerSecond())
                .add(part + ".tile_cycles_per_s", "1/s", nodes * result.cyclesPerSecond())
                .add(part + ".flit_hops_per_s", "1/s", result.hopsPerSecond());
    }

    /**
     * Returns a scenario of uniform traffic of 8-flit packets on the RTL, sent by puts of the DMA engine without
     * epochs, fences and barriers.
     *
     * @param shape the shape, as in 4x4x4
     * @param nodeCycles the number of nodes times the number of cycles in which packets are injected
     */
    static Scenario uniform(String name, String shape, double load, int nodeCycles) {
        int nodes = Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).reduce(1, (a, b) -> a * b);
        String text = String.format(
                Locale.ROOT,
                "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [%s], memory_bytes: 131072}, engine: rtl,"
                        + " workload: {kind: traffic, pattern: uniform, load: %s, packet_flits: 8, cycles: %d,"
                        + " epochs: false, fences: false, barriers: false}}",
                shape.replace("x", ", "),
                load,
                nodeCycles / nodes);
        return ScenarioReader.parse(text, "bench " + name, name, List.of());
    }

    /**
     * Replays a recorded command stream with the same library and flags; events are written and dropped.
     *
     * @param span nothing, or {@code --from A --to B} to measure about these cycles: each end is the first command or
     *     answer after the given cycle
     */
    static Replayed recorded(Path record, int threads, Object... span) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(record, "--no-hash", "--threads", threads));
        arguments.addAll(List.of(span));
        return replayed(record.getParent(), "product", "replay_product", arguments);
    }

    /** Runs one of the measuring programs in C++, each of which prints one JSON object. */
    private static Replayed replayed(Path folder, String library, String program, List<Object> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(NativeLibraries.program(library, program).toString());
        arguments.forEach(argument -> command.add(argument.toString()));
        return new Replayed(new ObjectMapper().readTree(ProverTool.output(folder, LIMIT, command)));
    }

    /** What a measuring program has printed. */
    record Replayed(JsonNode result) {
        double cycles() {
            return result.get("cycles").asDouble() - result.path("first").asDouble(0);
        }

        double cpuSeconds() {
            return result.get("cpu_s").asDouble();
        }

        double wallSeconds() {
            return result.get("wall_s").asDouble();
        }

        double cyclesPerSecond() {
            return cycles() / cpuSeconds();
        }

        /** Returns cycles per second of wall time, which threads are to increase. */
        double cyclesPerWallSecond() {
            return cycles() / wallSeconds();
        }

        double hopsPerSecond() {
            return result.get("flit_hops").asDouble() / cpuSeconds();
        }
    }
}
