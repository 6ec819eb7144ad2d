// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.machine.EpochAccess;
import fairlead.machine.Routing;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;
import java.util.SplittableRandom;

/** Programs with epochs. Unless a comment states otherwise, node 0 is the origin and node 1 the target. */
final class EpochPrograms {
    static final int ID = 5;
    static final int PUTS = 8;
    static final int UNORDERED = 2; // the number of unordered puts
    static final int DIAGONAL = 5;
    private static final int BYTES = 2048;
    private static final int SLOT = 512;

    private EpochPrograms() {}

    static SeedMachine line(final int nodes, final int tasks) {
        return new SeedMachine(nodes, 1, 1, tasks);
    }

    private static int slot(final int n) {
        return Script.LANDING + SLOT * n;
    }

    /** Runs an epoch with puts, the close command directly after the last put, and a put and a get after the close. */
    static SeedRun transfersBehindTheClose(final SeedMachine machine) {
        final Script script = new Script(machine);
        final TaskBuilder task = script.task(0, 0);
        final int open = task.add(Ops.epochOpen(ID, 1));
        for (int i = 0; i < PUTS; i++) {
            script.add(
                    "put" + i, task, Ops.put(1, Script.SOURCE, slot(i), 32, 0).in(open));
        }
        final int close = script.add("close", task, Ops.epochClose(open));
        script.add(
                "latePut",
                task,
                Ops.put(1, Script.SOURCE, slot(PUTS), 32, 0)
                        .in(open)
                        .after(close)
                        .attempt());
        script.add(
                "lateGet",
                task,
                Ops.get(1, slot(0), Script.SOURCE, 32, 1).in(open).after(close).attempt());
        return script.run();
    }

    /**
     * Runs an epoch with two gets, the second long after the first has completed, and the close command directly after
     * the second.
     */
    static SeedRun getsApart(final SeedMachine machine) {
        final Script script = new Script(machine);
        final TaskBuilder task = script.task(0, 0);
        final int open = task.add(Ops.epochOpen(ID, 1));
        final int first = script.add(
                "get0", task, Ops.get(1, slot(0), Script.SOURCE, 400, 1).in(open));
        final int wait = task.add(Ops.calc(300).requires(first));
        script.add(
                "get1",
                task,
                Ops.get(1, slot(1), Script.SOURCE, 400, 1).in(open).requires(wait));
        script.add("close", task, Ops.epochClose(open));
        return script.run();
    }

    /**
     * Runs epochs of nodes 1 to 3 with target node 0. Each node has two tasks, and all nodes use the same two ids.
     * Every task runs consecutive epochs with one get and `1 + node + 3 * task` puts each.
     */
    static SeedRun manyOrigins(final SeedMachine machine, final int epochs) {
        final Script script = new Script(machine);
        for (int node = 1; node < 4; node++) {
            for (int t = 0; t < 2; t++) {
                final TaskBuilder task = script.task(node, t);
                int before = -1;
                for (int e = 0; e < epochs; e++) {
                    final int open = task.add(Ops.epochOpen(ID + t, 0).requires(before));
                    for (int i = 0; i < 1 + node + 3 * t; i++) {
                        final int at = Script.LANDING + 3600 * (2 * node + t) + 400 * i;
                        task.add(Ops.put(0, Script.SOURCE, at, 300, node).in(open));
                    }
                    task.add(Ops.get(0, slot(t), Script.SOURCE, 100, 0).in(open));
                    before = task.add(Ops.epochClose(open));
                }
            }
        }
        return script.run();
    }

    /** The time of the close command, relative to the transfers. */
    enum Close {
        AT_ONCE,
        LATE
    }

    /**
     * Runs one epoch with a put and a get by task 1, whose FIFO uses another local port than PUT_COUNT.
     *
     * @param putBytes the length of the put; 0 means no put
     * @param getBytes the length of the get; 0 means no get
     */
    static SeedRun one(final SeedMachine machine, final int putBytes, final int getBytes, final Close when) {
        final Script script = new Script(machine);
        // a higher task number than the mover's, so that it acts second in a common cycle
        final TaskBuilder closer = script.task(0, 2);
        final TaskBuilder mover = script.task(0, 1);
        final int open = closer.add(Ops.epochOpen(ID, 1));
        int put = open;
        int get = open;
        if (putBytes > 0) {
            put = script.add(
                    "put",
                    mover,
                    Ops.put(1, Script.SOURCE, slot(0), putBytes, 0).in(open));
        }
        if (getBytes > 0) {
            get = script.add(
                    "get",
                    mover,
                    Ops.get(1, slot(0), Script.SOURCE, getBytes, 1).in(open));
        }
        if (when == Close.LATE) {
            final int wait = closer.add(Ops.calc(3000).requires(put, get));
            script.add("close", closer, Ops.epochClose(open).requires(wait));
        } else {
            script.add("close", closer, Ops.epochClose(open).requires(open).after(put, get));
        }
        return script.run();
    }

    /**
     * Runs one epoch of node 0 to its diagonal neighbour with puts by any minimal path, while puts of node 4 fill the
     * second link of one of the two paths. In this way last packets overtake other packets of their put, and PUT_COUNT,
     * which takes the other path, overtakes all of them.
     */
    static SeedRun unordered(final SeedMachine machine) {
        final Script script = new Script(machine.routing(Routing.ADAPTIVE).depths(51, 32, 16));
        final TaskBuilder closer = script.task(0, 2);
        final int open = closer.add(Ops.epochOpen(ID, DIAGONAL).notBefore(100));
        final int[] puts = new int[UNORDERED];
        for (int i = 0; i < UNORDERED; i++) {
            final int landing = 2 * Script.LANDING + BYTES * i;
            puts[i] = script.add(
                    "put" + i,
                    script.task(0, i % 2),
                    Ops.put(DIAGONAL, Script.SOURCE, landing, BYTES, 0).in(open));
        }
        script.add("close", closer, Ops.epochClose(open).requires(open).after(puts));
        for (int task = 0; task < 3; task++) {
            for (int half = 0; half < 2; half++) {
                final int landing = Script.LANDING + 6144 * task;
                script.add(
                        "noise" + task + half,
                        script.task(4, task),
                        Ops.put(6, Script.SOURCE, landing, 6144, 4).ordered());
            }
        }
        return script.run();
    }

