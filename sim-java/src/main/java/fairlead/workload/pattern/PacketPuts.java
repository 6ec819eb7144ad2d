// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.TaskBuilder;
import java.util.SplittableRandom;

/**
 * Puts of one packet each that a Bernoulli process creates, with data from a pool in each node's memory that no
 * operation writes.
 */
final class PacketPuts {
    private static final int FLIT = 16;
    private static final int SPREAD = 1024;

    /** Draws the rank to which the next packet of a node goes; no packet is created for the node itself. */
    interface Target {
        int next(int source, SplittableRandom random);
    }

    final int bytes; // payload of a packet
    private final Generator g;
    private final int cycles; // in which packets are created
    private final int pool;

    PacketPuts(final Generator g, final int packetFlits, final int cycles, final String pool) {
        this.g = g;
        this.cycles = cycles;
        bytes = (packetFlits - 1) * FLIT;
        this.pool = g.program.windows().everywhere(pool, bytes + SPREAD);
    }

    /** Fills the pool of a node and returns its key. */
    long fill(final int node) {
        final long key = g.key();
        if (g.program.windows().needed() <= g.machine.memoryBytes()) {
            g.program.load(node, pool, Payload.bytes(key, bytes + SPREAD));
        }
        return key;
    }

    /**
     * Adds the puts of one task, from 4 software latencies on, and a quiet behind them.
     *
     * @param chance probability of a put in each cycle
     * @param key key of the pool of the node
     * @param slot address at which all of them land
     * @param needed whether they belong to the round
     */
    void add(
            final TaskBuilder task,
            final SplittableRandom random,
            final Target target,
            final double chance,
            final long key,
            final int slot,
            final boolean needed) {
        final long start = 4L * g.machine.latency().software();
        boolean any = false;
        for (int cycle = 0; cycle < cycles; cycle++) {
            final int to = random.nextDouble() < chance ? target.next(task.node(), random) : task.node();
            if (to != task.node()) {
                final int offset = 8 * random.nextInt(SPREAD / 8);
                final Operation put = Ops.put(to, pool + offset, slot, bytes, Payload.keyAt(key, offset))
                        .notBefore(start + cycle);
                any = true;
                if (needed) {
                    g.add(task, put);
                } else {
                    task.add(put);
                }
            }
        }
        if (any) {
            final int quiet = task.add(Ops.quiet());
            g.need(task, needed ? quiet : -1);
        }
    }
}
