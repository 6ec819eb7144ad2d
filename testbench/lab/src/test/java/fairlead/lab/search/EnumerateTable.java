// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.evaluate.Store;
import fairlead.evaluate.WorkerPool;
import fairlead.search.Genome;
import fairlead.search.Objective;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.search.Trial;
import fairlead.search.TwinOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Makes the table that {@link Enumerated} reads: every point of the study with the first traffic seeds; points that are
 * not legal have no row. Not a test; about 25 minutes of CPU.
 */
final class EnumerateTable {
    private static final int CHUNK = 512; // points at a time, so that the end of one batch costs little

    private EnumerateTable() {}

    /** @param args study, folder of the store, output file, worker processes, number of traffic seeds */
    public static void main(String[] args) throws IOException {
        int seeds = Integer.parseInt(args[4]);
        Study study = SmallStudy.like(
                StudyReader.read(Path.of(args[0])),
                List.of(Objective.COMPLETION_TIME, Objective.P99_LATENCY, Objective.BUFFER_BITS),
                Long.MAX_VALUE,
                1,
                LongStream.rangeClosed(1, seeds).boxed().toList());
        StringBuilder csv = new StringBuilder("point");
        for (int s = 1; s <= seeds; s++) {
            csv.append(",completion_time_").append(s).append(",p99_latency_").append(s);
        }
        csv.append(study.hasStructures() ? ",buffer_bits\n" : "\n");
        try (WorkerPool pool =
                new WorkerPool(new Store(Path.of(args[1])), WorkerPool.Options.standard(Integer.parseInt(args[3])))) {
            TwinOracle twin = new TwinOracle(study, pool, SmallStudy.AREA);
            for (long from = 0; from < study.size(); from += CHUNK) {
                long point = from;
                for (Trial trial : twin.evaluate(LongStream.range(from, Math.min(study.size(), from + CHUNK))
                        .mapToObj(n -> Genome.at(study.genes(), n))
                        .toList())) {
                    csv.append(row(point++, trial, study.hasStructures()));
                }
                System.err.println(point + " points, " + pool.simulated() + " simulations");
            }
        }
        Files.writeString(Path.of(args[2]), csv);
    }

    private static String row(long point, Trial trial, boolean bits) {
        if (!trial.feasible() && !trial.keys().isEmpty()) {
            throw new IllegalStateException(trial.toString());
        }
        if (!trial.feasible()) {
            return "";
        }
        StringBuilder row = new StringBuilder().append(point);
        for (int s = 0; s < trial.sample().seeds(); s++) {
            row.append(',').append((long) trial.sample().costs(0)[s]);
            row.append(',').append((long) trial.sample().costs(1)[s]);
        }
        return row.append(bits ? "," + (long) trial.sample().costs(2)[0] : "")
                .append('\n')
                .toString();
    }
}
