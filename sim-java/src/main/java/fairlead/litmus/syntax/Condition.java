// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on the outcome of a run.
 *
 * @param test whether an outcome satisfies it
 * @param terms registers, words and counts that it compares
 * @param endings `hang` if it names that, and the failed statements that it names, as in `A:7`
 */
public record Condition(Predicate<Outcome> test, Set<Term> terms, Set<String> endings) {
    /** The condition that no run satisfies. */
    public static final Condition NEVER = new Condition(outcome -> false, Set.of(), Set.of());

    public boolean holds(Outcome outcome) {
        return test.test(outcome);
    }

    /** A comparison of two terms; it is false for a run that hangs, because such a run has no values. */
    static Condition compare(Term left, Comparison relation, Term right) {
        Set<Term> terms = Stream.of(left, right)
                .filter(t -> t.kind() != Term.Kind.CONSTANT)
                .collect(Collectors.toSet());
        return new Condition(o -> !o.isHang() && relation.holds(left.of(o), right.of(o)), terms, Set.of());
    }

    static Condition ending(String name, Predicate<Outcome> test) {
        return new Condition(test, Set.of(), Set.of(name));
    }

    Condition not() {
        return new Condition(test.negate(), terms, endings);
    }

    /** @param any true if at least one part must hold, false if every part must hold */
    static Condition joined(boolean any, List<Condition> parts) {
        return parts.size() == 1
                ? parts.get(0)
                : new Condition(
                        o -> parts.stream().anyMatch(part -> part.holds(o) == any) == any,
                        all(parts, Condition::terms),
                        all(parts, Condition::endings));
    }

    private static <T> Set<T> all(List<Condition> parts, Function<Condition, Set<T>> some) {
        return parts.stream().flatMap(part -> some.apply(part).stream()).collect(Collectors.toSet());
    }
}
