// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Simulation;
import fairlead.evaluate.Store;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of evaluations per second of CPU time of one search worker. An evaluation goes from the text of a job to
 * its result in the store, with all verdicts, and each point is new. The points are halo3d on 4x4x4 (21 iterations of 1
 * KiB with epochs and fences, about 20,000 cycles) with different depths of three kinds of buffers. The engine is the
 * twin.
 */
public final class SearchBench {
    private static final String SCENARIO =
            """
            schema: fairlead.scenario/1
            seed: 1
            machine: {shape: [4, 4, 4], memory_bytes: 65536, tasks_per_node: 2}
            workload: {kind: halo3d, iterations: %d, bytes: 1024}
            engine: model
            run: {max_cycles: 2000000}
            """;
    public static final int ITERATIONS = 21; // of halo3d in a point, which make about 20,000 cycles
    private static final int DEEPEST = 8;
    private static final int SHALLOWEST = 5; // shallower buffers make the run longer
    private static final int MOST_INJECTION = 16;

    private SearchBench() {}

    /**
     * @param warmUp the number of points before the measured ones, because a worker evaluates hundreds of points
     * @param points the number of measured points
     * @param iterations of halo3d in a point
     * @param ended is called after each point, those of the warm-up included
     */
    public static List<BenchRow> run(int warmUp, int points, int iterations, Runnable ended) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("bench")) {
            Path folder = scratch.place();
            Path file = Files.writeString(folder.resolve("halo3d.yaml"), SCENARIO.formatted(iterations));
            Store store = new Store(folder.resolve("store"));
            List<Job> jobs = jobs(file).subList(0, warmUp + points);
            double cold = cpuSeconds(jobs.subList(0, warmUp), store, ended);
            double warm = cpuSeconds(jobs.subList(warmUp, jobs.size()), store, ended);
            double cycles = jobs.subList(warmUp, jobs.size()).stream()
                    .mapToDouble(
                            job -> Simulation.of(job.read(), store).metrics().get("completion_time"))
                    .average()
                    .orElse(0);
            return List.of(
                    new BenchRow("search.evaluations_per_cpu_s", "4x4x4", 0, points / warm, "1/s"),
                    new BenchRow("search.evaluations_per_cpu_s.first_" + warmUp, "4x4x4", 0, warmUp / cold, "1/s"),
                    new BenchRow("search.cycles_of_an_evaluation", "4x4x4", 0, cycles, "cycles"));
        }
    }

    private static double cpuSeconds(List<Job> jobs, Store store, Runnable ended) {
        CpuClock clock = new CpuClock();
        for (Job job : jobs) {
            Evaluation e = Simulation.of(
                    Job.parse(job.toJson(), "bench search", Path.of("")).read(), store);
            if (!e.good()) {
                throw new IllegalStateException(job + ": " + e.ending() + " " + e.failed());
            }
            ended.run();
        }
        return clock.cpuSeconds();
    }

    /** Returns all points, in an order in which neighbours differ. */
    private static List<Job> jobs(Path file) {
        List<Job> jobs = new ArrayList<>();
        for (int injection = SHALLOWEST; injection <= MOST_INJECTION; injection++) {
            for (int link = SHALLOWEST; link <= DEEPEST; link++) {
                for (int response = SHALLOWEST; response <= DEEPEST; response++) {
                    jobs.add(new Job(
                            file,
                            List.of(
                                    "machine.buffers.injection=" + injection,
                                    "machine.buffers.link_vc=" + link,
                                    "machine.buffers.response=" + response)));
                }
            }
        }
        return jobs;
    }

    public static int most() {
        int depths = DEEPEST - SHALLOWEST + 1;
        return (MOST_INJECTION - SHALLOWEST + 1) * depths * depths;
    }
}
