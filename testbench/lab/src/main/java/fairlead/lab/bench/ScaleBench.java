// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.plan.Plans;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A benchmark of how the engines scale with the torus: tile-cycles per second of CPU time, and bytes of native memory
 * per tile of the RTL. All shapes use the same build.
 */
public final class ScaleBench {
    private static final Path STATUS = Path.of("/proc/self/statm");
    private static final long PAGE = 4096;

    private ScaleBench() {}

    /** @param ended is called after each run: for each shape there is one on the RTL and one on the twin */
    public static List<BenchRow> run(List<String> shapes, double load, int nodeCycles, Runnable ended)
            throws IOException {
        List<BenchRow> rows = new ArrayList<>();
        for (String shape : shapes) {
            RunPlan plan = Plans.of(uniform("scale", "rtl", shape, load, nodeCycles));
            long before = residentBytes();
            try (var engine = plan.factory().open(plan.machine(), plan.engineOptions())) {
                rows.add(new BenchRow(
                        "rtl.bytes_per_tile",
                        shape,
                        load,
                        (double) (residentBytes() - before) / engine.config().nodes(),
                        "bytes"));
            }
            speed(rows, plan, "rtl", shape, load);
            ended.run();
            speed(rows, Plans.of(uniform("scale", "model", shape, load, nodeCycles)), "model", shape, load);
            ended.run();
        }
        return rows;
    }

    private static void speed(List<BenchRow> rows, RunPlan plan, String engine, String shape, double load) {
        RunReport.Speed speed = new Session(plan).run(executor -> {}).report().speed();
        rows.add(new BenchRow(
                engine + ".tile_cycles_per_s", shape, load, speed.tileCycles() / speed.cpuSeconds(), "1/s"));
        rows.add(new BenchRow(engine + ".flit_hops_per_s", shape, load, speed.flitHops() / speed.cpuSeconds(), "1/s"));
    }

    private static long residentBytes() throws IOException {
        return Files.exists(STATUS) ? Long.parseLong(Files.readString(STATUS).split(" ")[1]) * PAGE : 0;
    }

    /**
     * Returns a scenario of uniform traffic of 8-flit packets, sent by puts of the DMA engine without epochs, fences
     * and barriers: the load of the benchmarks.
     *
     * @param shape the shape, as in 4x4x4
     * @param nodeCycles the number of nodes times the number of cycles in which packets are injected
     */
    static Scenario uniform(String name, String engine, String shape, double load, int nodeCycles) {
        int nodes = Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).reduce(1, (a, b) -> a * b);
        String text = String.format(
                Locale.ROOT,
                "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [%s], memory_bytes: 131072}, engine: %s,"
                        + " workload: {kind: traffic, pattern: uniform, load: %s, packet_flits: 8, cycles: %d,"
                        + " epochs: false, fences: false, barriers: false}}",
                shape.replace("x", ", "),
                engine,
                load,
                nodeCycles / nodes);
        return ScenarioReader.parse(text, "bench " + name, name, List.of());
    }
}
