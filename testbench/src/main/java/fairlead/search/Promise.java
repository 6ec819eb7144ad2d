// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How likely an untried point is to be on the front: the share of the tried points around it that are; one that is on the front with some traffic seeds alone counts by their share. A point one level
 * away in one gene counts 1; one of two levels, in one gene or two, counts 1/4, as the square of the distance; and one that is not on the front is always added, so that a single neighbour is not taken
 * for a proof.
 */
final class Promise {
    private static final double ONE_LEVEL = 1;
    private static final double TWO_LEVELS = 0.25;

    private final Trials trials;
    private final Map<Genome, Double> merits;
    private double all;
    private double good;

    Promise(final Trials trials) {
        this.trials = trials;
        merits = trials.seedShares();
        trials.front().forEach(t -> merits.put(t.genome(), 1.0));
    }

    /** The most promising ones, best first; equal ones in the order of genomes. */
    List<Genome> best(final Collection<Genome> points, final int count) {
        final Map<Genome, Double> shares = new HashMap<>();
        points.forEach(p -> shares.put(p, of(p)));
        return points.stream()
                .sorted(Comparator.<Genome>comparingDouble(p -> -shares.get(p)).thenComparing(p -> p))
                .limit(count)
                .toList();
    }

    /** 0 to 1. */
    private double of(final Genome point) {
        all = 1;
        good = 0;
        for (int gene = 0; gene < point.size(); gene++) {
            for (int by = -1; by <= 1; by += 2) {
                final int level = point.level(gene) + by;
                if (inside(gene, level)) {
                    final Genome near = point.with(gene, level);
                    count(near, ONE_LEVEL);
                    if (inside(gene, level + by)) {
                        count(point.with(gene, level + by), TWO_LEVELS);
                    }
                    for (int other = gene + 1; other < point.size(); other++) {
                        diagonal(near, other);
                    }
                }
            }
        }
        return good / all;
    }

    private void diagonal(final Genome near, final int gene) {
        for (int by = -1; by <= 1; by += 2) {
            if (inside(gene, near.level(gene) + by)) {
                count(near.with(gene, near.level(gene) + by), TWO_LEVELS);
            }
        }
    }

    private boolean inside(final int gene, final int level) {
        return level >= 0 && level < trials.genes().get(gene).levels();
    }

    private void count(final Genome tried, final double weight) {
        if (trials.has(tried)) {
            all += weight;
            good += weight * merits.getOrDefault(tried, 0.0);
        }
    }
}
