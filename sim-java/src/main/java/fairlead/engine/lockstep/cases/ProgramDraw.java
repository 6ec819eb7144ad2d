// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep.cases;

import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Mix;
import fairlead.hw.HwLayout;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A random program of every kind of operation, made of <em>items</em>: item (block, node, task) is the few operations that one task begins in one block, with what they need elsewhere (the RECV of a message,
 * the EPOCH_AWAIT of an epoch, the COUNTER_SET and COUNTER_AWAIT of a counted put). An item is drawn from a seed of its own, so the others do not change when it is left out.
 *
 * <p>All operations of a block begin behind its barrier and have ended before the next one. A block is of free operations, of epochs, or of the store path with allocations of its own. Items write
 * over each other: that both engines do the same is all that is asked.
 */
final class ProgramDraw {
    static final int COUNTERS = 8;
    private static final int TASK_BITS = 4;
    private static final int NODE_BITS = 12;
    private static final int ARENA = 1 << 14;
    private static final int MAIL = 256; // of each task
    private static final int CHANNELS = 8;

    private final MachineConfig machine;
    private final long seed;
    private final ProgramBuilder program;
    private final int arena;
    private final int mail;
    private final int[][] start; // by node and task: the barrier that began the block, -1 before the first
    private final List<TreeMap<Integer, List<Integer>>> added =
            new ArrayList<>(); // by node: operations of the block by task
    private final List<TreeSet<Integer>> counters = new ArrayList<>(); // by node: those in use

    private ProgramDraw(final MachineConfig machine, final long seed) {
        this.machine = machine;
        this.seed = seed;
        program = new ProgramBuilder("drawn", machine.shape(), machine.tasks(), machine.memoryBytes());
        program.messageSlots(1, machine.buffers().reception()); // a SEND goes to FIFO 0
        arena = program.windows().everywhere("arena", ARENA);
        mail = program.windows().everywhere("mail", (long) MAIL << TASK_BITS);
        start = new int[machine.nodes()][];
        for (int node = 0; node < start.length; node++) {
            start[node] = new int[machine.tasks(node)];
            Arrays.fill(start[node], -1);
            added.add(new TreeMap<>());
            counters.add(new TreeSet<>());
        }
    }

    /** All items of so many blocks. */
    static List<Integer> items(final MachineConfig machine, final int blocks) {
        final List<Integer> items = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            for (int node = 0; node < machine.nodes(); node++) {
                for (int task = 0; task < machine.tasks(node); task++) {
                    items.add((block << NODE_BITS | node) << TASK_BITS | task);
                }
            }
        }
        return items;
    }

    private static int block(final int item) {
        return item >>> NODE_BITS + TASK_BITS;
    }

    private static int node(final int item) {
        return item >>> TASK_BITS & (1 << NODE_BITS) - 1;
    }

    private static int task(final int item) {
        return item & (1 << TASK_BITS) - 1;
    }

    /** The program of these items, in ascending order; those of no node or task of the machine are left out. */
    static Program program(final MachineConfig machine, final long seed, final List<Integer> items) {
        final ProgramDraw draw = new ProgramDraw(machine, seed);
        int last = -1;
        for (final int item : items) {
            if (node(item) >= machine.nodes() || task(item) >= machine.tasks(node(item))) {
                continue;
            }
            if (last >= 0 && block(item) != last) {
                draw.endBlock();
            }
            last = block(item);
            new ItemDraw(draw, new SplittableRandom(Mix.seed(seed, item)), node(item), task(item), last).draw();
        }
        draw.endBlock();
        return draw.program.build();
    }

    /** Every task: a quiet behind what it has sent, then a barrier behind all that it has done. */
    private void endBlock() {
        for (int node = 0; node < start.length; node++) {
            for (int task = 0; task < start[node].length; task++) {
                final TaskBuilder builder = program.task(node, task);
                final List<Integer> ids = added.get(node).getOrDefault(task, new ArrayList<>());
                if (!ids.isEmpty()) {
                    ids.add(builder.add(Ops.quiet().requires(start[node][task])));
                }
                final int[] all = ids.stream().mapToInt(Integer::intValue).toArray();
                start[node][task] = builder.add(Ops.barrier().requires(all));
            }
            added.get(node).clear();
        }
    }

    // ---- for the items

    MachineConfig machine() {
        return machine;
    }

    /** Adds an operation of this block. */
    int add(final int node, final int task, final Operation op) {
        final int its = task % start[node].length;
        final int id = program.task(node, its).add(op.requires(start[node][its]));
        added.get(node).computeIfAbsent(its, t -> new ArrayList<>()).add(id);
        return id;
    }

    /** Adds an operation that waits for nothing: it is given at once, long before the program's first barrier is over. */
    int addFirst(final int node, final Operation op) {
        final int id = program.task(node, 0).add(op);
        added.get(node).computeIfAbsent(0, t -> new ArrayList<>()).add(id);
        return id;
    }

    /** A byte counter of the target that no other item uses, or -1. */
    int counter(final int target) {
        for (int counter = HwLayout.COUNTERS - COUNTERS; counter < HwLayout.COUNTERS; counter++) {
            if (counters.get(target).add(counter)) {
                return counter;
            }
        }
        return -1;
    }

    boolean hasBegun(final int node) {
        return start[node][0] >= 0;
    }

    /** Whether the tasks of this DLA channel give allocations of their own; else their requests are inline. */
    boolean allocates(final int node, final int task) {
        return (Mix.mix64(seed + Mix.GOLDEN * (node * CHANNELS + task % CHANNELS + 1L)) & 3) == 0;
    }

    /** An address of `length` bytes in every node's memory that items may use. */
    int address(final SplittableRandom random, final int length) {
        return arena + random.nextInt(ARENA - length);
    }

    int word(final SplittableRandom random) {
        return arena + Long.BYTES * random.nextInt(ARENA / Long.BYTES);
    }

    int mail(final int task) {
        return mail + MAIL * task;
    }
}
