// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.TaskBuilder;

/**
 * Every node puts `bytes` bytes to every other node and then announces the put with a fetch-add, behind a fence, on the
 * peer's arrival counter. The peer at offset o has rank (rank + o) mod N and belongs to task o mod T. Each task opens
 * one epoch for each group of 32 offsets.
 */
public record AllToAll(int iterations, int bytes, Switches switches) implements Workload {
    private static final int GROUP = 32;

    @Override
    public String kind() {
        return "alltoall";
    }

    @Override
    public double operations(final MachineConfig machine) {
        final double n = machine.nodes();
        final double groups = Math.max(1, Math.ceil((n - 1) / GROUP));
        final double senders = Math.min(Switches.tasks(machine), n * Math.min(GROUP, n - 1));
        final double one = n * (n - 1) * (2 + switches.fence() + (switches.epochs() ? 1 : 0))
                + groups * (senders * (switches.epochs() ? 3 : 1) + n + switches.round(machine));
        return iterations * (n + one);
    }

    @Override
    public Program build(final MachineConfig machine, final long seed) {
        final Generator g = new Generator(kind(), machine, switches, seed);
        final int n = g.nodes();
        final int source = g.program.windows().everywhere("source", bytes + 8L * n);
        final int stride = (bytes + 15) / 16 * 16;
        final int landing = g.program.windows().everywhere("landing", (long) stride * n);
        final int arrivals = g.program.windows().everywhere("arrivals", 8);
        long arrived = 0;
        for (int i = 0; i < iterations; i++) {
            final long[] keys = new long[n];
            final int[] filled = new int[n];
            for (int node = 0; node < n; node++) {
                keys[node] = g.key();
                filled[node] = g.add(g.task(node, 0), Ops.fill(source, bytes + 8 * n, keys[node]));
            }
            for (int first = 1; first < n; first += GROUP) {
                final int last = Math.min(n - 1, first + GROUP - 1);
                arrived += last - first + 1;
                for (int node = 0; node < n; node++) {
                    for (int t = 0; t < g.tasks(node); t++) {
                        send(g, g.task(node, t), first, last, filled[node], keys[node], new int[] {
                            source, landing, stride, arrivals
                        });
                    }
                    g.awaitArrivals(g.task(node, 0), arrivals, arrived);
                    for (int o = first; o <= last; o++) {
                        final int origin = Math.floorMod(node - o, n);
                        g.await(g.task(node, o), origin, o % g.tasks(origin));
                    }
                }
                g.endRound();
            }
            if (n == 1) {
                g.endRound();
            }
        }
        return g.build();
    }

    /**
     * Adds the puts of one task to the peers of a group.
     *
     * @param at addresses: source, landing, stride of landing, arrivals
     */
    private void send(
            final Generator g,
            final TaskBuilder task,
            final int first,
            final int last,
            final int filled,
            final long key,
            final int[] at) {
        final int n = g.nodes();
        final int step = g.tasks(task.node());
        final int[] peers = java.util.stream.IntStream.rangeClosed(first, last)
                .filter(o -> o % step == task.task())
                .map(o -> (task.node() + o) % n)
                .toArray();
        if (peers.length == 0) {
            return;
        }
        final int open = g.open(task, peers);
        for (final int peer : peers) {
            final int put = g.add(
                    task,
                    Ops.put(peer, at[0] + 8 * peer, at[1] + at[2] * task.node(), bytes, Payload.keyAt(key, 8 * peer))
                            .in(open)
                            .requires(filled));
            g.fence(task, peer);
            g.add(task, g.arrival(peer, at[3]).in(open).requires(filled).after(put));
        }
        final int flush = g.need(task, task.add(Ops.flush(peers[0])));
        g.close(task, open, flush);
    }
}
