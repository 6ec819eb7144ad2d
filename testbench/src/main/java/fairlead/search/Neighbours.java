// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The points that differ from a point in one gene: by one level if the values of the gene are ordered, else by any
 * other value.
 */
public final class Neighbours {
    private Neighbours() {}

    /** Returns the neighbours of a point that differ in this gene. */
    static List<Genome> in(List<Gene> genes, Genome point, int gene) {
        int level = point.level(gene);
        int last = genes.get(gene).levels() - 1;
        boolean near = genes.get(gene).isOrdered();
        return IntStream.rangeClosed(near ? Math.max(0, level - 1) : 0, near ? Math.min(last, level + 1) : last)
                .filter(other -> other != level)
                .mapToObj(other -> point.with(gene, other))
                .toList();
    }

    public static List<Genome> of(List<Gene> genes, Genome point) {
        return IntStream.range(0, genes.size())
                .boxed()
                .flatMap(gene -> in(genes, point, gene).stream())
                .toList();
    }

    /** Returns the points that differ by two levels in one ordered gene, or as neighbours in each of two genes. */
    static List<Genome> twice(List<Gene> genes, Genome point) {
        List<Genome> all = new ArrayList<>();
        for (int gene = 0; gene < genes.size(); gene++) {
            for (int by : genes.get(gene).isOrdered() ? new int[] {-2, 2} : new int[0]) {
                int level = point.level(gene) + by;
                if (level >= 0 && level < genes.get(gene).levels()) {
                    all.add(point.with(gene, level));
                }
            }
            for (Genome near : in(genes, point, gene)) {
                for (int other = gene + 1; other < genes.size(); other++) {
                    all.addAll(in(genes, near, other));
                }
            }
        }
        return all;
    }

    /**
     * An estimate, from 0 to 1, of how likely an untried point is to be on the front: the weighted share of the tried
     * points around it that are on the front. A neighbour that is on the front of only some traffic seeds counts with
     * the share of those seeds. A neighbour one level away in one gene, or with another value of a gene without order,
     * has weight 1. A neighbour two levels away, in one gene or in two, has weight 1/4, the inverse square of the
     * distance. One fictitious neighbour that is not on the front is always added, so that a single good neighbour does
     * not give the value 1.
     */
    static final class Promise {
        private static final double ONE_LEVEL = 1;
        private static final double TWO_LEVELS = 0.25;

        private final Trials trials;
        private final Map<Genome, Double> merits;
        private double all;
        private double good;

        Promise(Trials trials) {
            this.trials = trials;
            merits = trials.seedShares();
            trials.front().forEach(t -> merits.put(t.genome(), 1.0));
        }

        /**
         * Returns the `count` points with the greatest estimates, best first; equal points are in the order of genomes.
         */
        List<Genome> best(Collection<Genome> points, int count) {
            Map<Genome, Double> shares = new HashMap<>();
            points.forEach(p -> shares.put(p, of(p)));
            return points.stream()
                    .sorted(Comparator.<Genome>comparingDouble(p -> -shares.get(p))
                            .thenComparing(p -> p))
                    .limit(count)
                    .toList();
        }

        double of(Genome point) {
            all = 1;
            good = 0;
            Neighbours.of(trials.genes(), point).forEach(near -> count(near, ONE_LEVEL));
            Neighbours.twice(trials.genes(), point).forEach(far -> count(far, TWO_LEVELS));
            return good / all;
        }

        private void count(Genome tried, double weight) {
            if (trials.has(tried)) {
                all += weight;
                good += weight * merits.getOrDefault(tried, 0.0);
            }
        }
    }
}
