// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.program.ProgramException;
import fairlead.workload.pattern.Generator.Generated;
import fairlead.workload.pattern.Generator.Switches;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Workloads in which every node exchanges data with others in rounds. */
public final class Exchanges {
    private Exchanges() {}

    /**
     * Every node puts `bytes` bytes to the next rank; iteration i belongs to task i mod T. A single node puts to
     * itself.
     */
    public record Ring(int iterations, int bytes, Switches switches) implements Generated {
        @Override
        public void add(Generator g) {
            RingShift shift = new RingShift(g, bytes);
            for (int i = 0; i < iterations; i++) {
                shift.add(i);
                g.endRound();
            }
        }
    }

    /**
     * One exchange with the next rank: fill, put, fence, flag and flush, a poll for the previous rank's flag, then the
     * close of the epoch and the await of the previous rank's epoch. `ring` consists of these exchanges, and other
     * workloads add them to their own operations.
     */
    static final class RingShift {
        private final Generator g;
        private final int bytes;
        private final int source;
        private final int landing;
        private final int flag;
        private final int flagSource;
        private int shifts;

        RingShift(Generator generator, int bytes) {
            g = generator;
            this.bytes = bytes;
            source = g.everywhere("ring source", bytes);
            landing = g.everywhere("ring landing", bytes);
            flag = g.everywhere("ring flag", 8);
            flagSource = g.everywhere("ring flag source", 8);
        }

        /** Adds one exchange to the current round, in task `worker` mod T of each node. */
        void add(int worker) {
            long value = ++shifts;
            for (int node = 0; node < g.nodes(); node++) {
                TaskBuilder task = g.task(node, worker);
                int next = (node + 1) % g.nodes();
                int previous = Math.floorMod(node - 1, g.nodes());
                long key = g.key();
                int filled = g.add(task, Ops.fill(source, bytes, key));
                int stored = g.add(task, Ops.store(flagSource, value));
                int open = g.open(task, next);
                Operation data = Ops.put(next, source, landing, bytes, key);
                int put = g.add(task, data.in(open).requires(filled));
                g.fence(task, next);
                Operation told = Ops.putValue(next, flagSource, flag, value);
                g.add(task, told.in(open).requires(stored).after(put));
                int flush = g.need(task, task.add(Ops.flush(next)));
                int poll = g.add(task, Ops.poll(flag, Comparison.GE, value, 0));
                g.close(task, open, flush, poll);
                g.await(task, previous, worker % g.tasks(previous));
            }
        }
    }

    /**
     * Every node puts `bytes` bytes to every other node and then announces the put with a fetch-add, after a fence, on
     * the peer's arrival counter. The peer at offset o has rank (rank + o) mod N and belongs to task o mod T. Each task
     * opens one epoch for each group of 32 offsets.
     */
    public record AllToAll(int iterations, int bytes, Switches switches) implements Generated {
        private static final int GROUP = 32;

        @Override
        public void add(Generator g) {
            int n = g.nodes();
            int source = g.everywhere("source", bytes + 8L * n);
            int stride = (bytes + 15) / 16 * 16;
            int landing = g.everywhere("landing", (long) stride * n);
            int arrivals = g.everywhere("arrivals", 8);
            long arrived = 0;
            for (int i = 0; i < iterations; i++) {
                long[] keys = new long[n];
                int[] filled = new int[n];
                for (int node = 0; node < n; node++) {
                    keys[node] = g.key();
                    filled[node] = g.add(g.task(node, 0), Ops.fill(source, bytes + 8 * n, keys[node]));
                }
                for (int first = 1; first < n; first += GROUP) {
                    int last = Math.min(n - 1, first + GROUP - 1);
                    arrived += last - first + 1;
                    for (int node = 0; node < n; node++) {
                        for (int t = 0; t < g.tasks(node); t++) {
                            send(g, g.task(node, t), first, last, filled[node], keys[node], new int[] {
                                source, landing, stride, arrivals
                            });
                        }
                        g.awaitArrivals(g.task(node, 0), arrivals, arrived);
                        for (int o = first; o <= last; o++) {
                            int origin = Math.floorMod(node - o, n);
                            g.await(g.task(node, o), origin, o % g.tasks(origin));
                        }
                    }
                    g.endRound();
                }
                if (n == 1) {
                    g.endRound();
                }
            }
        }

