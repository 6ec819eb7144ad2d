// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.evaluate.Workers;
import fairlead.machine.MachineStructure;
import fairlead.sweep.Estimate;
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

    /**
     * Measures one row on the twin of the routers that the other simulator has.
     *
     * @param seeds the number of runs; their seeds are 1 to `seeds`
     */
    public static FigureComparison of(final ReferenceRow row, final int seeds) {
        return of(row, seeds, ReferencePipeline.structure(row));
    }

    static FigureComparison of(final ReferenceRow row, final int seeds, final MachineStructure structure) {
        final List<Double> values = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            values.add(Workers.ask(structure, new ReferenceMeasurement(row, seed)));
        }
        final Estimate ours = Estimate.of(values);
        final double theirs = row.isSaturation() ? row.accepted() : row.latency();
        final double off = Math.abs(ours.mean() - theirs);
        final boolean agrees = row.isSaturation()
                ? off <= RATE_BOUND * theirs
                : off <= Math.max(LATENCY_BOUND * theirs, 2 * ours.standardError());
        return new FigureComparison(row, theirs, ours, agrees);
    }

    /**
     * Returns whether the figures agree, or differ by at most two standard errors of the difference between one run,
     * which is what the other simulator's figure comes from, and the mean of our runs.
     */
    public boolean agreesAsOneRun() {
        return agrees || deviations() <= 2;
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
}
