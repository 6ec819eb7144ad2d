// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Verb;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Programs with one of their ordering rules left out, as a machine or a library without the rule would run them. */
public final class Broken {
    private static final List<Verb> RULES =
            List.of(Verb.FENCE, Verb.FLUSH, Verb.FLUSH_LOCAL, Verb.MEET, Verb.QUIET, Verb.SIGNAL);

    private Broken() {}

    /** Returns the names of the rules that can be left out. */
    public static List<String> names() {
        return RULES.stream().map(Verb::word).toList();
    }

    /** Returns what leaves out the statements of this name; of a signal it leaves out the order after its put. */
    public static UnaryOperator<LitmusTest> without(String name) {
        Verb verb = RULES.get(names().indexOf(name));
        return test -> test.rewritten(all -> all.stream()
                .flatMap(s -> s.verb == verb ? left(s) : Stream.of(s))
                .toList());
    }

    private static Stream<Statement> left(Statement s) {
        return s.verb == Verb.SIGNAL ? Stream.of(s.with(d -> d.verb = Verb.ADD)) : Stream.empty();
    }
}
