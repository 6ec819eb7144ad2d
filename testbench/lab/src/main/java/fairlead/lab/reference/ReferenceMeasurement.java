// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;
import java.util.List;

/** A measurement of one row on the twin, with the structure for which this class was loaded. */
public final class ReferenceMeasurement {
    private static final int MOST_LANES = 4;
    private static final double LATENCY_LIMIT = 500;

    private ReferenceMeasurement() {}

    /**
     * Measures a row.
     *
     * @param values the row ({@link ReferenceRow#values})
     * @return the latency in cycles plus the zero-load difference, or the accepted rate for a saturation row
     */
    public static double of(final List<?> values, final int seed) {
        final ReferenceRow row = ReferenceRow.of(values);
        final TrafficSpec spec = TrafficSpec.of(row.pattern(), row.offered(), row.packetFlits(), seed)
                .withLanes(Math.min(MOST_LANES, row.vcs()))
                .withLatencyLimit(row.isSaturation() ? Double.POSITIVE_INFINITY : LATENCY_LIMIT);
        final TrafficResult result = new OpenLoop(ReferencePipeline.machine(row, seed), spec).measure();
        return row.isSaturation()
                ? result.accepted()
                : result.meanLatency() + ReferencePipeline.zeroLoadDifference(row.hops());
    }
}