    /**
     * Runs a program in which node 0 has an epoch open on node 1 and also puts to it outside the epoch. Meanwhile node
     * 2 opens an epoch on node 1, and node 3 tries every kind of access without an epoch; one put is repeated after
     * both epochs.
     */
    static SeedRun others(final SeedMachine machine, final EpochAccess access) {
        final Script script = new Script(machine.access(access));
        final TaskBuilder holder = script.task(0, 0);
        final int open = holder.add(Ops.epochOpen(ID, 1));
        final int put = script.add(
                "put", holder, Ops.put(1, Script.SOURCE, slot(0), 300, 0).in(open));
        holder.add(Ops.epochClose(open).requires(holder.add(Ops.calc(1500).requires(put))));
        script.add("beside", holder, Ops.put(1, Script.SOURCE, slot(6), 64, 0).notBefore(250));
        final TaskBuilder second = script.task(2, 0);
        final int other = second.add(Ops.epochOpen(ID, 1).notBefore(400));
        script.add("other", second, Ops.put(1, Script.SOURCE, slot(1), 300, 2).in(other));
        second.add(Ops.epochClose(other));
        final TaskBuilder stranger = script.task(3, 0);
        script.add(
                "refused0",
                stranger,
                Ops.put(1, Script.SOURCE, slot(2), 300, 3).notBefore(500).attempt());
        script.add(
                "refused1",
                stranger,
                Ops.get(1, slot(3), Script.SOURCE, 100, 1).notBefore(500).attempt());
        script.add("refused2", stranger, Ops.fadd(1, slot(4), 1).notBefore(500).attempt());
        script.add(
                "refused3", stranger, Ops.cas(1, slot(4), 0, 1).notBefore(500).attempt());
        script.add("later", stranger, Ops.put(1, Script.SOURCE, slot(5), 300, 3).notBefore(8000));
        return script.run();
    }

    /** Runs random puts and gets of up to 1500 bytes in epochs from every node to the next two nodes. */
    static SeedRun random(final SeedMachine machine, final int rounds, final long seed) {
        final Script script = new Script(machine);
        final SplittableRandom random = new SplittableRandom(seed);
        final int nodes = machine.tasks().size();
        for (int node = 0; node < nodes; node++) {
            final TaskBuilder task = script.task(node, 0);
            int before = -1;
            for (int r = 0; r < rounds; r++) {
                final int[] targets = {(node + 1) % nodes, (node + 2) % nodes};
                final int open = task.add(Ops.epochOpen(r, targets).requires(before));
                for (int i = 0; i < 6; i++) {
                    final int target = targets[random.nextInt(2)];
                    final int bytes = 1 + random.nextInt(1500);
                    if (random.nextInt(3) == 0) {
                        task.add(Ops.get(target, Script.LANDING + 1536 * i, Script.SOURCE, bytes, target)
                                .in(open));
                    } else {
                        // Each origin has a zone of its own at a target; the next epoch, which reuses the slots, begins
                        // after the close.
                        final int zone = Script.LANDING + 9216 + (target == targets[0] ? 0 : 9216);
                        task.add(Ops.put(target, Script.SOURCE, zone + 1536 * i, bytes, node)
                                .in(open));
                    }
                }
                before = task.add(Ops.epochClose(open));
            }
        }
        return script.run();
    }

    /**
     * Runs one epoch from each of the origins 0 and 1 to the targets 2 and 3, with one put to node 2 and three to node
     * 3. EPOCH_OPEN opens the targets in ascending rank.
     */
    static SeedRun twoTargets(final SeedMachine machine) {
        final Script script = new Script(machine.access(EpochAccess.QUEUE));
        for (int node = 0; node < 2; node++) {
            final TaskBuilder task = script.task(node, 0);
            final int open = task.add(Ops.epochOpen(ID, 2, 3));
            puts(task, node, 2, 1, open);
            puts(task, node, 3, 3, open);
            final int wait = task.add(Ops.calc(400).requires(open));
            script.add("close" + node, task, Ops.epochClose(open).requires(wait));
        }
        return script.run();
    }

    /**
     * Runs the same transfers in two single epochs per origin; each origin first opens the target that the other origin
     * opens second.
     */
    static SeedRun twoTargetsCrossed(final SeedMachine machine) {
        final Script script = new Script(machine.access(EpochAccess.QUEUE));
        for (int node = 0; node < 2; node++) {
            final TaskBuilder task = script.task(node, 0);
            final int first = task.add(Ops.epochOpen(ID, 2 + node));
            final int second = task.add(
                    Ops.epochOpen(ID, 3 - node).requires(task.add(Ops.calc(200).requires(first))));
            puts(task, node, 2, 1, node == 0 ? first : second);
            puts(task, node, 3, 3, node == 0 ? second : first);
            task.add(Ops.epochClose(first).requires(second));
            script.add("close" + node, task, Ops.epochClose(second).requires(first));
        }
        return script.run();
    }

    private static void puts(
            final TaskBuilder task, final int node, final int target, final int count, final int open) {
        for (int i = 0; i < count; i++) {
            task.add(Ops.put(target, Script.SOURCE, slot(4 * node + i), 200, node)
                    .in(open));
        }
    }
}
