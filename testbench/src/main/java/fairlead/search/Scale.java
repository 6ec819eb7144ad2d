// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A linear map of costs to the unit cube that spans all feasible trials: 0 is the best value of an objective among
 * them, 1 the worst. Quality indicators are computed in this cube, with a reference point of 1.1.
 */
public final class Scale {
    /** The coordinate of the hypervolume's reference point in every objective. */
    public static final double REFERENCE = 1.1;

    private final double[] low;
    private final double[] high;

    private Scale(final double[] low, final double[] high) {
        this.low = low;
        this.high = high;
    }

    /**
     * Returns the scale of these trials.
     *
     * @param trials feasible trials, at least one
     */
    public static Scale of(final Collection<Trial> trials) {
        double[] low = null;
        double[] high = null;
        for (final Trial trial : trials) {
            final double[] costs = trial.sample().means();
            if (low == null) {
                low = costs.clone();
                high = costs.clone();
            }
            for (int i = 0; i < costs.length; i++) {
                low[i] = Math.min(low[i], costs[i]);
                high[i] = Math.max(high[i], costs[i]);
            }
        }
        return new Scale(low, high);
    }

    public double[] of(final Trial trial) {
        final double[] costs = trial.sample().means();
        for (int i = 0; i < costs.length; i++) {
            costs[i] = high[i] > low[i] ? (costs[i] - low[i]) / (high[i] - low[i]) : 0;
        }
        return costs;
    }

    public List<double[]> each(final List<Trial> trials) {
        final List<double[]> all = new ArrayList<>();
        trials.forEach(t -> all.add(of(t)));
        return all;
    }

    public double[] reference() {
        final double[] reference = new double[low.length];
        Arrays.fill(reference, REFERENCE);
        return reference;
    }
}
