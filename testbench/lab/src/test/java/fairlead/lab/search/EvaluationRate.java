// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.evaluate.EvaluationOutcome;
import fairlead.evaluate.Inline;
import fairlead.evaluate.Job;
import fairlead.evaluate.Store;
import fairlead.run.CpuClock;
import fairlead.search.RandomSearch;
import fairlead.search.TwinOracle;
import fairlead.search.study.Genome;
import fairlead.search.study.Study;
import fairlead.search.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Prints the evaluations a second of CPU time of one process over drawn legal points of a study: the mean over the
 * space, where `bench search` has points of one length. Not a test.
 */
final class EvaluationRate {
    private EvaluationRate() {}

    /** @param args study, points before the measured ones, measured points, seed of the points */
    public static void main(final String[] args) throws IOException {
        final Study study = StudyReader.read(Path.of(args[0]));
        final int before = Integer.parseInt(args[1]);
        final int count = Integer.parseInt(args[2]);
        final SplittableRandom random = new SplittableRandom(Long.parseLong(args[3]));
        final Inline pool = new Inline(new Store(Files.createTempDirectory("rate")));
        CpuClock clock = new CpuClock();
        double cycles = 0;
        for (int done = 0; done < before + count; ) {
            if (done == before) {
                clock = new CpuClock();
                cycles = 0;
            }
            final Genome point = RandomSearch.draw(study.genes(), random);
            if (new TwinOracle(study, pool, SmallStudy.AREA).known(point) == null) {
                continue;
            }
            for (final Job job : TwinOracle.jobs(study, point, "model").subList(0, 1)) {
                final EvaluationOutcome outcome = pool.run(List.of(job)).get(0);
                cycles += outcome.evaluation().metrics().get("completion_time");
            }
            done++;
        }
        System.out.printf(
                Locale.ROOT,
                "%s, seed %s: %.2f evaluations per CPU s, mean of %.0f cycles%n",
                study.name(),
                args[3],
                count / clock.cpuSeconds(),
                cycles / count);
    }
}
