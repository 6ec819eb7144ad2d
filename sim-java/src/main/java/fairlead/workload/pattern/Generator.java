// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Comparison;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The common part of the generators: the program under construction, unique keys, the switches, and rounds. A task
 * begins the operations of a round after the previous round: after its barrier or, without barriers, after all
 * operations of the previous round that this node needed.
 */
final class Generator {
    private static final int ARRIVAL_SHIFT = 40;
    private static final int ARRIVALS = 1 << 16;

    /** A workload whose operations are made by a generator. */
    interface Generated extends Workload {
        Switches switches();

        void add(Generator g);

        @Override
        default Program build(MachineConfig machine, long seed) {
            Generator g = new Generator(kind(), machine, switches(), seed);
            add(g);
            return g.program.build();
        }
    }

    final MachineConfig machine;
    final ProgramBuilder program;
    final Switches switches;
    final long seed;
    private final List<List<Integer>> need = new ArrayList<>(); // by node: what the round must complete
    private final int[][][] start; // by node and task: ids of the operations that must end before the round
    private long keys;
    private int round;
    private int arrivals;

    Generator(String name, MachineConfig machine, Switches switches, long seed) {
        this.machine = machine;
        this.switches = switches;
        this.seed = seed;
        program = new ProgramBuilder(name, machine.shape(), machine.tasks(), machine.memoryBytes());
        start = new int[nodes()][][];
        for (int node = 0; node < nodes(); node++) {
            start[node] = new int[tasks(node)][0];
            need.add(new ArrayList<>());
        }
    }

    int nodes() {
        return program.nodes();
    }

    int tasks(int node) {
        return program.tasks(node);
    }

    TaskBuilder task(int node, int task) {
        return program.task(node, task % tasks(node));
    }

    void forEachTask(Consumer<TaskBuilder> action) {
        for (int node = 0; node < nodes(); node++) {
            forEachTask(node, action);
        }
    }

    void forEachTask(int node, Consumer<TaskBuilder> action) {
        for (int t = 0; t < tasks(node); t++) {
            action.accept(task(node, t));
        }
    }

    int everywhere(String what, long bytes) {
        return program.windows().everywhere(what, bytes);
    }

    /** Returns a key that no other buffer of the program has. */
    long key() {
        return Mix.seed(seed, ++keys);
    }

    // ---- rounds

    /** Returns the operations that every operation of this round requires. */
    int[] start(TaskBuilder task) {
        return start[task.node()][task.task()];
    }

    /** Records that the round ends on this node only after operation `id`; -1 stands for no operation. Returns `id`. */
    int need(TaskBuilder task, int id) {
        if (id >= 0) {
            need.get(task.node()).add(id);
        }
        return id;
    }

    int epochId(int task) {
        return round * 16 + task & 0xFFFF;
    }

    /**
     * Ends the round. With barriers, every task joins a barrier after its own needed operations. Without barriers, the
     * next round requires all needed operations of the node.
     */
    void endRound() {
        for (int node = 0; node < nodes(); node++) {
            int[] all = need.get(node).stream().mapToInt(id -> id).toArray();
            for (int t = 0; t < tasks(node); t++) {
                if (switches.barriers()) {
                    start[node][t] = new int[] {task(node, t).add(Ops.barrier().requires(ownOf(all, t)))};
                } else {
                    start[node][t] = all;
                }
            }
            need.get(node).clear();
        }
        round++;
    }

    private int[] ownOf(int[] ids, int task) {
        return Arrays.stream(ids).filter(id -> program.taskOf(id) == task).toArray();
    }

    // ---- common sequences of operations

    /** Opens an epoch of this round to these targets; returns -1 if epochs are off or there is no target. */
    int open(TaskBuilder task, int... targets) {
        if (!switches.epochs() || targets.length == 0) {
            return -1;
        }
        return task.add(Ops.epochOpen(epochId(task.task()), targets).requires(start(task)));
    }

    /** Closes the epoch after the operations `after`; the round needs the close. */
    void close(TaskBuilder task, int open, int... after) {
        if (open >= 0) {
            need(task, task.add(Ops.epochClose(open).requires(after)));
        }
    }

    /** Waits for the termination of the epoch that `originTask` of `origin` opens to this node in this round. */
    void await(TaskBuilder task, int origin, int originTask) {
        if (switches.epochs()) {
            need(task, task.add(Ops.epochAwait(origin, epochId(originTask)).requires(start(task))));
        }
    }

    void fence(TaskBuilder task, int target) {
        if (switches.fences()) {
            task.add(Ops.fence(target));
        }
    }

    /**
     * Returns a fetch-add that announces one arrival. Bits 63:40 count arrivals. The bits below differ for each
     * arrival, so that the written words show which arrivals have been counted.
     */
    Operation arrival(int target, int counter) {
        arrivals = arrivals % ARRIVALS + 1;
        return Ops.fadd(target, counter, (1L << ARRIVAL_SHIFT) + arrivals);
    }

    /** Adds a put to a peer, and after a fence the arrival that announces it; both require `filled`. */
    void announce(TaskBuilder task, Operation put, int counter, int open, int filled) {
        int id = add(task, put.in(open).requires(filled));
        fence(task, put.target());
        add(task, arrival(put.target(), counter).in(open).requires(filled).after(id));
    }

    /** Adds a poll until `count` arrivals have been announced; the round needs the poll. */
    void awaitArrivals(TaskBuilder task, int counter, long count) {
        add(task, Ops.poll(counter, Comparison.GE, count << ARRIVAL_SHIFT, 0));
    }

    int add(TaskBuilder task, Operation op) {
        if (!switches.fences() && op.kind() == OpKind.PUT) {
            op.ordered(); // without a fence, only this keeps a later flag after the put
        }
        return need(task, task.add(op.requires(start(task))));
    }

    /**
     * Options of every generator, all on by default: an epoch in each iteration, a fence before each flag, and a
     * barrier at the end of each round.
     */
    public record Switches(boolean epochs, boolean fences, boolean barriers) {
        public static final Switches ALL = new Switches(true, true, true);
    }
}
