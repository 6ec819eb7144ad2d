// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.lab.script.DrawScript;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import fairlead.program.Comparison;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A random program with every kind of operation. It consists of <em>items</em>: item (block, node, task) is the few
 * operations that one task begins in one block, together with the operations that they need elsewhere (the RECV of a
 * message, the EPOCH_AWAIT of an epoch, the COUNTER_SET and COUNTER_AWAIT of a counted put). An item is drawn from a
 * seed of its own, so the other items do not change when it is left out.
 *
 * <p>All operations of a block begin after its barrier and end before the next barrier. A block has either operations
 * outside epochs, or epochs, or store-path transactions. Items may overwrite each other's data, because the test only
 * requires that both engines do the same.
 */
final class ProgramDraw {
    static final int COUNTERS = 8;
    private static final boolean HAS_BARRIER = OptionalUnit.BARRIER.isHere(); // else a program has one block
    private static final int TASK_BITS = 4;
    private static final int NODE_BITS = 12;
    private static final int ARENA = 1 << 14;
    private static final int MAIL = 256; // bytes of each task's area for messages
    private static final int CHANNELS = 8;
    private static final int APART = 1 << 17; // bytes of the arena of a program whose operations do not race
    private static final int ITEM = 6 * 4096; // more than the bytes that one item takes there
    private static final int ATOMICS = 16; // words

    private final long seed;
    private final boolean apart;
    private final boolean beside; // strangers
    private final ProgramBuilder program;
    private final Shape shape;
    private final int arena;
    private final int mail;
    private final int[][] start; // id of the barrier before the block, by node and task; -1 before the first
    // by node: ids of the operations of this block, by task
    private final List<TreeMap<Integer, List<Integer>>> added = new ArrayList<>();
    private final List<TreeSet<Integer>> counters = new ArrayList<>(); // by node: byte counters in use

    private final DrawScript script;
    private int taken = ATOMICS * Long.BYTES; // bytes of the arena that have an owner, if operations do not race

    private ProgramDraw(MachineConfig machine, long seed, boolean apart, boolean beside) {
        this.seed = seed;
        this.beside = beside;
        this.apart = apart;
        shape = machine.shape();
        program = new ProgramBuilder("drawn", shape, machine.tasks(), machine.memoryBytes());
        if (!apart) {
            program.messageSlots(1, machine.buffers().reception()); // every SEND goes to reception FIFO 0
        }
        arena = program.windows().everywhere("arena", apart ? APART : ARENA);
        if (apart) {
            program.messageSlots(1, machine.buffers().reception()); // base 0 would mean that there are no messages
        }
        mail = program.windows().everywhere("mail", (long) MAIL << TASK_BITS);
        start = new int[machine.nodes()][];
        for (int node = 0; node < start.length; node++) {
            start[node] = new int[machine.tasks(node)];
            Arrays.fill(start[node], -1);
            added.add(new TreeMap<>());
            counters.add(new TreeSet<>());
        }
        script = new DrawScript(ProgramDraw.class, "items.yaml", null, this)
                .with("Ops", Ops.class)
                .with(
                        "comparisons",
                        Stream.of(Comparison.values()).map(Enum::name).toList())
                .with("has_dla", OptionalUnit.DLA.isHere())
                .with("apart", apart)
                .with("nodes", (long) machine.nodes())
                .with("slots", (long) machine.buffers().receptions().least())
                .with("arena", (long) arena)
                .with("shared", (long) ARENA)
                .with("atomics", (long) ATOMICS);
    }

