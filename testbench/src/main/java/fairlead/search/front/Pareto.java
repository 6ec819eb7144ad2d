// SPDX-License-Identifier: Apache-2.0
package fairlead.search.front;

import java.util.ArrayList;
import java.util.List;

/** Fronts of plain cost vectors: every objective is to be small. */
public final class Pareto {
    private Pareto() {}

    /** a is nowhere worse than b and somewhere better. */
    public static boolean dominates(final double[] a, final double[] b) {
        boolean better = false;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i]) {
                return false;
            }
            better |= a[i] < b[i];
        }
        return better;
    }

    /** Indices of the vectors that no other dominates, ascending; equal vectors all stay. */
    public static List<Integer> front(final List<double[]> costs) {
        final List<Integer> front = new ArrayList<>();
        for (int i = 0; i < costs.size(); i++) {
            final double[] one = costs.get(i);
            if (costs.stream().noneMatch(other -> dominates(other, one))) {
                front.add(i);
            }
        }
        return front;
    }
}
