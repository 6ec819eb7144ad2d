// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the verdict barrier_safety: no task leaves instance k before every task of every node has entered it (R-BAR-7,
 * R-BAR-8). In addition, each node counts a task as joined only after the software of that task has entered, joins the
 * global barrier only when all its tasks have joined, and releases only joined tasks. The verdict counts the checked
 * releases of a (task, instance) pair. The barriers of each class route are judged apart, as are those of all nodes.
 *
 * <p>The counter of a node follows from the joins and releases of tasks alone (docs/spec/barrier-unit.md, rules 1, 4
 * and 8): a join adds 1 if it is not the master's, and a release ends the instance, which has advanced the counter by
 * P, the smallest power of two that is not below the number of tasks (R-BAR-2, R-BAR-3). Each event of a barrier
 * reports the counter. After BAR_ADD or BAR_READ nothing is required of the counter of the node.
 */
final class BarrierChecker extends Checker {
    private static final int BARRIERS = HwLayout.BARRIERS;
    private static final Task[] NONE = {};

    private static final class Task {
        boolean entered; // software has issued BAR_ENTER for it, and the node has not counted it since
        boolean joined; // the node has counted it as joined
        long since; // cycle of the last BAR_ENTER
        boolean master; // whether that one had the master mark

        void is(boolean nowEntered, boolean nowJoined) {
            entered = nowEntered;
            joined = nowJoined;
        }
    }

    private static final class Instance {
        final int number;
        long entered; // cycle in which the last task entered
        long arrivals;

        Instance(int number) {
            this.number = number;
        }
    }

    private Instance[] instances = new Instance[program.size()]; // by operation id
    private final List<List<Instance>> all = each(BARRIERS, ArrayList::new);
    private final int[][] next; // number of the next instance, by barrier and node, and by task
    private final long[] tasks = new long[BARRIERS]; // by barrier
    private final Task[][] states; // by barrier and node
    private final int width = config.barrierWidth(); // bits of a counter
    private final long[] counts; // by barrier and node, or NEVER if nothing is required

    BarrierChecker(JudgedRun run) {
        super(run, new Violations(run.clock));
        counts = new long[BARRIERS * nodes];
        states = new Task[counts.length][];
        List<List<Integer>> ofRoutes = program.routeTasks(); // goes over all operations
        for (int at = 0; at < states.length; at++) {
            int barrier = at / nodes;
            int node = at % nodes;
            int inIt = barrier == 0 ? program.tasks(node) : inRoute(ofRoutes, barrier - 1, node);
            states[at] = each(inIt, Task::new).toArray(Task[]::new);
            // an I/O tile joins no barrier of all nodes
            tasks[barrier] += barrier > 0 || node < shape.torusNodes() ? inIt : 0;
        }
        next = new int[counts.length][];
        program.operations().forEach(this::added);
    }

    void added(Operation op) {
        if (op.kind() == OpKind.BARRIER) {
            int at = op.barrier() * nodes + op.node();
            next[at] = next[at] == null ? new int[program.tasks(op.node())] : next[at];
            int number = next[at][op.task()]++;
            List<Instance> here = all.get(op.barrier());
            while (here.size() <= number) {
                here.add(new Instance(here.size()));
            }
            if (op.id() >= instances.length) {
                instances = Arrays.copyOf(instances, Math.max(64, 2 * op.id()));
            }
            instances[op.id()] = here.get(number);
        }
    }

    private int inRoute(List<List<Integer>> tasksOfRoutes, int route, int node) {
        int member =
                route < tasksOfRoutes.size() ? program.classRoutes().get(route).indexOf(node) : -1;
        return member < 0 ? 0 : tasksOfRoutes.get(route).get(member);
    }

    // ---- calls about tasks

    /** Notes that software hands the barrier operation to the machine for the first time. */
    void posted(Operation op, long cycle) {
        Instance instance = instances[op.id()];
        instance.entered = Math.max(instance.entered, cycle);
        instance.arrivals++;
    }

    /** Notes that the task was released, and marks the cycle as a violation if another task had not entered before. */
    void completed(Operation op, long cycle) {
        if (isEarly(op, cycle)) {
            run.clock.violated(cycle);
        }
    }

    private boolean isEarly(Operation op, long cycle) {
        return isAwaited(op) || cycle <= instances[op.id()].entered;
    }

    private boolean isAwaited(Operation op) {
        return instances[op.id()].arrivals < tasks[op.barrier()];
    }

    // ---- calls about nodes; `a` is a HwLayout.BarrierEvent

    void command(long cycle, int node, long word) {
        Task one = task((int) BarrierCommand.barrier(word), node, BarrierCommand.task(word));
        if (one != null) {
            one.is(true, false);
            one.since = cycle;
            one.master = BarrierCommand.master(word) != 0;
        }
    }

