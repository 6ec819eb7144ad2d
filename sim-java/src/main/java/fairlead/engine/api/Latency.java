// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * Latencies in cycles, each at least 1.
 *
 * @param link from a flit's register at the sender to the neighbour's input
 * @param credit the same for a credit on its way back
 * @param memory from a request at a memory port to its reply or acknowledgement
 * @param software from an event to the earliest command that node software gives because of it
 * @param barrier from a node's global barrier pattern to its appearance at a node, with nothing more for either
 * @param jitter 0, or the largest number of cycles that a node's memory is slower than `memory` (drawn per node from the seed)
 * @param barrierSpread 0, or the largest number of cycles that the global barrier network takes more from a node, and again more to it (each drawn per node from the seed)
 */
public record Latency(int link, int credit, int memory, int software, int barrier, int jitter, int barrierSpread) {
    /** Of a scenario that names none. */
    public static final Latency DEFAULT = new Latency(2, 2, 20, 64, 8, 0);

    /** One latency of the global barrier network for all nodes. */
    public Latency(
            final int link,
            final int credit,
            final int memory,
            final int software,
            final int barrier,
            final int jitter) {
        this(link, credit, memory, software, barrier, jitter, 0);
    }

    public Latency {
        atLeast("link", link, 1);
        atLeast("credit", credit, 1);
        atLeast("memory", memory, 1);
        atLeast("software", software, 1);
        atLeast("barrier", barrier, 1);
        atLeast("jitter", jitter, 0);
        atLeast("barrier spread", barrierSpread, 0);
    }

    private static void atLeast(final String name, final int value, final int low) {
        if (value < low) {
            throw new IllegalArgumentException("latency " + name + " must be at least " + low + ": " + value);
        }
    }
}
