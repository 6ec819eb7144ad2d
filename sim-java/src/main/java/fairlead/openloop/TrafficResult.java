// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

import java.util.List;

/**
 * The result of one open-loop measurement.
 *
 * @param meanLatency mean number of cycles from the creation of a measured packet to the arrival of its tail at the
 *     ejection port
 * @param p99 99th percentile of the latency in cycles
 * @param accepted flits received per node and cycle in the measured time
 * @param acceptedLeast flits received per cycle by the node that received least
 * @param stable false if the mean latency exceeded its limit or the means were never steady
 * @param ending description of the reason for the end
 * @param flitHops number of flit-hops, including ejecting routers, over all cycles
 * @param batches mean latency of the packets that arrived in each sample of the measured time
 */
public record TrafficResult(
        TrafficSpec spec,
        double meanLatency,
        long p50,
        long p99,
        long worst,
        double accepted,
        double acceptedLeast,
        long measured,
        long cycles,
        boolean stable,
        String ending,
        long flitHops,
        List<Double> batches) {}
