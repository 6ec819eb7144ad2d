// SPDX-License-Identifier: Apache-2.0
package fairlead.search.surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The chance that none of a front dominates a point of which some costs are known and one or two are independent normal
 * estimates. Of the front, only those with no greater known cost can dominate; their estimated costs are the steps of a
 * staircase, and the chance is the share of the point's distribution below it.
 */
final class Staircase {
    private static final double HOPELESS = 4; // deviations

    private final List<double[]> front;
    private final boolean[] known;
    private final int first;
    private final int second; // -1 with one estimate

    /**
     * Creates the staircase of a front.
     *
     * @param front costs
     * @param known which of the costs are known of every point
     */
    Staircase(final List<double[]> front, final boolean[] known) {
        this.known = known.clone();
        final List<Integer> estimates = new ArrayList<>();
        for (int i = 0; i < known.length; i++) {
            if (!known[i]) {
                estimates.add(i);
            }
        }
        first = estimates.get(0);
        second = estimates.size() > 1 ? estimates.get(1) : -1;
        this.front = new ArrayList<>(front);
        this.front.sort(
                Comparator.<double[]>comparingDouble(c -> c[first]).thenComparing((a, b) -> Arrays.compare(a, b)));
    }

    /**
     * Returns the chance, from 0 to 1.
     *
     * @param costs of the point, known or expected
     * @param deviations of the estimates
     */
    double of(final double[] costs, final double[] deviations) {
        if (isHopeless(costs, deviations)) {
            return 0;
        }
        double sum = 0;
        double passed = 0; // chance that the first cost is below the present step
        double least = Double.POSITIVE_INFINITY; // second cost of the steps so far
        for (final double[] step : front) {
            if (isKnownToBeNoWorse(step, costs) && (second < 0 || step[second] < least)) {
                final double below = normal((step[first] - costs[first]) / deviations[first]);
                sum += (below - passed) * under(least, costs, deviations);
                passed = below;
                least = second < 0 ? Double.NEGATIVE_INFINITY : step[second];
                if (second < 0) {
                    break;
                }
            }
        }
        return sum + (1 - passed) * under(least, costs, deviations);
    }

    /** Returns the chance that the second cost is below this one. */
    private double under(final double least, final double[] costs, final double[] deviations) {
        if (Double.isInfinite(least)) {
            return least > 0 ? 1 : 0;
        }
        return normal((least - costs[second]) / deviations[second]);
    }

    private boolean isHopeless(final double[] costs, final double[] deviations) {
        for (final double[] other : front) {
            if (other[first] <= costs[first] - HOPELESS * deviations[first]
                    && (second < 0 || other[second] <= costs[second] - HOPELESS * deviations[second])
                    && isKnownToBeNoWorse(other, costs)) {
                return true;
            }
        }
        return false;
    }

    private boolean isKnownToBeNoWorse(final double[] other, final double[] costs) {
        for (int i = 0; i < known.length; i++) {
            if (known[i] && other[i] > costs[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the standard normal distribution function, to 1e-7 (Abramowitz and Stegun, 26.2.17). */
    static double normal(final double x) {
        final double t = 1 / (1 + 0.2316419 * Math.abs(x));
        final double tail = 0.3989422804014327
                * StrictMath.exp(-x * x / 2)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return x > 0 ? 1 - tail : tail;
    }
}
