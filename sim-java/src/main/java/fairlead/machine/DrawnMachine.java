// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig.MachineBuilder;

/** The latencies, depths and rules of a machine, drawn for a schedule. */
public final class DrawnMachine {
    private static final int MEMORY_LATENCY = 20;
    private static final int SLOW_MEMORY = 80; // in cycles; more than a round trip, so that arrival and commit differ
    private static final int MEMORY_FACTOR = 4; // a node's memory may be slower by this factor
    private static final int DEEP = 8;
    private static final int INJECTION = 16;
    private static final int DLA = 64;

    private DrawnMachine() {}

    /**
     * Changes a machine. Schedule 0 has the default latencies and depths of a scenario.
     *
     * @param least whether buffers of links, memory and NIC have their smallest legal depths
     * @param reception depth of the reception FIFOs
     */
    public static MachineBuilder on(
            MachineBuilder machine, Draws draws, Routing routing, boolean least, int reception) {
        int memory = draws.of(MEMORY_LATENCY, MEMORY_LATENCY, SLOW_MEMORY, 4);
        Latency latency = new Latency(
                draws.of(2, 1, 2, 4, 8), // link
                draws.of(2, 1, 2, 8), // credit
                memory,
                draws.of(64, 1, 1, 1, 4, 16), // software
                draws.of(8, 1, 8, 32), // barrier
                draws.of(0, memory * (MEMORY_FACTOR - 1), memory * (MEMORY_FACTOR - 1)));
        Buffers buffers = new Buffers(
                linkDepth(routing, least ? 1 : draws.of(8, 8, 4, 2)),
                least ? 1 : draws.of(8, 8, 4, 2), // local
                least ? 1 : INJECTION,
                reception,
                DLA,
                least ? 1 : draws.of(8, 8, 2)); // response
        return machine.latency(latency)
                .linkInterval(draws.of(1, 1, 1, 3))
                .buffers(buffers)
                .localPorts(Math.min(draws.of(2, 2, 1), HwLayout.LOCAL_PORTS))
                .arbitration(draws.of(0, 0, 1) == 0 ? Arbitration.AGE : Arbitration.ROUND_ROBIN)
                .routing(routing)
                .seed(draws.word());
    }

    /**
     * Returns the depth of a link buffer. Under cut-through it has room for one packet, or for two packets if `flits`
     * is the default depth.
     */
    private static int linkDepth(Routing routing, int flits) {
        return routing.cutThrough() ? (flits == DEEP ? 2 : 1) * routing.minLinkDepth() : flits;
    }
}
