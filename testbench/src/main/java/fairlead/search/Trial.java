// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.search.front.Sample;
import fairlead.search.study.Genome;
import java.util.List;

/**
 * One point that was looked at.
 *
 * @param values mean of each objective over the traffic seeds, in its own direction; empty when infeasible
 * @param sample the same as costs with all seeds; null when infeasible
 * @param keys of the simulations, one a traffic seed; empty when none was needed
 * @param why the point is infeasible, or null
 */
public record Trial(Genome genome, List<Double> values, Sample sample, List<String> keys, String why) {
    public Trial {
        values = List.copyOf(values);
        keys = List.copyOf(keys);
    }

    public boolean feasible() {
        return why == null;
    }

    static Trial infeasible(final Genome genome, final String why) {
        return new Trial(genome, List.of(), null, List.of(), why);
    }
}
