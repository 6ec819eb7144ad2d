// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The hypervolume of a front, and two distances from a reference front, which are 0 for a perfect front. A hypervolume
 * is the exact volume between the front and a reference point that is worse in every objective, in two or three
 * dimensions.
 */
public final class Indicators {
    private static final int THREE = 3;

    private Indicators() {}

    /**
     * Returns the additive epsilon: the least amount by which every objective of the front must improve so that each
     * point of the reference front is matched or exceeded. The value is never below 0.
     */
    public static double epsilon(List<double[]> front, List<double[]> reference) {
        double worst = 0;
        for (double[] r : reference) {
            double best = Double.POSITIVE_INFINITY;
            for (double[] f : front) {
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
    public static double igdPlus(List<double[]> front, List<double[]> reference) {
        double sum = 0;
        for (double[] r : reference) {
            double least = Double.POSITIVE_INFINITY;
            for (double[] f : front) {
                double square = 0;
                for (int i = 0; i < r.length; i++) {
                    double excess = Math.max(0, f[i] - r[i]);
                    square += excess * excess;
                }
                least = Math.min(least, square);
            }
            sum += Math.sqrt(least);
        }
        return sum / reference.size();
    }

    /**
     * Returns the hypervolume of the points.
     *
     * @param costs the cost vectors; a vector that is not better than the reference in every objective adds no volume
     * @param reference the reference point
     */
    public static double hypervolume(List<double[]> costs, double[] reference) {
        List<double[]> inside = new ArrayList<>();
        for (double[] c : costs) {
            boolean better = true;
            for (int i = 0; i < reference.length; i++) {
                better &= c[i] < reference[i];
            }
            if (better) {
                inside.add(c);
            }
        }
        if (reference.length == THREE) {
            return volume(inside, reference);
        }
        if (reference.length != 2) {
            throw new IllegalArgumentException("two or three objectives, not " + reference.length);
        }
        return area(inside, reference);
    }

    /** Sums vertical strips from left to right; the least second cost so far sets the height of each strip. */
    private static double area(List<double[]> points, double[] reference) {
        double[][] sorted = points.toArray(new double[0][]);
        Arrays.sort(sorted, Comparator.<double[]>comparingDouble(p -> p[0]).thenComparingDouble(p -> p[1]));
        double area = 0;
        double least = reference[1];
        for (double[] p : sorted) {
            if (p[1] < least) {
                area += (reference[0] - p[0]) * (least - p[1]);
                least = p[1];
            }
        }
        return area;
    }

    /**
     * Sums slices along the third objective: the thickness between two neighbouring values times the area of all points
     * at or below the slice.
     */
    private static double volume(List<double[]> points, double[] reference) {
        double[][] sorted = points.toArray(new double[0][]);
        Arrays.sort(sorted, Comparator.comparingDouble(p -> p[2]));
        List<double[]> below = new ArrayList<>();
        double volume = 0;
        for (int i = 0; i < sorted.length; i++) {
            below.add(sorted[i]);
            double next = i + 1 < sorted.length ? sorted[i + 1][2] : reference[2];
            if (next > sorted[i][2]) {
                volume += (next - sorted[i][2]) * area(below, reference);
            }
        }
        return volume;
    }
}
