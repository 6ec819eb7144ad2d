// SPDX-License-Identifier: Apache-2.0
package fairlead.search.front;

import java.util.List;

/** Two distances of a front from a reference front; both are 0 for a perfect front. */
public final class Indicators {
    private Indicators() {}

    /**
     * Returns the additive epsilon: the least amount by which every objective of the front must improve so that each
     * point of the reference front is matched or exceeded. The value is never below 0.
     */
    public static double epsilon(final List<double[]> front, final List<double[]> reference) {
        double worst = 0;
        for (final double[] r : reference) {
            double best = Double.POSITIVE_INFINITY;
            for (final double[] f : front) {
                double excess = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < r.length; i++) {
                    excess = Math.max(excess, f[i] - r[i]);
                }
                best = Math.min(best, excess);
            }
            worst = Math.max(worst, best);
        }
        return worst;
    }

    /**
     * Returns IGD+: the mean, over the points of the reference front, of the least distance to the front. Only
     * objectives in which the front is worse contribute to a distance.
     */
    public static double igdPlus(final List<double[]> front, final List<double[]> reference) {
        double sum = 0;
        for (final double[] r : reference) {
            double least = Double.POSITIVE_INFINITY;
            for (final double[] f : front) {
                double square = 0;
                for (int i = 0; i < r.length; i++) {
                    final double excess = Math.max(0, f[i] - r[i]);
                    square += excess * excess;
                }
                least = Math.min(least, square);
            }
            sum += Math.sqrt(least);
        }
        return sum / reference.size();
    }
}
