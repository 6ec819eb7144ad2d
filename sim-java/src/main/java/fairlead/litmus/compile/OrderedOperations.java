// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.Map;

/** The operations of one task, in the order of its program: what each of them requires and follows. */
class OrderedOperations {
    private static final int DELAY = 32;

    /**
     * What the tasks of one schedule have in common.
     *
     * @param places task and line by operation id
     * @param readings sources of the terms
     */
    record Setting(
            ProgramBuilder program,
            MemoryPlan memory,
            Placement placement,
            Draws draws,
            Map<Integer, String> places,
            Map<Term, Reading> readings) {}

    final Task task;
    final TaskBuilder builder;
    final Setting all;
    int test = -1; // TEST that decides whether the current statement is executed, or -1
    int gate = -1;
    int chain = -1;
    long offset;
    private final boolean slow; // whether there are delays between statements

    /** @param mayBeSlow whether a schedule may delay statements */
    OrderedOperations(final Task task, final TaskBuilder builder, final Setting all, final boolean mayBeSlow) {
        this.task = task;
        this.builder = builder;
        this.all = all;
        slow = all.draws().once(2) && mayBeSlow;
    }

    final int rank(final String node) {
        return all.placement().rank(node);
    }

    /** Adds an operation that is performed only if the current statement is executed. */
    final int give(final Operation op) {
        return builder.add(op.onlyIf(test));
    }

    final int add(final Operation op, final Statement s) {
        if (slow) {
            offset += all.draws().upTo(DELAY);
        }
        if (gate < 0) {
            op.notBefore(offset);
        } else if (offset > 0) {
            gate = give(Ops.calc(offset).requires(gate).after(chain));
            offset = 0;
        }
        op.requires(gate).after(chain);
        final int id = give(op);
        all.places().put(id, task.name() + ":" + s.line());
        if (s.label() != null) {
            all.readings().put(new Term(Term.Kind.CYCLE, task.name(), s.label(), 0), new Reading(id, false));
        }
        return id;
    }

    /**
     * Adds an operation that does not block. A request through the DLA enters only when the DLA has accepted it; later
     * operations do not wait for that.
     */
    final int post(final Operation op, final Statement s) {
        final int id = add(op, s);
        if (op.path() != Path.INLINE) {
            chain = id;
        }
        return id;
    }

    /** Lets the operations that follow wait for others, but not the task for what it has posted. */
    final void awaitAll(final int... others) {
        if (others.length > 0) {
            gate = give(Ops.calc(0).requires(gate).requires(others).after(chain));
        }
    }

    final int block(final Operation op, final Statement s) {
        final int id = add(op, s);
        passed(id);
        return id;
    }

    final void passed(final int id) {
        gate = id;
        chain = -1;
        offset = 0;
    }
}
