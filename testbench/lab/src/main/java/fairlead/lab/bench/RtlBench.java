// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.ScratchFolder;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import java.io.IOException;
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
        List<BenchRow> rows = new ArrayList<>();
        for (double load : loads) {
            Scenario scenario = ScaleBench.uniform("rtl", "rtl", shape, load, nodeCycles);
            BenchRow.Rounds figures = new BenchRow.Rounds(shape, load);
            measure(scenario, rounds, nodeCycles, figures, ended);
            rows.addAll(figures.rows());
        }
        return rows;
    }

    private static void measure(Scenario scenario, int rounds, int nodeCycles, BenchRow.Rounds figures, Runnable ended)
            throws IOException {
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
}
