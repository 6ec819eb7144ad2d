// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop.compare;

import fairlead.model.router.RouterVariant;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import fairlead.search.sweep.Estimate;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure of the twin beside that of the other simulator.
 *
 * @param theirs the figure of the other simulator
 * @param ours the latency of the twin plus the zero-load difference, or the accepted rate for a saturation row
 * @param agrees whether the latencies agree within 3 % or two standard errors, or the saturation rates within 5 %
 */
public record FigureComparison(ReferenceRow row, double theirs, Estimate ours, boolean agrees) {
    private static final double LATENCY_BOUND = 0.03;
    private static final double RATE_BOUND = 0.05;
    private static final int MOST_LANES = 4;

    /**
     * Measures one row on the twin.
     *
     * @param seeds the number of runs; their seeds are 1 to `seeds`
     */
    public static FigureComparison of(final ReferenceRow row, final int seeds) {
        return of(row, seeds, ReferencePipeline.router(row));
    }

    static FigureComparison of(final ReferenceRow row, final int seeds, final RouterVariant router) {
        final List<Double> values = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            values.add(measure(row, seed, router));
        }
        final Estimate ours = Estimate.of(values);
        final double theirs = row.isSaturation() ? row.accepted() : row.latency();
        final double off = Math.abs(ours.mean() - theirs);
        final boolean agrees = row.isSaturation()
                ? off <= RATE_BOUND * theirs
                : off <= Math.max(LATENCY_BOUND * theirs, 2 * ours.standardError());
        return new FigureComparison(row, theirs, ours, agrees);
    }

    /** Returns the difference of both figures in per cent of the other simulator's figure. */
    public double off() {
        return 100 * (ours.mean() - theirs) / theirs;
    }

    /**
     * Returns the difference in standard deviations. The other simulator's figure comes from one run, so one run is
     * compared with the mean of our runs by the spread between our seeds. The value is NaN with one seed.
     */
    public double deviations() {
        final double oneRun = ours.standardError() * Math.sqrt(ours.repeats());
        return Math.abs(ours.mean() - theirs) / (oneRun * Math.sqrt(1 + 1.0 / ours.repeats()));
    }

    private static double measure(final ReferenceRow row, final long seed, final RouterVariant router) {
        final TrafficSpec spec = TrafficSpec.of(row.pattern(), row.offered(), row.packetFlits(), seed)
                .withLanes(Math.min(MOST_LANES, row.vcs()))
                .withRouter(router)
                .withLatencyLimit(row.isSaturation() ? Double.POSITIVE_INFINITY : 500);
        final TrafficResult result = new OpenLoop(ReferencePipeline.machine(row, seed), spec).measure();
        return row.isSaturation()
                ? result.accepted()
                : result.meanLatency() + ReferencePipeline.zeroLoadDifference(row.hops());
    }
}
