// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The hypervolume of a front: the exact volume between it and a reference point that is worse in every objective, in
 * two or three dimensions.
 */
public final class Indicators {
    private static final int THREE = 3;

    private Indicators() {}

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
