// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;

/**
 * One exchange with the next rank: fill, put, fence, flag and flush, a poll for the previous rank's flag, then the
 * close of the epoch and the await of the previous rank's epoch. `ring` consists of these exchanges, and other
 * workloads add them to their own operations.
 */
final class RingShift {
    private final Generator g;
    private final int bytes;
    private final int source;
    private final int landing;
    private final int flag;
    private final int flagSource;
    private int shifts;

    RingShift(final Generator generator, final int bytes) {
        g = generator;
        this.bytes = bytes;
        source = g.program.windows().everywhere("ring source", bytes);
        landing = g.program.windows().everywhere("ring landing", bytes);
        flag = g.program.windows().everywhere("ring flag", 8);
        flagSource = g.program.windows().everywhere("ring flag source", 8);
    }

    /** Returns the number of operations of one exchange. */
    static double operations(final MachineConfig machine, final Switches switches) {
        return machine.nodes() * (6.0 + switches.epoch() + switches.fence());
    }

    /** Adds one exchange to the current round, in task `worker` mod T of each node. */
    void add(final int worker) {
        final long value = ++shifts;
        for (int node = 0; node < g.nodes(); node++) {
            final TaskBuilder task = g.task(node, worker);
            final int next = (node + 1) % g.nodes();
            final int previous = Math.floorMod(node - 1, g.nodes());
            final long key = g.key();
            final int filled = g.add(task, Ops.fill(source, bytes, key));
            final int stored = g.add(task, Ops.store(flagSource, value));
            final int open = g.open(task, next);
            final int put = g.add(
                    task, Ops.put(next, source, landing, bytes, key).in(open).requires(filled));
            g.fence(task, next);
            g.add(
                    task,
                    Ops.putValue(next, flagSource, flag, value)
                            .in(open)
                            .requires(stored)
                            .after(put));
            final int flush = g.need(task, task.add(Ops.flush(next)));
            final int poll = g.add(task, Ops.poll(flag, Comparison.GE, value, 0));
            g.close(task, open, flush, poll);
            g.await(task, previous, worker % g.tasks(previous));
        }
    }
}
