// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Programs with one of their ordering rules left out, as a machine or a library without the rule would run them. */
public final class Broken {
    private static final Map<String, Verb> RULES = Map.of(
            "fence", Verb.FENCE,
            "flush", Verb.FLUSH,
            "quiet", Verb.QUIET,
            "flush_local", Verb.FLUSH_LOCAL,
            "signal", Verb.SIGNAL,
            "meet", Verb.MEET);

    private Broken() {}

    /** Returns the names of the rules that can be left out. */
    public static List<String> names() {
        return RULES.keySet().stream().sorted().toList();
    }

    /** Returns what leaves out the statements of this name; of a signal it leaves out the order after its put. */
    public static UnaryOperator<LitmusTest> without(final String name) {
        final Verb verb = RULES.get(name);
        return test -> new LitmusTest(
                test.file(),
                test.name(),
                test.doc(),
                test.nodes(),
                test.words(),
                test.initial(),
                test.limit(),
                test.axes(),
                test.tasks().stream().map(t -> without(t, verb)).toList(),
                test.claims());
    }

    private static Task without(final Task task, final Verb verb) {
        final List<Statement> left = new ArrayList<>();
        for (final Statement s : task.statements()) {
            if (s.verb() == Verb.SIGNAL && verb == Verb.SIGNAL) {
                left.add(plainAdd(s));
            } else if (s.verb() != verb) {
                left.add(s);
            }
        }
        return new Task(task.node(), task.number(), left, task.line());
    }

    private static Statement plainAdd(final Statement s) {
        return new Statement(
                Verb.ADD,
                s.line(),
                s.label(),
                s.register(),
                s.attempt(),
                s.remote(),
                s.local(),
                s.value(),
                s.second(),
                s.relation(),
                s.number(),
                s.nodes(),
                s.epoch(),
                s.flags(),
                s.handle(),
                s.guard(),
                s.context());
    }
}
