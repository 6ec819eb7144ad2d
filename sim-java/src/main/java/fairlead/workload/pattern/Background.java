// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.ProgramException;
import fairlead.program.TaskBuilder;
import java.util.SplittableRandom;

/**
 * Uniform traffic beside another workload. The last task of each node posts single-packet puts to random other nodes
 * and ends with a quiet; a Bernoulli trial in each of `cycles` cycles decides whether a put is created. Only the end of
 * the program waits for these puts. They are in no epoch, so the other workload may not use epochs, either. All puts of
 * one origin to a node use the same landing slot.
 *
 * @param load flits offered per node and cycle, header included
 * @param packetFlits flits of a packet, 2 to 17
 * @param cycles number of cycles in which packets are created, from 4 software latencies on
 */
public record Background(double load, int packetFlits, int cycles) {
    private static final int LEAST_TASKS = 2;

    double operations(final MachineConfig machine) {
        return machine.shape().torusNodes() * (1 + cycles * Math.min(1, load / packetFlits));
    }

    void add(final Generator g) {
        final int nodes = g.machine.shape().torusNodes();
        final PacketPuts puts = new PacketPuts(g, packetFlits, cycles, "background pool");
        final int landing = g.program.windows().everywhere("background landing", (long) puts.bytes * nodes);
        final SplittableRandom random = new SplittableRandom(g.key());
        final PacketPuts.Target other =
                (node, draws) -> nodes == 1 ? node : (node + 1 + draws.nextInt(nodes - 1)) % nodes;
        final double chance = Math.min(1, load / packetFlits);
        for (int node = 0; node < nodes; node++) {
            if (g.tasks(node) < LEAST_TASKS) {
                throw new ProgramException("background traffic needs a task of its own: machine.tasks_per_node >= 2");
            }
            final long key = puts.fill(node);
            final TaskBuilder task = g.task(node, g.tasks(node) - 1);
            puts.add(task, random.split(), other, chance, key, landing + puts.bytes * node, false);
        }
    }
}
