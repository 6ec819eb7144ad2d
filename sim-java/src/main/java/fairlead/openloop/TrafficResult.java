// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of one open-loop measurement.
 *
 * @param meanLatency mean number of cycles from the creation of a measured packet to the arrival of its tail at the
 *     ejection port; NaN, as the percentiles are null, if there was no packet
 * @param p99 99th percentile of the latency in cycles
 * @param offered flits born per node and cycle in the measured time
 * @param accepted flits received per node and cycle in the measured time
 * @param acceptedLeast flits received per cycle by the node that received least
 * @param ending description of the reason for the outcome
 * @param flitHops number of flit-hops, including ejecting routers, over all cycles
 * @param batches mean latency of the packets that arrived in each sample of the measured time
 */
public record TrafficResult(
        TrafficSpec spec,
        double meanLatency,
        Long p50,
        Long p99,
        Long worst,
        double offered,
        double accepted,
        double acceptedLeast,
        long measured,
        long cycles,
        Outcome outcome,
        String ending,
        long flitHops,
        List<Double> batches) {
    /** What a measurement says of the traffic. */
    public enum Outcome {
        /** The machine accepts what is offered, and the mean latency is known. */
        STEADY,
        /** The machine accepts less than is offered, or the mean latency exceeded its limit. */
        UNSTABLE,
        /** The samples are too few or too short for either answer. */
        UNDECIDED
    }

    @JsonProperty
    public boolean stable() {
        return outcome == Outcome.STEADY;
    }

    /** Returns half the width of the 95 % interval of the mean latency from its batch means. */
    @JsonProperty
    public double latencyHalf() {
        return Judgement.half(batches);
    }

    /** Returns the outcome and its reason in words. */
    public String text() {
        return switch (outcome) {
            case STEADY -> ending;
            case UNSTABLE -> "unstable: " + ending;
            default -> "cannot tell: " + ending;
        };
    }
}
