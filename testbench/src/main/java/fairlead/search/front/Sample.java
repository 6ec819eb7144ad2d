// SPDX-License-Identifier: Apache-2.0
package fairlead.search.front;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The costs of one point over several traffic seeds: one row an objective, one column a seed. The same column of two samples saw the same traffic (common random numbers), so differences are
 * taken column by column.
 */
public final class Sample {
    private static final double UPPER_TAIL = 0.975;
    private static final double[] QUANTILES = new double[64]; // of Student's t, by degrees of freedom

    private final double[][] costs;
    private final double[] means;

    public Sample(final double[][] costs) {
        this.costs = costs;
        means = Arrays.stream(costs)
                .mapToDouble(row -> Arrays.stream(row).average().orElseThrow())
                .toArray();
    }

    public double[] means() {
        return means.clone();
    }

    /** One a seed. */
    public double[] costs(final int objective) {
        return costs[objective].clone();
    }

    /** Half the width of the 95 % confidence interval of a mean; 0 with one seed. */
    public double half(final int objective) {
        return half(costs[objective]);
    }

    /** It is nowhere worse in the mean, and somewhere better by more than the 95 % confidence interval of the paired difference. */
    public boolean dominates(final Sample other) {
        for (int i = 0; i < means.length; i++) {
            if (means[i] > other.means[i]) {
                return false;
            }
        }
        for (int i = 0; i < means.length; i++) {
            if (means[i] < other.means[i] && other.means[i] - means[i] > half(differences(other, i))) {
                return true;
            }
        }
        return false;
    }

    /** The same with one traffic seed alone, of which there is no interval. */
    public boolean dominates(final Sample other, final int seed) {
        boolean better = false;
        for (int i = 0; i < costs.length; i++) {
            if (costs[i][seed] > other.costs[i][seed]) {
                return false;
            }
            better |= costs[i][seed] < other.costs[i][seed];
        }
        return better;
    }

    /** Number of traffic seeds. */
    public int seeds() {
        return costs[0].length;
    }

    private double[] differences(final Sample other, final int objective) {
        final double[] d = new double[costs[objective].length];
        for (int s = 0; s < d.length; s++) {
            d[s] = other.costs[objective][s] - costs[objective][s];
        }
        return d;
    }

    private static double half(final double[] values) {
        final int n = values.length;
        if (n < 2) {
            return 0;
        }
        final double mean = Arrays.stream(values).average().orElseThrow();
        final double square =
                Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return square == 0 ? 0 : quantile(n - 1) * Math.sqrt(square / (n - 1) / n);
    }

    private static double quantile(final int freedom) {
        if (freedom >= QUANTILES.length) {
            return TDistribution.of(freedom).inverseCumulativeProbability(UPPER_TAIL);
        }
        synchronized (QUANTILES) {
            if (QUANTILES[freedom] == 0) {
                QUANTILES[freedom] = TDistribution.of(freedom).inverseCumulativeProbability(UPPER_TAIL);
            }
            return QUANTILES[freedom];
        }
    }

    /** Indices of the samples that no other dominates, ascending. */
    public static int[] front(final List<Sample> samples) {
        return java.util.stream.IntStream.range(0, samples.size())
                .filter(i -> samples.stream().noneMatch(other -> other.dominates(samples.get(i))))
                .toArray();
    }
}
