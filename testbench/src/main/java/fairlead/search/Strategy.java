// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** A deterministic method that spends a budget: the next points follow from the seed and the results so far. */
@FunctionalInterface
public interface Strategy {
    void run(Trials trials, long seed);

    /** Tries every point of the space in order. */
    static void exhaustive(Trials trials, long seed) {
        int batch = 64;
        for (long from = 0; from < trials.size() && !trials.over(); from += batch) {
            trials.evaluate(LongStream.range(from, Math.min(trials.size(), from + batch))
                    .mapToObj(n -> Genome.at(trials.genes(), n))
                    .toList());
        }
    }

    /** Draws points uniformly, none twice: the baseline that every other strategy must exceed. */
    static void random(Trials trials, long seed) {
        int most = 32;
        SplittableRandom random = new SplittableRandom(seed);
        while (!trials.over()) {
            List<Genome> batch = fresh(trials, random, Math.min(most, trials.budget() - trials.used()));
            if (batch.isEmpty()) {
                exhaustive(trials, seed);
                return;
            }
            trials.evaluate(batch);
        }
    }

    /** Draws at most `count` untried points; it returns fewer when 1,000 draws in a row find no untried point. */
    static List<Genome> fresh(Trials trials, SplittableRandom random, int count) {
        int patience = 1000;
        List<Genome> batch = new ArrayList<>();
        int vain = 0;
        while (batch.size() < count && vain < patience) {
            Genome genome = draw(trials.genes(), random);
            if (trials.has(genome) || batch.contains(genome)) {
                vain++;
            } else {
                batch.add(genome);
                vain = 0;
            }
        }
        return batch;
    }

    static Genome draw(List<Gene> genes, SplittableRandom random) {
        return Genome.of(
                genes.stream().mapToInt(g -> random.nextInt(g.levels())).toArray());
    }
}
