// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import java.util.Collection;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean over repeats.
 *
 * @param standardError of the mean; 0 with one repeat
 * @param half half the width of the 95 % confidence interval of the mean (Student's t); NaN with one repeat
 */
public record Estimate(double mean, double half, double standardError, double min, double max, long repeats) {
    private static final double UPPER_TAIL = 0.975;

    public static Estimate of(final Collection<Double> values) {
        final SummaryStatistics s = new SummaryStatistics();
        values.forEach(s::addValue);
        final double half = s.getN() < 2
                ? Double.NaN
                : new TDistribution(s.getN() - 1.0).inverseCumulativeProbability(UPPER_TAIL)
                        * s.getStandardDeviation()
                        / Math.sqrt(s.getN());
        return new Estimate(
                s.getMean(), half, s.getStandardDeviation() / Math.sqrt(s.getN()), s.getMin(), s.getMax(), s.getN());
    }
}
