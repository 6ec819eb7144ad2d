// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.study.Genome;
import java.util.List;

/** Answers what points are worth. The same points get the same answers, whenever they are asked for. */
@FunctionalInterface
public interface PointEvaluator {
    /** One trial a point, in their order; a trial without keys cost no simulation. */
    List<Trial> evaluate(List<Genome> points);
}
