// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The costs of one point over several traffic seeds: one row per objective, one column per seed. Equal columns of two
 * samples come from the same traffic (common random numbers), so differences are taken column by column.
 */
public final class Sample {
    private static final double UPPER_TAIL = 0.975;
    /** Quantiles of Student's t, by degrees of freedom. */
    private static final Map<Integer, Double> QUANTILES = new ConcurrentHashMap<>();

    private final double[][] costs;
    private final double[] means;

    public Sample(double[][] costs) {
        this.costs = costs;
        means = Arrays.stream(costs)
                .mapToDouble(row -> Arrays.stream(row).average().orElseThrow())
                .toArray();
    }

    public double[] means() {
        return means.clone();
    }

    public double[] costs(int objective) {
        return costs[objective].clone();
    }

    /** Returns half the width of the mean's 95 % confidence interval; 0 with one seed. */
    public double half(int objective) {
        return half(costs[objective]);
    }

    /**
     * Tells whether this sample dominates the other one: no mean is worse, and some mean is better by more than the 95
     * % confidence interval of the paired difference.
     */
    public boolean dominates(Sample other) {
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

    /** Tells whether this sample dominates the other one in one traffic seed, without a confidence interval. */
    public boolean dominates(Sample other, int seed) {
        boolean better = false;
        for (int i = 0; i < costs.length; i++) {
            if (costs[i][seed] > other.costs[i][seed]) {
                return false;
            }
            better |= costs[i][seed] < other.costs[i][seed];
        }
        return better;
    }

    public int seeds() {
        return costs[0].length;
    }

    private double[] differences(Sample other, int objective) {
        double[] d = new double[seeds()];
        for (int s = 0; s < d.length; s++) {
            d[s] = other.costs[objective][s] - costs[objective][s];
        }
        return d;
    }

    private static double half(double[] values) {
        int n = values.length;
        if (n < 2) {
            return 0;
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        double square = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return square == 0
                ? 0
                : QUANTILES.computeIfAbsent(
                                n - 1, free -> TDistribution.of(free).inverseCumulativeProbability(UPPER_TAIL))
                        * Math.sqrt(square / (n - 1) / n);
    }
}
