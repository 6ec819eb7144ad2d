// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import java.util.Collection;
import java.util.Set;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over repeated runs.
 *
 * @param standardError the standard error of the mean; 0 with one repeat
 * @param half half the width of the mean's 95 % confidence interval (Student's t); NaN with one repeat
 */
public record Estimate(double mean, double half, double standardError, double min, double max, long repeats) {
    private static final double UPPER_TAIL = 0.975;
    private static final Set<Statistic> MEASURED =
            Set.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION, Statistic.MIN, Statistic.MAX);

    /** Returns the estimate with another interval, as the batch means of a single run give it. */
    Estimate withHalf(double other) {
        return new Estimate(mean, other, standardError, min, max, repeats);
    }

    public static Estimate of(Collection<Double> values) {
        DoubleStatistics s = DoubleStatistics.of(
                MEASURED, values.stream().mapToDouble(Double::doubleValue).toArray());
        double error = s.getAsDouble(Statistic.STANDARD_DEVIATION) / Math.sqrt(s.getCount());
        double half = s.getCount() < 2
                ? Double.NaN
                : TDistribution.of(s.getCount() - 1.0).inverseCumulativeProbability(UPPER_TAIL) * error;
        return new Estimate(
                s.getAsDouble(Statistic.MEAN),
                half,
                error,
                s.getAsDouble(Statistic.MIN),
                s.getAsDouble(Statistic.MAX),
                s.getCount());
    }
}
