// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.util.List;

/**
 * The latencies in cycles, each at least 1 except jitter and spread.
 *
 * @param link latency from a flit's register at the sender to the neighbour's input
 * @param credit latency of a credit from its register to the sender of the flits
 * @param memory latency from a request at a memory port to its reply or acknowledgement
 * @param software latency from an event to the earliest command with which node software reacts
 * @param barrier latency from the global barrier pattern of one node to its appearance at another, without spread
 * @param jitter greatest additional memory latency of a node, drawn per node from the seed
 * @param barrierSpread greatest additional latency of the global barrier network from a node, and again to a node, each
 *     drawn per node from the seed
 */
public record Latency(int link, int credit, int memory, int software, int barrier, int jitter, int barrierSpread) {
    public static final Latency DEFAULT = new Latency(2, 2, 20, 64, 8, 0);

    /** Makes latencies with the same barrier latency for all nodes. */
    public Latency(int link, int credit, int memory, int software, int barrier, int jitter) {
        this(link, credit, memory, software, barrier, jitter, 0);
    }

    public Latency {
        int[] values = {link, credit, memory, software, barrier, jitter, barrierSpread};
        List<String> names = List.of("link", "credit", "memory", "software", "barrier", "jitter", "barrier spread");
        for (int i = 0; i < values.length; i++) {
            int low = i < names.indexOf("jitter") ? 1 : 0;
            String what = "latency " + names.get(i) + " must be at least " + low + ": " + values[i];
            MachineConfig.require(values[i] >= low, what);
        }
    }
}
