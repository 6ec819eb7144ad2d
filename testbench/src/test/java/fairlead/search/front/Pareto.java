// SPDX-License-Identifier: Apache-2.0
package fairlead.search.front;

import java.util.ArrayList;
import java.util.List;

/** Pareto fronts of plain cost vectors, whose objectives are all minimised. */
public final class Pareto {
    private Pareto() {}

    /** Tells whether a is in no objective worse than b and in at least one objective better. */
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

    /** Returns the indices of the vectors that no other vector dominates, ascending; equal vectors are all included. */
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