    private Task[] states(int barrier, int node) {
        return barrier < BARRIERS ? states[barrier * nodes + node] : NONE;
    }

    private Task task(int barrier, int node, long task) {
        Task[] here = states(barrier, node);
        return task < here.length ? here[(int) task] : null;
    }

    private static String of(int barrier) {
        return barrier == 0 ? "" : " (barrier of class route " + (barrier - 1) + ")";
    }

    /** Handles BARRIER_JOINED (`accepted`) and BARRIER_REFUSED. */
    void joined(long cycle, int node, long a, long count, boolean accepted) {
        int barrier = (int) BarrierEvent.barrier(a);
        long task = BarrierEvent.tasks(a);
        Task one = task(barrier, node, task);
        if (one != null && accepted && !one.master) {
            advance(barrier, node, 1);
        }
        judge(cycle, barrier, node, count);
        if (one == null || !one.entered || one.since > cycle) {
            violations.add(at(cycle, node) + of(barrier) + (accepted ? " counts" : " refuses") + " task " + task
                    + (accepted ? " as joined" : "") + ", whose software has not entered");
        }
        if (one != null) {
            one.is(false, accepted);
        }
    }

    /** Handles BARRIER_GLOBAL: the node joins the global barrier, or that of a class route. */
    void global(long cycle, int node, long a, long count) {
        int barrier = (int) BarrierEvent.barrier(a);
        judge(cycle, barrier, node, count);
        Task[] here = states(barrier, node);
        for (int task = 0; task < here.length; task++) {
            if (!here[task].joined) {
                report(cycle, node, of(barrier) + " joins the global barrier without task " + task);
                return;
            }
        }
    }

    /** Handles BARRIER_RELEASED: the node releases the tasks of a mask, one bit for each task. */
    void released(long cycle, int node, long a, long count) {
        int barrier = (int) BarrierEvent.barrier(a);
        int all = states(barrier, node).length;
        long power = all <= 1 ? 1 : 2L * Integer.highestOneBit(all - 1);
        if (barrier < BARRIERS) {
            advance(barrier, node, power - counts[barrier * nodes + node] % power);
        }
        judge(cycle, barrier, node, count);
        for (long left = BarrierEvent.tasks(a); left != 0; left &= left - 1) {
            int task = Long.numberOfTrailingZeros(left);
            Task one = task(barrier, node, task);
            if (one == null || !one.joined) {
                report(cycle, node, of(barrier) + " releases task " + task + ", which it has not counted as joined");
            }
            if (one != null) {
                one.is(false, false);
            }
        }
    }

    /** Handles BARRIER_COUNTER, the answer to BAR_ADD or BAR_READ, which no operation of a program gives. */
    void counter(long cycle, int node, long count) {
        for (int at = node; at < counts.length; at += nodes) {
            counts[at] = NEVER;
        }
        judge(cycle, 0, node, count);
    }

    private void advance(int barrier, int node, long by) {
        int at = barrier * nodes + node;
        if (barrier < BARRIERS && counts[at] != NEVER) {
            counts[at] = counts[at] + by & (1L << width) - 1;
        }
    }

    private void judge(long cycle, int barrier, int node, long count) {
        int at = barrier * nodes + node;
        if (count >>> width != 0) {
            report(cycle, node, " has a barrier counter of " + count + ", which " + width + " bits cannot hold");
        } else if (barrier < BARRIERS && counts[at] != NEVER && count != counts[at]) {
            violations.add(at(cycle, node) + " has a barrier counter of " + count
                    + " where its joins and releases make " + counts[at]);
            counts[at] = count;
        }
    }

    // ---- verdict

    /**
     * Judges the barriers that software builds from other operations, and returns the number of members that have left
     * one.
     */
    private long group(CollectiveCall call) {
        long left = 0;
        for (int member = 0; member < call.size(); member++) {
            long leaves = times.postedAt(call.ends()[member]);
            left += leaves < 0 ? 0 : 1;
            for (int other = 0; leaves >= 0 && other < call.size(); other++) {
                long enters = times.postedAt(call.begins()[other]);
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

    Verdict finish() {
        long checked = 0;
        for (CollectiveCall call : program.collectives()) {
            checked += call.op() == CollectiveOp.BARRIER ? group(call) : 0;
        }
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER && times.isDone(op.id())) {
                checked++;
                if (isEarly(op, times.completedAt(op.id()))) {
                    Instance instance = instances[op.id()];
                    violations.add("barrier " + instance.number + of(op.barrier()) + ": " + op
                            + " was released in cycle " + times.completedAt(op.id()) + ", the last task entered "
                            + (isAwaited(op) ? "never" : "in cycle " + instance.entered));
                }
            }
        }
        return Verdict.of("barrier_safety", checked, violations, "(task, instance) releases after the last entry");
    }
}
