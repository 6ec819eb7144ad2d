// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.List;

/**
 * One evaluated point.
 *
 * @param values the mean of each objective over the traffic seeds, in the objective's own unit and sign; empty if
 *      infeasible
 * @param sample the costs of all objectives for every seed; null if infeasible
 * @param keys the keys of the point's simulations, one per traffic seed; empty if none was needed
 * @param why the reason why the point is infeasible, or null if it is feasible
 */
public record Trial(Genome genome, List<Double> values, Sample sample, List<String> keys, String why) {
    public Trial {
        values = List.copyOf(values);
        keys = List.copyOf(keys);
    }

    public boolean feasible() {
        return why == null;
    }

    public static Trial infeasible(Genome genome, String why) {
        return new Trial(genome, List.of(), null, List.of(), why);
    }
}
