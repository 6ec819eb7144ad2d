// SPDX-License-Identifier: Apache-2.0
package fairlead.openloop;

/**
 * What one open-loop measurement found.
 *
 * @param meanLatency cycles from the birth of a packet to its tail at the ejection port, mean over the measured packets
 * @param accepted flits taken per node and cycle in the measured time
 * @param acceptedLeast the same at the node that got least
 * @param measured packets
 * @param cycles simulated
 * @param stable false: mean latency passed its limit, or the means were never steady
 * @param ending what ended it, in words
 * @param flitHops flits that passed a router, the ejecting one included, over all cycles
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
        long flitHops) {}
