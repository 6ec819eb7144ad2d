// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.hw.HwLayout;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.EpochAccess;
import fairlead.machine.Latency;
import fairlead.machine.MachineBuilder;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import java.util.List;

/** Makes the machine of one schedule. Schedule 0 has the default machine of a scenario. */
final class MachineFor {
    static final int RECEPTION = 16;
    private static final int MEMORY_LATENCY = 20;
    private static final int SLOW_MEMORY = 80; // in cycles; more than a round trip, so that arrival and commit differ
    private static final int MEMORY_FACTOR = 4; // a node's memory may be slower by this factor
    private static final int BARRIER_WIDTH = 8;
    private static final int DEEP = 8;

    private MachineFor() {}

    static MachineConfig of(
            AxisPoint point,
            Draws draws,
            int memoryBytes,
            int messageBase,
            List<Integer> tasks,
            List<List<Integer>> groups) {
        boolean least = point.is("depth", "min");
        Routing routing = point.is("routing", "adaptive") ? Routing.ADAPTIVE : Routing.DIMENSION_ORDER;
        int memory = draws.of(MEMORY_LATENCY, MEMORY_LATENCY, SLOW_MEMORY, 4);
        Latency latency = new Latency(
                draws.of(2, 1, 2, 4, 8),
                draws.of(2, 1, 2, 8),
                memory,
                draws.of(64, 1, 1, 1, 4, 16),
                draws.of(8, 1, 8, 32),
                draws.of(0, memory * (MEMORY_FACTOR - 1), memory * (MEMORY_FACTOR - 1)));
        Buffers buffers = new Buffers(
                linkDepth(routing, least ? 1 : draws.of(8, 8, 4, 2)),
                least ? 1 : draws.of(8, 8, 4, 2),
                least ? 1 : 16,
                RECEPTION,
                64,
                least ? 1 : draws.of(8, 8, 2));
        MachineBuilder machine = MachineConfig.of(point.shape())
                .latency(latency)
                .linkInterval(draws.of(1, 1, 1, 3))
                .buffers(buffers)
                .localPorts(Math.min(draws.of(2, 2, 1), HwLayout.LOCAL_PORTS))
                .arbitration(draws.of(0, 0, 1) == 0 ? Arbitration.AGE : Arbitration.ROUND_ROBIN)
                .memoryBytes(memoryBytes)
                .messageBase(messageBase)
                .dla(DlaLimits.of(64))
                .tasks(tasks)
                .barrierWidth(BARRIER_WIDTH)
                .seed(draws.word());
        return machine.routing(routing)
                .epochAccess(point.is("access", "queue") ? EpochAccess.QUEUE : EpochAccess.OPEN)
                .collective(network(groups, draws))
                .build();
    }

    /**
     * Returns the depth of a link buffer. Under cut-through it has room for one packet, or for two packets if `flits`
     * is the default depth.
     */
    private static int linkDepth(Routing routing, int flits) {
        return routing.cutThrough() ? (flits == DEEP ? 2 : 1) * routing.minLinkDepth() : flits;
    }

    private static CollectiveNetwork network(List<List<Integer>> groups, Draws draws) {
        return groups.isEmpty()
                ? CollectiveNetwork.UNUSED
                : new CollectiveNetwork(
                        draws.of(2, 1, 2, 8), draws.of(8, 1, 2, 16), draws.of(8, 1, 2), draws.of(8, 1, 2), groups);
    }
}
