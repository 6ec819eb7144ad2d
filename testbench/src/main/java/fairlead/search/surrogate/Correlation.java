// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import fairlead.search.study.Gene;
import fairlead.search.study.Genome;
import java.util.Arrays;
import java.util.List;

/**
 * How alike the costs of two points are expected to be, from 1 (equal points) towards 0: a product over the genes. An
 * ordered gene has exp(-distance / reach), in which the first levels are farther apart than the last, because one flit
 * more in a small buffer changes more than in a large one. Any two values of another gene have the distance 1. A gene
 * with a long reach hardly matters.
 *
 * <p>Only {@link StrictMath} is used, so that every machine computes the same bits.
 */
final class Correlation {
    private static final double LEAST_REACH = 0.05;
    private static final double GREATEST_REACH = 30;

    private final double[] reaches;
    private final double[][][] factors; // gene, level, level

    /** @param reaches of the genes; the whole range of an ordered gene is 1 */
    Correlation(final List<Gene> genes, final double[] reaches) {
        this.reaches = reaches.clone();
        factors = new double[genes.size()][][];
        for (int g = 0; g < factors.length; g++) {
            final Gene gene = genes.get(g);
            factors[g] = new double[gene.levels()][gene.levels()];
            for (int a = 0; a < gene.levels(); a++) {
                for (int b = 0; b < gene.levels(); b++) {
                    factors[g][a][b] = StrictMath.exp(-distance(gene, a, b) / reaches[g]);
                }
            }
        }
    }

    /** Returns the same reach for all genes. */
    static double[] same(final List<Gene> genes, final double reach) {
        final double[] all = new double[genes.size()];
        Arrays.fill(all, reach);
        return all;
    }

    private static double distance(final Gene gene, final int a, final int b) {
        if (a == b) {
            return 0;
        }
        return gene.isOrdered()
                ? StrictMath.abs(StrictMath.log(1 + a) - StrictMath.log(1 + b)) / StrictMath.log(gene.levels())
                : 1;
    }

    /** Returns reaches that differ from these by a factor in one gene. */
    double[] with(final int gene, final double factor) {
        final double[] other = reaches.clone();
        other[gene] = Math.min(GREATEST_REACH, Math.max(LEAST_REACH, other[gene] * factor));
        return other;
    }

    double of(final Genome a, final Genome b) {
        double product = 1;
        for (int g = 0; g < factors.length; g++) {
            product *= factors[g][a.level(g)][b.level(g)];
        }
        return product;
    }
}
