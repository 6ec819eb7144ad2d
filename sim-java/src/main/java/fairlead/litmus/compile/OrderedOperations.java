// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.TaskBuilder;

/** The operations of one task, in the order of its program: what each of them requires and follows. */
class OrderedOperations {
    private static final int DELAY = 32;

    final Task task;
    final TaskBuilder builder;
    final Compiler all;
    final MemoryPlan memory;
    int test = -1; // TEST that decides whether the current statement is executed, or -1
    int gate = -1;
    int chain = -1;
    long offset;
    private final boolean slow; // whether there are delays between statements

    OrderedOperations(Task task, TaskBuilder builder, Compiler all) {
        this.task = task;
        this.builder = builder;
        this.all = all;
        memory = all.memory;
        slow = all.draws.once(2) && !all.aim.isAt(task);
    }

    final int rank(String node) {
        return all.placement.rank(node);
    }

    final int give(Operation op) {
        return builder.add(op.onlyIf(test));
    }

    final int add(Operation op, Statement s) {
        if (slow) {
            offset += all.draws.upTo(DELAY);
        }
        if (gate < 0) {
            op.notBefore(offset);
        } else if (offset > 0) {
            gate = give(Ops.calc(offset).requires(gate).after(chain));
            offset = 0;
        }
        int id = give(op.requires(gate).after(chain));
        all.places.put(id, place(s));
        if (s.label != null) {
            all.readings.put(new Term(Term.Kind.CYCLE, task.name(), s.label, 0), new Ready.Reading(id, false, null));
        }
        return id;
    }

    final String place(Statement s) {
        return task.name() + ":" + s.line;
    }

    /**
     * Adds an operation that does not block. A request through the DLA enters only when the DLA has accepted it; later
     * operations do not wait for that.
     */
    final int post(Operation op, Statement s) {
        int id = add(op, s);
        if (op.path() != Path.INLINE) {
            chain = id;
        }
        return id;
    }

    /** Lets the operations that follow wait for others, but not the task for what it has posted. */
    final void awaitAll(int... others) {
        if (others.length > 0) {
            gate = give(Ops.calc(0).requires(gate).requires(others).after(chain));
        }
    }

    final int block(Operation op, Statement s) {
        return passed(add(op, s));
    }

    final int passed(int id) {
        gate = id;
        chain = -1;
        offset = 0;
        return id;
    }
}
