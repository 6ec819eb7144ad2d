// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selection of knee points: the points of a front that are nearest to the ideal point, which has the best value of
 * every objective. Distances are taken after scaling the front to the unit cube.
 */
final class Knees {
    private Knees() {}

    static List<Trial> of(final List<Trial> front, final int most) {
        if (front.isEmpty()) {
            return List.of();
        }
        final Scale scale = Scale.of(front);
        final List<Trial> sorted = new ArrayList<>(front);
        sorted.sort(Comparator.<Trial>comparingDouble(t -> square(scale.of(t))).thenComparing(Trial::genome));
        return List.copyOf(sorted.subList(0, Math.min(most, sorted.size())));
    }

    private static double square(final double[] v) {
        double sum = 0;
        for (final double x : v) {
            sum += x * x;
        }
        return sum;
    }
}
