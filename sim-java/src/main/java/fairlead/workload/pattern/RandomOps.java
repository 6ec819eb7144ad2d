// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.TaskBuilder;
import fairlead.workload.pattern.Generator.Generated;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Puts and gets of random length between random nodes, including transfers of a node to itself, in rounds of eight
 * operations per node.
 *
 * <p>Even rounds use epochs. Odd rounds use no epochs and end with a quiet; in odd rounds, half of the operations of at
 * most 64 bytes take the store path. After its operations to a target, a task adds to the target's arrival counter,
 * behind a fence. The data comes from a pool in each node's memory that no operation writes. Every operation has a
 * landing zone of its own within its round (without barriers: within the run). Without barriers, or without epochs, all
 * rounds are of the same kind.
 *
 * @param putShare share of puts, 0 to 1; the other operations are gets
 */
public record RandomOps(int opsPerNode, int minBytes, int maxBytes, double putShare, Switches switches)
        implements Generated {
    private static final int ROUND = 8;
    private static final int SPREAD = 1024;

    @Override
    public String kind() {
        return "random";
    }

    @Override
    public double operations(MachineConfig machine) {
        double rounds = Math.ceil((double) opsPerNode / ROUND);
        double busy = Math.min(Switches.tasks(machine), (double) ROUND * machine.nodes());
        return (double) machine.nodes() * opsPerNode * (2 + switches.fence() + (switches.epochs() ? 1 : 0))
                + rounds * (busy * (switches.epochs() ? 3 : 1) + machine.nodes() + switches.round(machine));
    }

    @Override
    public void add(Generator g) {
        new Build(g).add();
    }

    /** One operation before it has an address. */
    private record Draft(int task, int target, int length, boolean put, int offset, int shift, boolean inline) {}

    private final class Build {
        private final Generator g;
        private final SplittableRandom random;
        private final int pool;
        private final long[] poolKeys;
        private final int arrivals;
        private final int poolBytes;
        private long landing; // every node has the same address; the size of the zone is known at the end
        private long[] used;
        private long most;
        private final long[] arrived;

        Build(Generator generator) {
            g = generator;
            random = new SplittableRandom(g.key());
            poolBytes = (maxBytes + SPREAD + 7) / 8 * 8;
            arrivals = g.everywhere("arrivals", 8);
            pool = g.everywhere("pool", poolBytes);
            poolKeys = new long[g.nodes()];
            arrived = new long[g.nodes()];
            used = new long[g.nodes()];
            landing = (pool + poolBytes + 63L) / 64 * 64;
            for (int node = 0; node < g.nodes(); node++) {
                poolKeys[node] = g.key();
                if (pool + (long) poolBytes <= g.machine.memoryBytes()) {
                    g.program.load(node, pool, Payload.bytes(poolKeys[node], poolBytes));
                }
            }
        }

        void add() {
            int rounds = (opsPerNode + ROUND - 1) / ROUND;
            for (int round = 0; round < rounds; round++) {
                boolean epochs = switches.epochs() && (round % 2 == 0 || !switches.barriers());
                int count = Math.min(ROUND, opsPerNode - round * ROUND);
                for (int node = 0; node < g.nodes(); node++) {
                    issue(node, draft(node, count, epochs), epochs);
                }
                for (int node = 0; node < g.nodes(); node++) {
                    g.awaitArrivals(g.task(node, 0), arrivals, arrived[node]);
                }
                g.endRound();
                if (switches.barriers()) {
                    used = new long[g.nodes()];
                }
            }
            g.everywhere("landing", most);
        }

        private Draft[] draft(int node, int count, boolean epochs) {
            Draft[] drafts = new Draft[count];
            for (int i = 0; i < count; i++) {
                int length = minBytes + random.nextInt(maxBytes - minBytes + 1);
                boolean inline = random.nextBoolean() && !epochs && length <= Program.INLINE_BYTES;
                drafts[i] = new Draft(
                        i % g.tasks(node),
                        random.nextInt(g.nodes()),
                        length,
                        random.nextDouble() < putShare,
                        8 * random.nextInt((poolBytes - length) / 8 + 1),
                        random.nextInt(16),
                        inline);
            }
            return drafts;
        }

        /** Returns the address of a landing zone of `length` bytes, `shift` bytes off alignment. */
        private int land(int node, int length, int shift) {
            long at = used[node] + shift;
            used[node] = (at + length + 15) / 16 * 16;
            most = Math.max(most, used[node]);
            return (int) Math.min(Integer.MAX_VALUE / 2, landing + at);
        }

        private void issue(int node, Draft[] drafts, boolean epochs) {
            for (int t = 0; t < g.tasks(node); t++) {
                TaskBuilder task = g.task(node, t);
                TreeSet<Integer> targets = new TreeSet<>();
                for (Draft draft : drafts) {
                    if (draft.task == t) {
                        targets.add(draft.target);
                    }
                }
                if (targets.isEmpty()) {
                    continue;
                }
                int[] peers = targets.stream().mapToInt(Integer::intValue).toArray();
                int open = epochs ? g.open(task, peers) : -1;
                for (Draft draft : drafts) {
                    if (draft.task == t) {
                        g.add(task, operation(node, draft).in(open).path(draft.inline ? Path.INLINE : Path.DESCRIPTOR));
                    }
                }
                signal(task, peers, open);
            }
        }

        private Operation operation(int node, Draft draft) {
            if (draft.put) {
                int remote = land(draft.target, draft.length, draft.shift);
                return Ops.put(
                        draft.target,
                        pool + draft.offset,
                        remote,
                        draft.length,
                        Payload.keyAt(poolKeys[node], draft.offset));
            }
            int local = land(node, draft.length, draft.shift);
            return Ops.get(
                    draft.target,
                    local,
                    pool + draft.offset,
                    draft.length,
                    Payload.keyAt(poolKeys[draft.target], draft.offset));
        }

        private void signal(TaskBuilder task, int[] peers, int open) {
            for (int peer : peers) {
                g.fence(task, peer);
                g.add(task, g.arrival(peer, arrivals).in(open));
                arrived[peer]++;
                if (open >= 0) {
                    g.await(g.task(peer, task.node()), task.node(), task.task());
                }
            }
            if (open >= 0) {
                g.close(task, open, g.need(task, task.add(Ops.flush(peers[0]))));
            } else {
                g.need(task, task.add(Ops.quiet()));
            }
        }
    }
}
