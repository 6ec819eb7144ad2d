// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A linear map of costs to the unit cube that spans all feasible trials: 0 is the best value of an objective among
 * them, 1 the worst. Quality indicators are computed in this cube, with a reference point of 1.1.
 */
public final class Scale {
    private static final double REFERENCE = 1.1;

    private final double[] low;
    private final double[] high;

    /** @param trials feasible trials, at least one */
    public Scale(Collection<Trial> trials) {
        low = trials.iterator().next().sample().means();
        high = low.clone();
        for (Trial trial : trials) {
            double[] costs = trial.sample().means();
            for (int i = 0; i < costs.length; i++) {
                low[i] = Math.min(low[i], costs[i]);
                high[i] = Math.max(high[i], costs[i]);
            }
        }
    }

    public double[] of(Trial trial) {
        double[] costs = trial.sample().means();
        return IntStream.range(0, costs.length)
                .mapToDouble(i -> high[i] > low[i] ? (costs[i] - low[i]) / (high[i] - low[i]) : 0)
                .toArray();
    }

    public List<double[]> each(List<Trial> trials) {
        return trials.stream().map(this::of).toList();
    }

    public double[] reference() {
        double[] reference = new double[low.length];
        Arrays.fill(reference, REFERENCE);
        return reference;
    }
}
