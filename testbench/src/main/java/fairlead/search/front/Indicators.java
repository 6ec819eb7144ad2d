// SPDX-License-Identifier: Apache-2.0
package fairlead.search.front;

import java.util.List;

/** How far a front is from a reference front; 0 is perfect for both. */
public final class Indicators {
    private Indicators() {}

    /** Additive epsilon: the least amount by which the front must be improved everywhere to be nowhere worse than the reference front; never below 0. */
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

    /** IGD+: mean over the reference front of the least distance to the front, counting only where the front is worse. */
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
