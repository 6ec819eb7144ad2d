// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.Shape;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.workload.pattern.Generator.Generated;
import fairlead.workload.pattern.Generator.Switches;
import fairlead.workload.pattern.Traffic.Background;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Halo exchange with the six torus neighbours: X and Y faces by put, Z faces by get. Direction d of a node belongs to
 * task d mod T.
 *
 * <p>For each iteration and direction a task transfers the data, adds a fence, sets a flag at the neighbour and polls
 * for the neighbour's own flag. A flag after a get informs the neighbour that it may overwrite the source. The task
 * ends with a flush of its first direction. All its operations are in one epoch to its distinct neighbours. Sources are
 * filled with new keys before the round ends. A dimension of size 1 has no faces; with size 2 both neighbours are the
 * same node.
 *
 * <p>With background traffic, the last task of each node sends that traffic, and the other tasks share the directions.
 *
 * @param iterations number of exchanges
 * @param bytes number of bytes of one face
 * @param background traffic in addition to the exchange, or null
 * @param switches optional operations
 */
public record Halo3d(int iterations, int bytes, Background background, Switches switches) implements Generated {
    private static final String[] NAMES = {"X+", "X-", "Y+", "Y-", "Z+", "Z-"};
    private static final int FIRST_GET = 4;

    @Override
    public void add(Generator g) {
        new Build(g).add();
    }

    private final class Build {
        private final Generator g;
        private final Shape shape;
        private final int[] source = new int[Shape.DIRECTIONS];
        private final int[] landing = new int[Shape.DIRECTIONS];
        private final int flags;
        private final int flagSource;
        private final int readyFlags;
        private final int readySource;
        private long[][] keys;
        private long[][] nextKeys;

        Build(Generator generator) {
            g = generator;
            shape = g.machine.shape();
            for (int d = 0; d < Shape.DIRECTIONS; d++) {
                if (exists(d)) {
                    source[d] = g.everywhere("source " + NAMES[d], bytes);
                    landing[d] = g.everywhere("landing " + NAMES[d], bytes);
                }
            }
            flags = words("flags");
            flagSource = words("flag sources");
            readyFlags = switches.barriers() ? -1 : words("ready flags");
            readySource = switches.barriers() ? -1 : words("ready sources");
        }

        private int words(String name) {
            return g.everywhere(name, 8L * Shape.DIRECTIONS);
        }

        private boolean exists(int direction) {
            return shape.k(direction >> 1) > 1;
        }

        private int[] directions(TaskBuilder task) {
            return IntStream.range(0, Shape.DIRECTIONS)
                    .filter(d -> exists(d) && d % workers(task.node()) == task.task())
                    .toArray();
        }

        private int workers(int node) {
            return background == null ? g.tasks(node) : g.tasks(node) - 1;
        }

        void add() {
            if (background != null) {
                background.add(g);
            }
            keys = freshKeys();
            g.forEachTask(task -> {
                for (int d : directions(task)) {
                    g.add(task, Ops.fill(source[d], bytes, keys[task.node()][d]));
                }
            });
            g.endRound();
            for (int i = 0; i < iterations; i++) {
                int iteration = i;
                nextKeys = freshKeys();
                g.forEachTask(task -> iterate(task, iteration));
                for (int node = 0; node < g.nodes(); node++) {
                    awaitEpochs(node);
                }
                g.endRound();
                keys = nextKeys;
            }
        }

        private long[][] freshKeys() {
            long[][] fresh = new long[g.nodes()][Shape.DIRECTIONS];
            for (long[] row : fresh) {
                for (int d = 0; d < row.length; d++) {
                    row[d] = g.key();
                }
            }
            return fresh;
        }

        private void iterate(TaskBuilder task, int iteration) {
            int[] mine = directions(task);
            int open = g.open(
                    task,
                    Arrays.stream(mine)
                            .map(d -> shape.neighbour(task.node(), d))
                            .distinct()
                            .toArray());
            int[] ready = Arrays.stream(mine)
                    .map(d -> switches.barriers() ? -1 : announce(task, d, iteration + 1, open))
                    .toArray();
            int[] last = new int[mine.length + 1]; // the polls, and a flush
            for (int i = 0; i < mine.length; i++) {
                last[i] = exchange(task, mine[i], iteration, open, ready[i]);
            }
            if (mine.length > 0) {
                last[mine.length] = g.need(task, task.add(Ops.flush(shape.neighbour(task.node(), mine[0]))));
                g.close(task, open, last);
            }
        }

        /**
         * Adds the operations of one direction and returns the poll for the neighbour's flag. A get waits for `ready`,
         * if there is one.
         */
        private int exchange(TaskBuilder task, int d, int iteration, int open, int ready) {
            int node = task.node();
            int peer = shape.neighbour(node, d);
            int back = d ^ 1;
            long value = iteration + 1;
            int stored = g.add(task, Ops.store(flagSource + 8 * d, value));
            boolean isGet = d >= FIRST_GET;
            Operation transfer = isGet
                    ? Ops.get(peer, landing[d], source[back], bytes, keys[peer][back])
                            .requires(ready)
                    : Ops.put(peer, source[d], landing[back], bytes, keys[node][d]);
            int data = g.add(task, transfer.in(open));
            g.fence(task, peer);
            Operation told = Ops.putValue(peer, flagSource + 8 * d, flags + 8 * back, value);
            g.add(task, told.in(open).requires(stored, isGet ? data : -1).after(data));
            int poll = g.add(task, Ops.poll(flags + 8 * d, Comparison.GE, value, 0));
            if (iteration + 1 < iterations) {
                g.add(task, Ops.fill(source[d], bytes, nextKeys[node][d]).requires(data, poll));
            }
            return poll;
        }

        /**
         * Adds, for runs without barriers, a message to the neighbour that this node's sources are filled, and a poll
         * for the neighbour's message. A task sends all its messages before its first transfer: after the fence of a
         * get that waits for the neighbour's message, its own would never leave.
         */
        private int announce(TaskBuilder task, int d, long value, int open) {
            int peer = shape.neighbour(task.node(), d);
            int stored = g.add(task, Ops.store(readySource + 8 * d, value));
            Operation told = Ops.putValue(peer, readySource + 8 * d, readyFlags + 8 * (d ^ 1), value);
            g.add(task, told.in(open).requires(stored));
            return g.add(task, Ops.poll(readyFlags + 8 * d, Comparison.GE, value, 0));
        }

        /**
         * Awaits each epoch that a neighbour's task opens to this node once, in the task of the neighbour's direction.
         */
        private void awaitEpochs(int node) {
            Set<Integer> seen = new HashSet<>();
            for (int d = 0; d < Shape.DIRECTIONS; d++) {
                int peer = shape.neighbour(node, d);
                int peerTask = (d ^ 1) % workers(peer);
                if (exists(d) && seen.add(peer << 4 | peerTask)) {
                    g.await(g.task(node, d % workers(node)), peer, peerTask);
                }
            }
        }
    }
}
