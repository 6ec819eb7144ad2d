// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;

/** barrier_safety: no task leaves instance k before every task of every node has entered it (R-BAR-7, R-BAR-8). Checked: (task, instance) releases. */
final class BarrierChecker {
    private final Program program;
    private final OpTimes times;
    private final Violations violations = new Violations();

    BarrierChecker(final Program program, final OpTimes times) {
        this.program = program;
        this.times = times;
    }

    Verdict finish() {
        int instances = 0;
        final int[][] next = new int[program.nodes()][];
        for (int node = 0; node < program.nodes(); node++) {
            next[node] = new int[program.tasks(node)];
        }
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER) {
                instances = Math.max(instances, ++next[op.node()][op.task()]);
            }
        }
        final long[] entered = new long[instances]; // cycle in which the last task entered; MAX when one never did
        final long[] arrivals = new long[instances];
        each(next, (instance, op) -> {
            if (times.postedAt(op.id()) >= 0) {
                entered[instance] = Math.max(entered[instance], times.postedAt(op.id()));
                arrivals[instance]++;
            }
        });
        final long tasks = Arrays.stream(next).mapToLong(t -> t.length).sum();
        final long[] checked = {0};
        each(next, (instance, op) -> {
            if (times.result(op.id()) == Result.DONE) {
                checked[0]++;
                if (arrivals[instance] < tasks || times.completedAt(op.id()) <= entered[instance]) {
                    violations.add("barrier " + instance + ": " + op + " was released in cycle "
                            + times.completedAt(op.id()) + ", the last task entered "
                            + (arrivals[instance] < tasks ? "never" : "in cycle " + entered[instance]));
                }
            }
        });
        return Verdict.of("barrier_safety", checked[0], violations, "(task, instance) releases after the last entry");
    }

    private interface Visitor {
        void visit(int instance, Operation op);
    }

    private void each(final int[][] next, final Visitor visitor) {
        Arrays.stream(next).forEach(tasks -> Arrays.fill(tasks, 0));
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.BARRIER) {
                visitor.visit(next[op.node()][op.task()]++, op);
            }
        }
    }
}
