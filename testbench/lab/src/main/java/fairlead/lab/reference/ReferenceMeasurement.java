// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.reference;

import fairlead.evaluate.Worker.Work;
import fairlead.openloop.OpenLoop;
import fairlead.openloop.TrafficResult;
import fairlead.openloop.TrafficSpec;

/**
 * A measurement of one row on the twin, in a process with the structure of its routers. Its result is the latency in
 * cycles plus the zero-load difference, or the accepted rate for a saturation row.
 */
record ReferenceMeasurement(ReferenceRow row, int seed) implements Work<Double> {
    private static final int MOST_LANES = 4;
    private static final double LATENCY_LIMIT = 500;

    @Override
    public Double run() {
        final TrafficSpec spec = TrafficSpec.of(row.pattern(), row.offered(), row.packetFlits(), seed)
                .withLanes(Math.min(MOST_LANES, row.vcs()))
                .withLatencyLimit(row.isSaturation() ? Double.POSITIVE_INFINITY : LATENCY_LIMIT);
        final TrafficResult result = new OpenLoop(ReferencePipeline.machine(row, seed), spec).measure();
        return row.isSaturation()
                ? result.accepted()
                : result.meanLatency() + ReferencePipeline.zeroLoadDifference(row.hops());
    }
}
