// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.List;

/** An evaluator of points. The same points always get the same results, independent of the time of the call. */
@FunctionalInterface
public interface PointEvaluator {
    /** Returns one trial per point, in the order of the points. A trial without keys needed no simulation. */
    List<Trial> evaluate(List<Genome> points);

    /**
     * Returns the costs of a point that are known without a simulation, NaN for the others; an empty array if there are
     * none; null if the point is refused without a simulation. The same costs are known of every point.
     */
    default double[] known(final Genome point) {
        return new double[0];
    }
}
