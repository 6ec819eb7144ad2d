// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.program.TaskBuilder;

/**
 * All nodes put `bytes` bytes to one target, each into its own slot, and announce the put with a fetch-add, behind a
 * fence, on the target's arrival counter. Iteration i belongs to task i mod T.
 */
public record Incast(int iterations, int bytes, int target, Switches switches) implements Workload {
    @Override
    public String kind() {
        return "incast";
    }

    @Override
    public double operations(final MachineConfig machine) {
        final double one = 4.0 + switches.epoch() + switches.fence();
        return iterations * ((machine.nodes() - 1) * one + 1 + switches.round(machine));
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        final Generator g = new Generator(kind(), machine, switches, seed);
        final int n = g.nodes();
        if (target >= n) {
            throw new ProgramException("workload.target must be a rank below " + n + ": " + target);
        }
        final int stride = (bytes + 15) / 16 * 16;
        final int source = g.program.windows().everywhere("source", bytes);
        final int arrivals = g.program.windows().everywhere("arrivals", 8);
        final int landing = g.program.windows().on(target, "landing", (long) stride * n);
        for (int i = 0; i < iterations; i++) {
            for (int node = 0; node < n; node++) {
                if (node == target) {
                    continue;
                }
                final TaskBuilder task = g.task(node, i);
                final long key = g.key();
                final int open = g.open(task, target);
                final int filled = g.add(task, Ops.fill(source, bytes, key));
                final int put = g.add(
                        task,
                        Ops.put(target, source, landing + stride * node, bytes, key)
                                .in(open)
                                .requires(filled));
                g.fence(task, target);
                g.add(
                        task,
                        g.arrival(target, arrivals).in(open).requires(filled).after(put));
                g.close(task, open, g.need(task, task.add(Ops.flush(target))));
                g.await(g.task(target, node), node, task.task());
            }
            g.awaitArrivals(g.task(target, 0), arrivals, (long) (i + 1) * (n - 1));
            g.endRound();
        }
        return g.build();
    }
}
