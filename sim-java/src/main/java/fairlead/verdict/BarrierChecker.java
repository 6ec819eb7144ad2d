// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
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
final class BarrierChecker extends Checker {
    private static final Task[] NONE = {};

    private static final class Task {
        boolean entered; // software has issued BAR_ENTER for it, and the node has not counted it since
        boolean joined; // the node has counted it as joined
        long since; // cycle of the last BAR_ENTER
        boolean master; // whether that one had the master mark

        void is(final boolean nowEntered, final boolean nowJoined) {
            entered = nowEntered;
            joined = nowJoined;
        }
    }

    private final Violations.Clock clock;
    private final int[] instance; // instance of each barrier operation, by operation id
    private final long[][] entered; // cycle in which the last task entered, by barrier and instance
    private final long[][] arrivals;
    private final long[] tasks; // by barrier
    private final Task[][][] states; // by barrier, node and task
    private final BarrierCounts counts;

    BarrierChecker(final Subject of, final Violations.Clock clock) {
        super(of, new Violations(clock));
        this.clock = clock;
        states = new Task[HwLayout.BARRIERS][program.nodes()][];
        counts = new BarrierCounts();
        tasks = new long[HwLayout.BARRIERS];
        final List<List<Integer>> ofRoutes = program.routeTasks();
        for (int node = 0; node < program.nodes(); node++) {
            for (int barrier = 0; barrier < states.length; barrier++) {
                final int inIt = barrier == 0 ? program.tasks(node) : inRoute(ofRoutes, barrier - 1, node);
                states[barrier][node] = new Task[inIt];
                Arrays.setAll(states[barrier][node], task -> new Task());
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

    void command(final long cycle, final int node, final long word) {
        final int task = (int) BarrierCommand.task(word);
        final int barrier = (int) BarrierCommand.barrier(word);
        if (task < states(barrier, node).length) {
            final Task one = states[barrier][node][task];
            one.is(true, false);
            one.since = cycle;
            one.master = BarrierCommand.master(word) != 0;
        }
    }

    private Task[] states(final int barrier, final int node) {
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
        final Task[] here = states(barrier, node);
        final Task one = task < here.length ? here[(int) task] : null;
        if (one != null && accepted) {
            counts.joined(cycle, barrier, node, one.master, count);
        } else {
            counts.judge(cycle, barrier, node, count);
        }
        if (one == null || !one.entered || one.since > cycle) {
            violations.add("cycle " + cycle + ": node " + node + of(barrier) + (accepted ? " counts" : " refuses")
                    + " task " + task + (accepted ? " as joined" : "") + ", whose software has not entered");
        }
        if (one != null) {
            one.is(false, accepted);
        }
    }

    /** Handles BARRIER_GLOBAL: the node joins the global barrier, or that of a class route. */
    void global(final long cycle, final int node, final long a, final long count) {
        final int barrier = (int) BarrierEvent.barrier(a);
        counts.judge(cycle, barrier, node, count);
        final Task[] here = states(barrier, node);
        for (int task = 0; task < here.length; task++) {
            if (!here[task].joined) {
                violations.add(at(cycle, node) + of(barrier) + " joins the global barrier without task " + task);
                return;
            }
        }
    }

    /** Handles BARRIER_RELEASED: the node releases the tasks of a mask, one bit for each task. */
    void released(final long cycle, final int node, final long a, final long count) {
        final int barrier = (int) BarrierEvent.barrier(a);
        final Task[] here = states(barrier, node);
        counts.released(cycle, barrier, node, here.length, count);
        for (long left = BarrierEvent.tasks(a); left != 0; left &= left - 1) {
            final int task = Long.numberOfTrailingZeros(left);
            final boolean known = task < here.length;
            if (!known || !here[task].joined) {
                violations.add("cycle " + cycle + ": node " + node + of(barrier) + " releases task " + task
                        + ", which it has not counted as joined");
            }
            if (known) {
                here[task].is(false, false);
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

    /**
     * What the barrier counters of all nodes must be (docs/spec/barrier-unit.md, rules 1, 4 and 8), from the joins and
     * releases of tasks alone: a join adds 1 if it is not the master's, and a release ends the instance, which has
     * advanced the counter by P, the smallest power of two that is not below the number of tasks (R-BAR-2, R-BAR-3).
     * Each event of a barrier reports the counter. After BAR_ADD or BAR_READ nothing is required of the counter of the
     * node.
     */
    private final class BarrierCounts {
        private static final long UNKNOWN = -1;

        private final int width = config.barrierWidth(); // bits of a counter
        private final int nodes = program.nodes();
        private final long[] counts = new long[HwLayout.BARRIERS * nodes]; // by barrier and node

        void joined(final long cycle, final int barrier, final int node, final boolean isMaster, final long count) {
            advance(barrier, node, isMaster ? 0 : 1);
            judge(cycle, barrier, node, count);
        }

        void released(final long cycle, final int barrier, final int node, final int tasks, final long count) {
            final long power = tasks <= 1 ? 1 : 2L * Integer.highestOneBit(tasks - 1);
            final int at = barrier * nodes + node;
            if (at < counts.length && counts[at] != UNKNOWN) {
                advance(barrier, node, power - counts[at] % power);
            }
            judge(cycle, barrier, node, count);
        }

        private void advance(final int barrier, final int node, final long by) {
            final int at = barrier * nodes + node;
            if (at < counts.length && counts[at] != UNKNOWN) {
                counts[at] = counts[at] + by & (1L << width) - 1;
            }
        }

        void judge(final long cycle, final int barrier, final int node, final long count) {
            final int at = barrier * nodes + node;
            if (count >>> width != 0) {
                violations.add("cycle " + cycle + ": node " + node + " has a barrier counter of " + count + ", which "
                        + width + " bits cannot hold");
            } else if (at < counts.length && counts[at] != UNKNOWN && count != counts[at]) {
                violations.add("cycle " + cycle + ": node " + node + " has a barrier counter of " + count + " where its"
                        + " joins and releases make " + counts[at]);
                counts[at] = count;
            }
        }

        /** Notes that software uses the counters of the node by BAR_ADD or BAR_READ. */
        void used(final int node) {
            for (int at = node; at < counts.length; at += nodes) {
                counts[at] = UNKNOWN;
            }
        }
    }
}
