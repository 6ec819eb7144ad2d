// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the verdict barrier_safety: no task leaves instance k before every task of every node has entered it (R-BAR-7,
 * R-BAR-8). In addition, each node counts a task as joined only after the software of that task has entered, joins the
 * global barrier only when all its tasks have joined, and releases only joined tasks, and its counter is what
 * {@link BarrierCounts} derives from these joins and releases. The verdict counts the checked releases of a (task,
 * instance) pair. The barriers of each class route are judged apart, as are those of all nodes.
 */
final class BarrierChecker {
    private static final int AWAY = 0;
    private static final int ENTERED = 1; // software has issued BAR_ENTER for the task
    private static final int JOINED = 2; // the node has counted the task as joined
    private static final int[] NONE = {};

    private final Program program;
    private final OpTimes times;
    private final ViolationClock clock;
    private final Violations violations;
    private final int[] instance; // instance of each barrier operation, by operation id
    private final long[][] entered; // cycle in which the last task entered, by barrier and instance
    private final long[][] arrivals;
    private final long[] tasks; // by barrier
    private final int[][][] states; // AWAY, ENTERED or JOINED, by barrier, node and task
    private final long[][][] since; // cycle of the last BAR_ENTER, by barrier, node and task
    private final boolean[][][] masters; // whether that one had the master mark
    private final BarrierCounts counts;

