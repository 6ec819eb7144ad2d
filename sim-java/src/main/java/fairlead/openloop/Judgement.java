// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import fairlead.openloop.TrafficResult.Outcome;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What the samples of a measurement show. Traffic is steady if the growth of the backlog, as a share of what is
 * offered, is within the threshold, and the mean latency is known within twice of it and does not rise by more; each
 * with its 95 % interval. It is unstable if the backlog surely grows by more. All else cannot be told.
 */
record Judgement(Outcome outcome, String reason) {
    private static final double UPPER_TAIL = 0.975;
    private static final double LATENCY = 2; // thresholds within which the mean latency must be known
    private static final int PERCENT = 100;

    /** A straight line through values at equal distances: its slope, and half of that slope's 95 % interval. */
    private record Trend(double slope, double half) {
        static Trend of(List<Double> values) {
            int n = values.size();
            double mean = mean(values);
            double xx = n * ((double) n * n - 1) / 12;
            double xy = 0;
            double yy = 0;
            for (int i = 0; i < n; i++) {
                double y = values.get(i) - mean;
                xy += (i - (n - 1) / 2.0) * y;
                yy += y * y;
            }
            double error = Math.sqrt(Math.max(0, yy - xy * xy / xx) / (n - 2) / xx);
            return new Trend(xy / xx, quantile(n - 2) * error);
        }
    }

    /**
     * @param batches mean latency of each sample
     * @param backlog flits that were born and not received, at the start and after each sample
     * @param offered flits born in all samples
     */
    static Judgement of(TrafficSpec spec, int nodes, List<Double> batches, List<Double> backlog, long offered) {
        int samples = backlog.size() - 1;
        if (samples < TrafficSpec.STEADY_SAMPLES) {
            return undecided(spec, "the warm-up lasts");
        }
        double born = (double) offered / samples;
        Trend growth = Trend.of(backlog);
        double limit = spec.threshold() * born;
        if (growth.slope - growth.half > limit) {
            double perCycle = (double) spec.samplePeriod() * nodes;
            return new Judgement(
                    Outcome.UNSTABLE,
                    text(
                            "accepts %.4f of %.4f flits offered per node and cycle",
                            (born - growth.slope) / perCycle, born / perCycle));
        }
        if (growth.slope + growth.half > limit) {
            return undecided(
                    spec,
                    text(
                            "the backlog grows by %.0f +-%.0f %% of what is offered",
                            PERCENT * growth.slope / born, PERCENT * growth.half / born));
        }
        if (batches.size() < TrafficSpec.STEADY_SAMPLES) {
            return undecided(spec, "there are too few packets");
        }
        double latency = mean(batches);
        double half = half(batches);
        if (half > LATENCY * spec.threshold() * latency) {
            return undecided(spec, text("the mean latency is known within %.0f %%", PERCENT * half / latency));
        }
        Trend drift = Trend.of(batches);
        return batches.size() * (drift.slope - drift.half) > LATENCY * spec.threshold() * latency
                ? undecided(spec, "the latency still rises")
                : new Judgement(Outcome.STEADY, "steady");
    }

    static Judgement above(TrafficSpec spec, String when) {
        return new Judgement(Outcome.UNSTABLE, "mean latency above " + spec.latencyLimit() + " cycles" + when);
    }

    private static Judgement undecided(TrafficSpec spec, String why) {
        return new Judgement(
                Outcome.UNDECIDED,
                why + " after " + spec.maxSamples() + " samples of " + spec.samplePeriod() + " cycles");
    }

    /** Returns half the width of the 95 % interval (Student's t) of the mean of batch means; NaN if there is one. */
    static double half(List<Double> batches) {
        int n = batches.size();
        if (n < 2) {
            return Double.NaN;
        }
        double mean = mean(batches);
        double squares =
                batches.stream().mapToDouble(b -> (b - mean) * (b - mean)).sum();
        return quantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static double quantile(int freedom) {
        return TDistribution.of(freedom).inverseCumulativeProbability(UPPER_TAIL);
    }

    private static String text(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
