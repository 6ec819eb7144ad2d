// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import java.util.ArrayList;
import java.util.List;

/** Finds the statements that belong together: the n-th call of a group at each of its members. */
final class Calls {
    private Calls() {}

    private static List<Statement> ofGroup(final Task task, final List<String> group) {
        return task.statements().stream()
                .filter(s -> s.verb().isCollective() && s.nodes().equals(group))
                .toList();
    }

    /** Returns the number of calls that the statement's task makes to its group before it. */
    static int number(final LitmusTest test, final Statement call) {
        for (final Task task : test.tasks()) {
            final List<Statement> calls = ofGroup(task, call.nodes());
            for (int i = 0; i < calls.size(); i++) {
                if (calls.get(i) == call) {
                    return i;
                }
            }
        }
        throw new IllegalArgumentException("no task has the call of line " + call.line());
    }

    /** Returns the statement of every member for the same call, in the order of the tasks. */
    static List<Statement> of(final LitmusTest test, final Statement call) {
        final int number = number(test, call);
        final List<Statement> all = new ArrayList<>();
        for (final Task task : test.tasks()) {
            final List<Statement> calls = ofGroup(task, call.nodes());
            if (!calls.isEmpty()) {
                all.add(calls.get(number));
            }
        }
        return all;
    }

    /** Returns a name that the statements of one call have in common. */
    static String name(final LitmusTest test, final Statement call) {
        return String.join(" ", call.nodes()) + " call " + number(test, call);
    }
}
