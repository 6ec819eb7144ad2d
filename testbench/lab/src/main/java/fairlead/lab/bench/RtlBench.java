// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.run.report.ScratchFolder;
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
    private static final List<String> PARTS = List.of("rtl", "router");

    /** The number of cycles that the program needs for its setup before the first packets are posted. */
    private static final int SETUP = 600;

    private final int rounds;
    private final int nodeCycles;
    private final List<BenchRow> rows = new ArrayList<>();

    /**
     * Creates a benchmark.
     *
     * @param nodeCycles the number of nodes times the number of cycles in which packets are injected; it must give more
     *      than 600 cycles
     */
    public RtlBench(final int rounds, final int nodeCycles) {
        this.rounds = rounds;
        this.nodeCycles = nodeCycles;
    }

    /** @param ended is told of each round: of each load there are `rounds` */
    public List<BenchRow> run(final String shape, final List<Double> loads, final Runnable ended) throws IOException {
        for (final double load : loads) {
            measure(shape, load, ended);
        }
        return rows;
    }

    private void measure(final String shape, final double load, final Runnable ended) throws IOException {
        final Scenario scenario = UniformLoad.scenario("rtl", "rtl", shape, load, nodeCycles);
        final int nodes = scenario.machine().nodes();
        final long span = nodeCycles / nodes;
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            final Path record = scratch.place().resolve("run.rec");
            record(scenario, record);
            final double[][] cycles = new double[PARTS.size()][rounds];
            final double[][] hops = new double[PARTS.size()][rounds];
            final double[] ratios = new double[rounds];
            final double[] hopRatios = new double[rounds];
            final double[] threads = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                final List<JsonNode> results = List.of(
                        ReplayProgram.recorded(record, 1, SETUP, span), ReplayProgram.routerAlone(shape, load, span));
                for (int part = 0; part < PARTS.size(); part++) {
                    cycles[part][round] = ReplayProgram.cyclesPerSecond(results.get(part));
                    hops[part][round] = ReplayProgram.perSecond(results.get(part), "flit_hops");
                }
                ratios[round] = cycles[0][round] / cycles[1][round];
                hopRatios[round] = hops[0][round] / hops[1][round];
                threads[round] = ReplayProgram.cyclesPerWallSecond(ReplayProgram.recorded(record, 2, SETUP, span))
                        / ReplayProgram.cyclesPerWallSecond(results.get(0));
                ended.run();
            }
            for (int part = 0; part < PARTS.size(); part++) {
                final String name = PARTS.get(part);
                rows.add(new BenchRow(name + ".cycles_per_s", shape, load, Median.of(cycles[part]), "1/s"));
                rows.add(
                        new BenchRow(name + ".tile_cycles_per_s", shape, load, nodes * Median.of(cycles[part]), "1/s"));
                rows.add(new BenchRow(name + ".flit_hops_per_s", shape, load, Median.of(hops[part]), "1/s"));
            }
            rows.add(new BenchRow("rtl.cycles_over_router", shape, load, Median.of(ratios), "ratio"));
            rows.add(new BenchRow("rtl.flit_hops_over_router", shape, load, Median.of(hopRatios), "ratio"));
            rows.add(new BenchRow("rtl.two_threads_over_one", shape, load, Median.of(threads), "ratio"));
        }
    }

    private static void record(final Scenario scenario, final Path record) {
        final RunPlan plan = Plans.of(scenario);
        new Session(new RunPlan(
                        plan.name(),
                        plan.program(),
                        plan.machine(),
                        new RtlEngineFactory(RtlOptions.PRODUCT.withRecord(record)),
                        plan.engineOptions(),
                        plan.executorOptions(),
                        plan.effectiveConfig()))
                .run(executor -> {});
    }
}
