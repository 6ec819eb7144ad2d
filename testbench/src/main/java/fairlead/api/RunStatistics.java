// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * Counts and latencies of a run. Latencies are cycles from the preparation of a packet to the acceptance of its tail.
 *
 * @param cycles cycles of the run
 * @param packets delivered packets
 * @param flits flits of the delivered packets, headers included
 * @param flitHops flits that crossed a link or left through a local port, each as often as it did
 * @param meanLatency mean latency
 * @param p50Latency median of the latencies
 * @param p99Latency latency that 99 % of the packets do not exceed
 * @param maxLatency greatest latency
 */
public record RunStatistics(
        long cycles,
        long packets,
        long flits,
        long flitHops,
        double meanLatency,
        long p50Latency,
        long p99Latency,
        long maxLatency) {}