    static List<Integer> items(MachineConfig machine, int blocks) {
        List<Integer> items = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            for (int node = 0; node < machine.nodes(); node++) {
                for (int task = 0; task < machine.tasks(node); task++) {
                    items.add((block << NODE_BITS | node) << TASK_BITS | task);
                }
            }
        }
        return items;
    }

    private static int block(int item) {
        return item >>> NODE_BITS + TASK_BITS;
    }

    private static int node(int item) {
        return item >>> TASK_BITS & (1 << NODE_BITS) - 1;
    }

    private static int task(int item) {
        return item & (1 << TASK_BITS) - 1;
    }

    /**
     * Returns the program of these items, which must be in ascending order. Items of nodes or tasks that the machine
     * does not have are left out.
     */
    static Program program(MachineConfig machine, long seed, List<Integer> items) {
        return program(machine, items, new ProgramDraw(machine, seed, false, false));
    }

    /**
     * Returns a program of the same items in which each operation has memory of its own and moves known bytes, so that
     * the verdicts can judge it. Only atomics share words. Items beyond the arena are left out.
     */
    static Program apart(MachineConfig machine, long seed, List<Integer> items) {
        return program(machine, items, new ProgramDraw(machine, seed, true, false));
    }

    /** Returns such a program with more of what strangers could have an effect on. */
    static Program victim(MachineConfig machine, long seed, List<Integer> items) {
        return program(machine, items, new ProgramDraw(machine, seed, true, true));
    }

    private static Program program(MachineConfig machine, List<Integer> items, ProgramDraw draw) {
        int last = -1;
        for (int item : items) {
            if (node(item) >= machine.nodes() || task(item) >= machine.tasks(node(item)) || draw.taken + ITEM > APART) {
                continue;
            }
            if (last >= 0 && block(item) != last) {
                draw.endBlock();
            }
            last = block(item);
            draw.script
                    .from(new SplittableRandom(Mix.seed(draw.seed, item)))
                    .with("node", (long) node(item))
                    .with("task", (long) task(item))
                    .with("block", (long) last)
                    .with(
                            "sort",
                            Long.remainderUnsigned(Mix.mix64((draw.beside ? draw.seed : 0) + last * Mix.GOLDEN), 100))
                    .run("item");
        }
        draw.endBlock();
        return draw.program.build();
    }

    /** Ends the block. Each task waits with a QUIET until its operations are complete, and then joins a barrier. */
    private void endBlock() {
        for (int node = 0; node < start.length; node++) {
            for (int task = 0; task < start[node].length; task++) {
                TaskBuilder builder = program.task(node, task);
                List<Integer> ids = added.get(node).getOrDefault(task, new ArrayList<>());
                if (!ids.isEmpty()) {
                    ids.add(builder.add(Ops.quiet().requires(start[node][task])));
                }
                int[] all = ids.stream().mapToInt(Integer::intValue).toArray();
                if (HAS_BARRIER) {
                    start[node][task] = builder.add(Ops.barrier().requires(all));
                }
            }
            added.get(node).clear();
        }
    }

    // ---- for items.yaml

    /** Adds an operation of this block and returns its id. */
    int add(int node, int task, Operation op) {
        int its = task % start[node].length;
        int id = program.task(node, its).add(op.requires(start[node][its]));
        added.get(node).computeIfAbsent(its, t -> new ArrayList<>()).add(id);
        return id;
    }

    /**
     * Adds an operation that waits for no other and returns its id. Software issues it in the first cycle, long before
     * the first barrier ends.
     */
    int addFirst(int node, Operation op) {
        int id = program.task(node, 0).add(op);
        added.get(node).computeIfAbsent(0, t -> new ArrayList<>()).add(id);
        return id;
    }

    /** Returns a byte counter of the target that no other item uses, or -1 if there is none. */
    int counter(int target) {
        for (int counter = HwLayout.COUNTERS - COUNTERS; counter < HwLayout.COUNTERS; counter++) {
            if (counters.get(target).add(counter)) {
                return counter;
            }
        }
        return -1;
    }

    /** Returns what a COUNTER_SET says of the node whose puts count: beside strangers that no other node's do. */
    long only(int node) {
        return beside ? 1L << CounterBytes.ONLY_LSB | (long) shape.coord(node) << CounterBytes.NODE_LSB : 0;
    }

    boolean hasBegun(int node) {
        return start[node][0] >= 0;
    }

    /** Returns whether the tasks that use this DLA channel make allocations; otherwise their requests are inline. */
    boolean allocates(int node, int task) {
        return (Mix.mix64(seed + Mix.GOLDEN * (node * CHANNELS + task % CHANNELS + 1L)) & (beside ? 1 : 3)) == 0;
    }

    /** Takes bytes that no other operation uses, on any node. */
    int take(int length) {
        int at = arena + taken;
        taken += (length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        return at;
    }

    /** Returns bytes that no other operation uses, with a pattern on one node. */
    private int filled(int node, int length, long key) {
        int at = take(length);
        program.load(node, at, Payload.bytes(key, length));
        return at;
    }

    /** Makes a put to one of the two addresses, or one of known bytes between places of its own. */
    Operation put(int node, int target, int local, int remote, int length) {
        long key = seed + taken;
        return apart
                ? Ops.put(target, filled(node, length, key), take(length), length, key)
                : Ops.putAny(target, local, remote, length);
    }

    /** Makes a get from one of the two addresses, or one of known bytes between places of its own. */
    Operation get(int target, int local, int remote, int length) {
        long key = seed + taken;
        return apart
                ? Ops.get(target, take(length), filled(target, length, key), length, key)
                : Ops.getAny(target, local, remote, length);
    }

    /** Makes a message of the bytes after its match word at `source`, which a STORE has written, or of known ones. */
    Operation send(int target, int source, int length, long match) {
        return Ops.send(target, source, length, match, apart ? key(source) : 0);
    }

    private long key(int source) {
        return seed + source;
    }

    /** Returns the address of the message of a task, of at most `length` bytes. */
    int mail(int node, int task, int length) {
        if (!apart) {
            return mail + MAIL * task;
        }
        int at = arena + taken;
        return filled(node, length, key(at));
    }
}
