// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.List;

/** An evaluator of points. The same points always get the same results, independent of the time of the call. */
@FunctionalInterface
public interface PointEvaluator {
    /** Returns one trial per point, in the order of the points. A trial without keys needed no simulation. */
    List<Trial> evaluate(List<Genome> points);
}
