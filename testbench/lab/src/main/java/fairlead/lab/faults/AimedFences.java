// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.SplittableRandom;

/**
 * Draws programs in which a FENCE or a flush that forgets a leg is likely to tell too early. Transfers go by all paths
 * to a node that is reached in two ways, ordered puts fill one of the ways, and a FENCE or a flush is right behind the
 * transfers. Behind a FENCE comes an operation that has the other way for itself.
 */
final class AimedFences {
    private static final int TASKS = 2; // of a node; a third one makes the other traffic
    private static final int ROUNDS = 3;
    private static final int LONG = 8192; // bytes of a transfer, and of one of the other traffic
    private static final int SHORT = 32; // of a put on the store path
    private static final int SLOT = LONG + 64; // of a round: what is moved, and what is behind the fence
    private static final int NOISE = 6; // transfers of the other traffic of a node
    private static final int CREDITS = 16; // that a transaction of the store path asks for

    private final ProgramBuilder program;
    private final SplittableRandom random;
    private final int columns;
    private final int source;
    private final long key;
    private final int landing;

    /**
     * @param random what is drawn
     * @param columns columns of the machine, of which each has at least two nodes
     * @param source where each node n has the bytes of key times n, at least {@link #LONG}
     */
    AimedFences(
            final ProgramBuilder program,
            final SplittableRandom random,
            final int columns,
            final int source,
            final long key) {
        this.program = program;
        this.random = random;
        this.columns = columns;
        this.source = source;
        this.key = key;
        landing = program.windows().everywhere("fenced", columns * TASKS * ROUNDS * SLOT);
    }

    /** Adds the tasks of the nodes of the first row, and the other traffic of those of the second. */
    void add() {
        final int noise = program.windows().everywhere("beside", columns * NOISE * LONG);
        for (int x = 0; x < columns; x++) {
            final int node = columns + x;
            for (int i = 0; i < NOISE; i++) {
                final int slot = noise + LONG * (NOISE * x + i);
                program.task(node, i % 3)
                        .add(Ops.put(columns + (x + 2) % columns, source, slot, LONG, key * node)
                                .ordered());
            }
            for (int t = 0; t < TASKS; t++) {
                origin(x, t);
            }
        }
    }

    private void origin(final int node, final int number) {
        final TaskBuilder task = program.task(node, number);
        int last = task.add(Ops.calc(random.nextInt(50, 400)));
        for (int round = 0; round < ROUNDS; round++) {
            final int slot = landing + SLOT * ((node * TASKS + number) * ROUNDS + round);
            final int target = random.nextInt(6) == 0 ? node : columns + (node + 1) % columns;
            if (random.nextBoolean()) {
                put(task, node, target, slot, last);
                task.add(Ops.fence(target));
                last = task.add(behind(node, target, slot + LONG));
            } else {
                last = flushed(task, node, target, slot, last);
            }
        }
    }

    private void put(final TaskBuilder task, final int node, final int target, final int slot, final int last) {
        task.add(Ops.put(target, source, slot, random.nextInt(LONG / 4, LONG + 1), key * node)
                .requires(last));
    }

    /** Adds a put, a get or a put on the store path, and a flush; returns what ends the round. */
    private int flushed(final TaskBuilder task, final int node, final int target, final int slot, final int last) {
        switch (random.nextInt(3)) {
            case 0 -> put(task, node, target, slot, last);
            case 1 -> task.add(Ops.get(target, slot, source, random.nextInt(SHORT, LONG + 1), key * target)
                    .requires(last));
            default -> {
                final int alloc = task.add(Ops.dlaAlloc(CREDITS, false, random.nextBoolean())
                        .requires(last)
                        .attempt());
                task.add(Ops.put(target, source, slot, random.nextInt(1, SHORT + 1), key * node)
                        .path(Path.STORE)
                        .attempt()
                        .after(alloc));
                return task.add(Ops.dlaEnd().requires(task.add(Ops.flush(target))));
            }
        }
        return task.add(Ops.flush(target));
    }

    private Operation behind(final int node, final int target, final int slot) {
        return switch (random.nextInt(3)) {
            case 0 -> Ops.get(target, slot, source, SHORT, key * target);
            case 1 -> Ops.fadd(target, slot, 1 + random.nextInt(1000));
            default -> Ops.put(target, source, slot, SHORT, key * node);
        };
    }
}
