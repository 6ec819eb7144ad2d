// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.workload.pattern.Generator.Generated;
import fairlead.workload.pattern.Generator.Switches;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Puts and gets of random length between random nodes, including transfers of a node to itself, in rounds of eight
 * operations per node.
 *
 * <p>Even rounds use epochs. Odd rounds use no epochs and end with a quiet; in odd rounds, half of the operations of at
 * most 64 bytes take the store path. After its operations to a target, a task adds to the target's arrival counter,
 * after a fence. The data comes from a pool in each node's memory that no operation writes. Every operation has a
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

        private List<Draft> draft(int node, int count, boolean epochs) {
            List<Draft> drafts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int length = minBytes + random.nextInt(maxBytes - minBytes + 1);
                boolean inline = random.nextBoolean() && !epochs && length <= Program.INLINE_BYTES;
                int target = random.nextInt(g.nodes());
                boolean put = random.nextDouble() < putShare;
                int offset = 8 * random.nextInt((poolBytes - length) / 8 + 1);
                drafts.add(new Draft(i % g.tasks(node), target, length, put, offset, random.nextInt(16), inline));
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

        private void issue(int node, List<Draft> drafts, boolean epochs) {
            g.forEachTask(node, task -> {
                List<Draft> own =
                        drafts.stream().filter(d -> d.task == task.task()).toList();
                if (!own.isEmpty()) {
                    int[] peers = own.stream()
                            .mapToInt(Draft::target)
                            .sorted()
                            .distinct()
                            .toArray();
                    int open = epochs ? g.open(task, peers) : -1;
                    for (Draft draft : own) {
                        Path path = draft.inline ? Path.INLINE : Path.DESCRIPTOR;
                        g.add(task, operation(node, draft).in(open).path(path));
                    }
                    signal(task, peers, open);
                }
            });
        }

        private Operation operation(int node, Draft draft) {
            int target = draft.target;
            int from = pool + draft.offset;
            int to = land(draft.put ? target : node, draft.length, draft.shift);
            long key = Payload.keyAt(poolKeys[draft.put ? node : target], draft.offset);
            return draft.put
                    ? Ops.put(target, from, to, draft.length, key)
                    : Ops.get(target, to, from, draft.length, key);
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