    /** @param width number of bits of the barrier counter */
    BarrierChecker(final Program program, final OpTimes times, final int width, final ViolationClock clock) {
        this.program = program;
        this.times = times;
        this.clock = clock;
        violations = new Violations(clock);
        states = new int[HwLayout.BARRIERS][program.nodes()][];
        since = new long[HwLayout.BARRIERS][program.nodes()][];
        masters = new boolean[HwLayout.BARRIERS][program.nodes()][];
        counts = new BarrierCounts(HwLayout.BARRIERS, program.nodes(), width, violations);
        tasks = new long[HwLayout.BARRIERS];
        final List<List<Integer>> ofRoutes = program.routeTasks();
        for (int node = 0; node < program.nodes(); node++) {
            for (int barrier = 0; barrier < states.length; barrier++) {
                final int inIt = barrier == 0 ? program.tasks(node) : inRoute(ofRoutes, barrier - 1, node);
                states[barrier][node] = new int[inIt];
                since[barrier][node] = new long[inIt];
                masters[barrier][node] = new boolean[inIt];
                // an I/O tile joins no barrier of all nodes
                tasks[barrier] += barrier > 0 || node < program.shape().torusNodes() ? inIt : 0;
            }
        }
        final int[][][] next = new int[HwLayout.BARRIERS][program.nodes()][];
        final int[] instances = new int[HwLayout.BARRIERS];
        int[] numbers = new int[0];
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER) {
                numbers = numbers.length == 0 ? new int[program.size()] : numbers;
                final int[][] ofBarrier = next[op.barrier()];
                if (ofBarrier[op.node()] == null) {
                    ofBarrier[op.node()] = new int[program.tasks(op.node())];
                }
                numbers[op.id()] = ofBarrier[op.node()][op.task()]++;
                instances[op.barrier()] = Math.max(instances[op.barrier()], numbers[op.id()] + 1);
            }
        }
        instance = numbers;
        entered = new long[instances.length][];
        Arrays.setAll(entered, barrier -> new long[instances[barrier]]);
        arrivals = new long[instances.length][];
        Arrays.setAll(arrivals, barrier -> new long[instances[barrier]]);
    }

    private int inRoute(final List<List<Integer>> tasksOfRoutes, final int route, final int node) {
        final int member =
                route < tasksOfRoutes.size() ? program.classRoutes().get(route).indexOf(node) : -1;
        return member < 0 ? 0 : tasksOfRoutes.get(route).get(member);
    }

    // ---- calls about tasks

    /** Notes that software hands the barrier operation to the machine for the first time. */
    void posted(final Operation op, final long cycle) {
        final long[] last = entered[op.barrier()];
        last[instance[op.id()]] = Math.max(last[instance[op.id()]], cycle);
        arrivals[op.barrier()][instance[op.id()]]++;
    }

    /** Notes that the task was released, and marks the cycle as a violation if another task had not entered before. */
    void completed(final Operation op, final long cycle) {
        if (isEarly(op, cycle)) {
            clock.violated(cycle);
        }
    }

    private boolean isEarly(final Operation op, final long cycle) {
        final int number = instance[op.id()];
        return arrivals[op.barrier()][number] < tasks[op.barrier()] || cycle <= entered[op.barrier()][number];
    }

    // ---- calls about nodes; `a` is a HwLayout.BarrierEvent

    /** Notes the command BAR_ENTER. */
    void command(final long cycle, final int node, final long word) {
        final int task = (int) BarrierCommand.task(word);
        final int barrier = (int) BarrierCommand.barrier(word);
        if (task < states(barrier, node).length) {
            states[barrier][node][task] = ENTERED;
            since[barrier][node][task] = cycle;
            masters[barrier][node][task] = BarrierCommand.master(word) != 0;
        }
    }

    private int[] states(final int barrier, final int node) {
        return barrier < states.length ? states[barrier][node] : NONE;
    }

    /** Returns the words of an event's barrier behind its node, for a complaint. */
    private static String of(final int barrier) {
        return barrier == 0 ? "" : " (barrier of class route " + (barrier - 1) + ")";
    }

    /** Handles BARRIER_JOINED (`accepted`) and BARRIER_REFUSED. */
    void joined(final long cycle, final int node, final long a, final long count, final boolean accepted) {
        final int barrier = (int) BarrierEvent.barrier(a);
        final long task = BarrierEvent.tasks(a);
        final int[] here = states(barrier, node);
        final boolean known = task < here.length;
        if (known && accepted) {
            counts.joined(cycle, barrier, node, masters[barrier][node][(int) task], count);
        } else {
            counts.judge(cycle, barrier, node, count);
        }
        if (!known || here[(int) task] != ENTERED || since[barrier][node][(int) task] > cycle) {
            violations.add("cycle " + cycle + ": node " + node + of(barrier) + (accepted ? " counts" : " refuses")
                    + " task " + task + (accepted ? " as joined" : "") + ", whose software has not entered");
        }
        if (known) {
            here[(int) task] = accepted ? JOINED : AWAY;
        }
    }

    /** Handles BARRIER_GLOBAL: the node joins the global barrier, or that of a class route. */
    void global(final long cycle, final int node, final long a, final long count) {
        final int barrier = (int) BarrierEvent.barrier(a);
        counts.judge(cycle, barrier, node, count);
        final int[] here = states(barrier, node);
        for (int task = 0; task < here.length; task++) {
            if (here[task] != JOINED) {
                violations.add("cycle " + cycle + ": node " + node + of(barrier)
                        + " joins the global barrier without task " + task);
                return;
            }
        }
    }

    /** Handles BARRIER_RELEASED: the node releases the tasks of a mask, one bit for each task. */
    void released(final long cycle, final int node, final long a, final long count) {
        final int barrier = (int) BarrierEvent.barrier(a);
        final int[] here = states(barrier, node);
        counts.released(cycle, barrier, node, here.length, count);
        for (long left = BarrierEvent.tasks(a); left != 0; left &= left - 1) {
            final int task = Long.numberOfTrailingZeros(left);
            final boolean known = task < here.length;
            if (!known || here[task] != JOINED) {
                violations.add("cycle " + cycle + ": node " + node + of(barrier) + " releases task " + task
                        + ", which it has not counted as joined");
            }
            if (known) {
                here[task] = AWAY;
            }
        }
    }

    /** Handles BARRIER_COUNTER, the answer to BAR_ADD or BAR_READ, which no operation of a program gives. */
    void counter(final long cycle, final int node, final long count) {
        counts.used(node);
        counts.judge(cycle, 0, node, count);
    }

    // ---- barriers of groups

    /**
     * Judges the barriers that software builds from other operations, and returns the number of members that have left
     * one.
     */
    private long groups() {
        long left = 0;
        for (final CollectiveCall call : program.collectives()) {
            left += call.op() == CollectiveOp.BARRIER ? group(call) : 0;
        }
        return left;
    }

    private long group(final CollectiveCall call) {
        long left = 0;
        for (int member = 0; member < call.size(); member++) {
            final long leaves = times.postedAt(call.ends()[member]);
            if (leaves < 0) {
                continue;
            }
            left++;
            for (int other = 0; other < call.size(); other++) {
                final long enters = times.postedAt(call.begins()[other]);
                if (other != member && (enters < 0 || enters >= leaves)) {
                    violations.add(call.name() + ": node " + call.ranks()[member] + " leaves in cycle "
                            + leaves + ", node " + call.ranks()[other] + " enters "
                            + (enters < 0 ? "never" : "in cycle " + enters));
                    break;
                }
            }
        }
        return left;
    }

    // ---- verdict

    Verdict finish() {
        long checked = groups();
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER && times.result(op.id()) == Result.DONE) {
                checked++;
                final int number = instance[op.id()];
                if (isEarly(op, times.completedAt(op.id()))) {
                    final int barrier = op.barrier();
                    final boolean never = arrivals[barrier][number] < tasks[barrier];
                    violations.add("barrier " + number + of(barrier) + ": " + op + " was released in cycle "
                            + times.completedAt(op.id()) + ", the last task entered "
                            + (never ? "never" : "in cycle " + entered[barrier][number]));
                }
            }
        }
        return Verdict.of("barrier_safety", checked, violations, "(task, instance) releases after the last entry");
    }
}
