// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Job;
import fairlead.evaluate.Pool.Outcome;
import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.scenario.BadInput;
import fairlead.search.study.Genome;
import fairlead.search.study.Study;
import fairlead.search.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the table that {@link Enumerated} reads: every point of the study with the first traffic seeds; points that are
 * not legal have no row. Not a test; about 25 minutes of CPU.
 */
final class EnumerateTable {
    private static final int CHUNK = 512; // points at a time, so that the end of one batch costs little

    private EnumerateTable() {}

    /** @param args study, folder of the store, output file, worker processes, number of traffic seeds */
    public static void main(final String[] args) throws IOException {
        final Study study = StudyReader.read(Path.of(args[0]));
        final StringBuilder csv = new StringBuilder("point");
        final int seeds = Integer.parseInt(args[4]);
        for (int s = 1; s <= seeds; s++) {
            csv.append(",completion_time_").append(s).append(",p99_latency_").append(s);
        }
        csv.append(study.hasStructures() ? ",buffer_bits" : "");
        csv.append('\n');
        final long begin = System.nanoTime();
        try (WorkerPool pool =
                new WorkerPool(new Store(Path.of(args[1])), WorkerPool.Options.standard(Integer.parseInt(args[3])))) {
            for (long from = 0; from < study.size(); from += CHUNK) {
                rows(study, seeds, pool, from, Math.min(study.size(), from + CHUNK), csv);
                System.err.printf("%d points, %.0f s%n", from + CHUNK, (System.nanoTime() - begin) * 1e-9);
            }
            System.err.println(pool.simulated() + " simulations, " + pool.failures() + " restarts");
        }
        Files.writeString(Path.of(args[2]), csv);
    }

    private static void rows(
            final Study study,
            final int seeds,
            final WorkerPool pool,
            final long from,
            final long to,
            final StringBuilder csv) {
        final List<Job> jobs = new ArrayList<>();
        final List<Long> points = new ArrayList<>();
        final List<Long> bits = new ArrayList<>();
        for (long point = from; point < to; point++) {
            final Genome genome = Genome.at(study.genes(), point);
            try {
                bits.add(study.facts(genome).bits());
            } catch (final BadInput e) {
                continue;
            }
            points.add(point);
            for (int seed = 1; seed <= seeds; seed++) {
                jobs.add(study.job(genome, "engine=model", "seed=" + seed));
            }
        }
        final List<Outcome> outcomes = pool.run(jobs);
        for (int i = 0; i < outcomes.size(); i++) {
            final Evaluation e = outcomes.get(i).evaluation();
            if (e == null || !e.good()) {
                throw new IllegalStateException(jobs.get(i) + ": " + outcomes.get(i));
            }
            if (i % seeds == 0) {
                csv.append(points.get(i / seeds));
            }
            csv.append(',').append(e.metrics().get("completion_time").longValue());
            csv.append(',').append(e.metrics().get("p99_latency").longValue());
            if (i % seeds == seeds - 1) {
                csv.append(study.hasStructures() ? "," + bits.get(i / seeds) : "")
                        .append('\n');
            }
        }
    }
}
