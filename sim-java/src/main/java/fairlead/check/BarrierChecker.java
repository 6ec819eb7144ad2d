// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.program.CollectiveCall;
import fairlead.program.CollectiveOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;

/**
 * Checks the verdict barrier_safety: no task leaves instance k before every task of every node has entered it (R-BAR-7,
 * R-BAR-8). In addition, each node counts a task as joined only after the software of that task has entered, joins the
 * global barrier only when all its tasks have joined, and releases only joined tasks, and its counter keeps its width. The
 * verdict counts the checked releases of a (task, instance) pair.
 */
final class BarrierChecker {
    private static final int AWAY = 0;
    private static final int ENTERED = 1; // software has issued BAR_ENTER for the task
    private static final int JOINED = 2; // the node has counted the task as joined

    private final Program program;
    private final int width;
    private final OpTimes times;
    private final ViolationClock clock;
    private final Violations violations;
    private final int[] instance; // instance of each barrier operation, by operation id
    private final long[] entered; // cycle in which the last task entered, by instance
    private final long[] arrivals;
    private final long tasks;
    private final int[][] states; // AWAY, ENTERED or JOINED, by node and task
    private final long[][] since; // cycle of the last BAR_ENTER, by node and task

    /** @param width number of bits of the barrier counter */
    BarrierChecker(final Program program, final OpTimes times, final int width, final ViolationClock clock) {
        this.width = width;
        this.program = program;
        this.times = times;
        this.clock = clock;
        violations = new Violations(clock);
        states = new int[program.nodes()][];
        Arrays.setAll(states, node -> new int[program.tasks(node)]);
        since = new long[program.nodes()][];
        Arrays.setAll(since, node -> new long[program.tasks(node)]);
        tasks = Arrays.stream(states)
                .limit(program.shape().torusNodes()) // an I/O tile joins no barrier
                .mapToLong(t -> t.length)
                .sum();
        final int[][] next = new int[program.nodes()][];
        Arrays.setAll(next, node -> new int[program.tasks(node)]);
        int[] numbers = new int[0];
        int instances = 0;
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER) {
                numbers = numbers.length == 0 ? new int[program.size()] : numbers;
                numbers[op.id()] = next[op.node()][op.task()]++;
                instances = Math.max(instances, numbers[op.id()] + 1);
            }
        }
        instance = numbers;
        entered = new long[instances];
        arrivals = new long[instances];
    }

    // ---- calls about tasks

    /** Notes that software hands the barrier operation to the machine for the first time. */
    void posted(final Operation op, final long cycle) {
        entered[instance[op.id()]] = Math.max(entered[instance[op.id()]], cycle);
        arrivals[instance[op.id()]]++;
    }

    /** Notes that the task was released, and marks the cycle as a violation if another task had not entered before. */
    void completed(final Operation op, final long cycle) {
        if (isEarly(op, cycle)) {
            clock.violated(cycle);
        }
    }

    private boolean isEarly(final Operation op, final long cycle) {
        return arrivals[instance[op.id()]] < tasks || cycle <= entered[instance[op.id()]];
    }

    // ---- calls about nodes

    /** Notes the command BAR_ENTER. */
    void command(final long cycle, final int node, final long word) {
        final int task = (int) BarrierCommand.task(word);
        if (task < states[node].length) {
            states[node][task] = ENTERED;
            since[node][task] = cycle;
        }
    }

    /** Handles BARRIER_JOINED (`accepted`) and BARRIER_REFUSED. */
    void joined(final long cycle, final int node, final long task, final long count, final boolean accepted) {
        counter(cycle, node, count);
        final boolean known = task >= 0 && task < states[node].length;
        if (!known || states[node][(int) task] != ENTERED || since[node][(int) task] > cycle) {
            violations.add("cycle " + cycle + ": node " + node + (accepted ? " counts" : " refuses") + " task " + task
                    + (accepted ? " as joined" : "") + ", whose software has not entered");
        }
        if (known) {
            states[node][(int) task] = accepted ? JOINED : AWAY;
        }
    }

    /** Handles BARRIER_GLOBAL: the node joins the global barrier. */
    void global(final long cycle, final int node, final long count) {
        counter(cycle, node, count);
        for (int task = 0; task < states[node].length; task++) {
            if (states[node][task] != JOINED) {
                violations.add("cycle " + cycle + ": node " + node + " joins the global barrier without task " + task);
                return;
            }
        }
    }

    /** Handles BARRIER_RELEASED: the node releases the tasks of `mask`, one bit for each task. */
    void released(final long cycle, final int node, final long mask, final long count) {
        counter(cycle, node, count);
        for (long left = mask; left != 0; left &= left - 1) {
            final int task = Long.numberOfTrailingZeros(left);
            final boolean known = task < states[node].length;
            if (!known || states[node][task] != JOINED) {
                violations.add("cycle " + cycle + ": node " + node + " releases task " + task
                        + ", which it has not counted as joined");
            }
            if (known) {
                states[node][task] = AWAY;
            }
        }
    }

    /** Handles the barrier counter that each event of a barrier tells: it has no more bits than it is wide (R-BAR-1). */
    void counter(final long cycle, final int node, final long count) {
        if (count >>> width != 0) {
            violations.add("cycle " + cycle + ": node " + node + " has a barrier counter of " + count + ", which "
                    + width + " bits cannot hold");
        }
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
                    violations.add("barrier " + number + ": " + op + " was released in cycle "
                            + times.completedAt(op.id()) + ", the last task entered "
                            + (arrivals[number] < tasks ? "never" : "in cycle " + entered[number]));
                }
            }
        }
        return Verdict.of("barrier_safety", checked, violations, "(task, instance) releases after the last entry");
    }
}
