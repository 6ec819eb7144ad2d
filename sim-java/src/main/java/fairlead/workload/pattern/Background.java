// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
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
    private static final int FLIT = 16;
    private static final int SPREAD = 1024;
    private static final int LEAST_TASKS = 2;

    double operations(final MachineConfig machine) {
        return machine.shape().torusNodes() * (1 + cycles * Math.min(1, load / packetFlits));
    }

    void add(final Generator g) {
        final int nodes = g.machine.shape().torusNodes();
        final int bytes = (packetFlits - 1) * FLIT;
        final int pool = g.program.windows().everywhere("background pool", bytes + SPREAD);
        final int landing = g.program.windows().everywhere("background landing", (long) bytes * nodes);
        final SplittableRandom random = new SplittableRandom(g.key());
        final long start = 4L * g.machine.latency().software();
        for (int node = 0; node < nodes; node++) {
            if (g.tasks(node) < LEAST_TASKS) {
                throw new ProgramException("background traffic needs a task of its own: machine.tasks_per_node >= 2");
            }
            final long key = g.key();
            if (g.program.windows().needed() <= g.machine.memoryBytes()) {
                g.program.load(node, pool, Payload.bytes(key, bytes + SPREAD));
            }
            final TaskBuilder task = g.task(node, g.tasks(node) - 1);
            inject(g, task, random.split(), key, new int[] {pool, landing + bytes * node}, start);
        }
    }

    /**
     * Adds the puts of one node.
     *
     * @param at addresses of the pool and of the landing slot
     */
    private void inject(
            final Generator g,
            final TaskBuilder task,
            final SplittableRandom random,
            final long key,
            final int[] at,
            final long start) {
        final int bytes = (packetFlits - 1) * FLIT;
        final int nodes = g.machine.shape().torusNodes();
        final double chance = Math.min(1, load / packetFlits);
        boolean any = false;
        for (int cycle = 0; cycle < cycles && nodes > 1; cycle++) {
            if (random.nextDouble() < chance) {
                final int target = (task.node() + 1 + random.nextInt(nodes - 1)) % nodes;
                final int offset = 8 * random.nextInt(SPREAD / 8);
                final Operation put = Ops.put(target, at[0] + offset, at[1], bytes, Payload.keyAt(key, offset));
                task.add(put.notBefore(start + cycle));
                any = true;
            }
        }
        if (any) {
            task.add(Ops.quiet());
        }
    }
}