        /**
         * Adds the puts of one task to the peers of a group.
         *
         * @param at addresses: source, landing, stride of landing, arrivals
         */
        private void send(Generator g, TaskBuilder task, int first, int last, int filled, long key, int[] at) {
            int n = g.nodes();
            int step = g.tasks(task.node());
            int[] peers = IntStream.rangeClosed(first, last)
                    .filter(o -> o % step == task.task())
                    .map(o -> (task.node() + o) % n)
                    .toArray();
            if (peers.length == 0) {
                return;
            }
            int open = g.open(task, peers);
            for (int peer : peers) {
                long from = Payload.keyAt(key, 8 * peer);
                Operation put = Ops.put(peer, at[0] + 8 * peer, at[1] + at[2] * task.node(), bytes, from);
                g.announce(task, put, at[3], open, filled);
            }
            int flush = g.need(task, task.add(Ops.flush(peers[0])));
            g.close(task, open, flush);
        }
    }

    /**
     * All nodes put `bytes` bytes to one target, each into its own slot, and announce the put with a fetch-add, after
     * a fence, on the target's arrival counter. Iteration i belongs to task i mod T.
     */
    public record Incast(int iterations, int bytes, int target, Switches switches) implements Generated {
        @Override
        public void add(Generator g) {
            int n = g.nodes();
            if (target >= n) {
                throw new ProgramException("workload.target must be a rank below " + n + ": " + target);
            }
            int stride = (bytes + 15) / 16 * 16;
            int source = g.everywhere("source", bytes);
            int arrivals = g.everywhere("arrivals", 8);
            int landing = g.program.windows().on(target, "landing", (long) stride * n);
            for (int i = 0; i < iterations; i++) {
                for (int node = 0; node < n; node++) {
                    if (node == target) {
                        continue;
                    }
                    TaskBuilder task = g.task(node, i);
                    long key = g.key();
                    int open = g.open(task, target);
                    int filled = g.add(task, Ops.fill(source, bytes, key));
                    Operation put = Ops.put(target, source, landing + stride * node, bytes, key);
                    g.announce(task, put, arrivals, open, filled);
                    g.close(task, open, g.need(task, task.add(Ops.flush(target))));
                    g.await(g.task(target, node), node, task.task());
                }
                g.awaitArrivals(g.task(target, 0), arrivals, (long) (i + 1) * (n - 1));
                g.endRound();
            }
        }
    }

    /**
     * Barriers without work between them. Each task may enter a barrier up to 31 cycles late. Before every fourth
     * barrier, the first included, one task of each node exchanges 64 bytes with the next rank.
     */
    public record BarrierStorm(int instances, Switches switches) implements Generated {
        private static final int EXCHANGE_EVERY = 4;
        private static final int EXCHANGE_BYTES = 64;
        private static final int LATE = 32;

        @Override
        public String kind() {
            return "barrier_storm";
        }

        @Override
        public void add(Generator g) {
            SplittableRandom random = new SplittableRandom(g.key());
            RingShift shift = new RingShift(g, EXCHANGE_BYTES);
            for (int i = 0; i < instances; i++) {
                if (i % EXCHANGE_EVERY == 0) {
                    shift.add(i / EXCHANGE_EVERY);
                }
                g.forEachTask(task -> {
                    int late = random.nextInt(LATE);
                    if (late > 0) {
                        g.add(task, Ops.calc(late));
                    }
                });
                g.endRound();
            }
        }
    }
}
