// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Costs -> the unit cube that spans all feasible trials: 0 the best seen of each objective, 1 the worst. Indicators are taken there, with a reference of 1.1. */
public final class Scale {
    /** Reference of a hypervolume in every objective. */
    public static final double REFERENCE = 1.1;

    private final double[] low;
    private final double[] high;

    private Scale(final double[] low, final double[] high) {
        this.low = low;
        this.high = high;
    }

    /** @param trials feasible, at least one */
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
