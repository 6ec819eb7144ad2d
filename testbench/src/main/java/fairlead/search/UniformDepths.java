// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.List;

/**
 * The diagonal of the space, on which all genes have the same share of their range. Designers usually try these points
 * first; the other strategies start from them.
 */
public final class UniformDepths implements Strategy {
    private static final int MOST = 16;

    @Override
    public void run(final Trials trials, final long seed) {
        trials.evaluate(points(trials.genes()));
    }

    static List<Genome> points(final List<Gene> genes) {
        final int levels = genes.stream().mapToInt(Gene::levels).max().orElse(1);
        final int count = Math.min(MOST, levels);
        final List<Genome> diagonal = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int step = i;
            diagonal.add(Genome.of(genes.stream()
                    .mapToInt(g -> count == 1 ? 0 : (int) Math.round((double) step * (g.levels() - 1) / (count - 1)))
                    .toArray()));
        }
        return diagonal;
    }
}
