// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A strategy that draws points uniformly, none twice: the baseline that every other strategy must exceed. */
public final class RandomSearch implements Strategy {
    private static final int BATCH = 32;
    private static final int PATIENCE = 1000; // consecutive draws of points that were already tried

    @Override
    public void run(final Trials trials, final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        while (!trials.over()) {
            final List<Genome> batch = fresh(trials, random, Math.min(BATCH, trials.budget() - trials.used()));
            if (batch.isEmpty()) {
                new Exhaustive().run(trials, seed);
                return;
            }
            trials.evaluate(batch);
        }
    }

    /**
     * Draws at most `count` untried points; it returns fewer when {@link #PATIENCE} draws in a row find no untried
     * point.
     */
    static List<Genome> fresh(final Trials trials, final SplittableRandom random, final int count) {
        final List<Genome> batch = new ArrayList<>();
        int vain = 0;
        while (batch.size() < count && vain < PATIENCE) {
            final Genome genome = draw(trials.genes(), random);
            if (trials.has(genome) || batch.contains(genome)) {
                vain++;
            } else {
                batch.add(genome);
                vain = 0;
            }
        }
        return batch;
    }

    public static Genome draw(final List<Gene> genes, final SplittableRandom random) {
        return Genome.of(
                genes.stream().mapToInt(g -> random.nextInt(g.levels())).toArray());
    }
}
