// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.function.Consumer;

/** A condition on the outcome of a run. */
public sealed interface Condition {
    boolean holds(Outcome outcome);

    /** Passes every term except constants to the consumer. */
    void terms(Consumer<Term> to);

    /** A condition that holds if every part holds. */
    record All(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return parts.stream().allMatch(part -> part.holds(outcome));
        }

        @Override
        public void terms(final Consumer<Term> to) {
            parts.forEach(part -> part.terms(to));
        }
    }

    /** A condition that holds if at least one part holds. */
    record Any(List<Condition> parts) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return parts.stream().anyMatch(part -> part.holds(outcome));
        }

        @Override
        public void terms(final Consumer<Term> to) {
            parts.forEach(part -> part.terms(to));
        }
    }

    /** A condition that holds if the part does not hold. */
    record Not(Condition part) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return !part.holds(outcome);
        }

        @Override
        public void terms(final Consumer<Term> to) {
            part.terms(to);
        }
    }

    /** A comparison of two terms; it is false for a run that hangs, because such a run has no values. */
    record Compare(Term left, Relation relation, Term right) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return !outcome.isHang() && relation.holds(of(left, outcome), of(right, outcome));
        }

        private static long of(final Term term, final Outcome outcome) {
            return term.kind() == Term.Kind.CONSTANT ? term.index() : outcome.value(term);
        }

        @Override
        public void terms(final Consumer<Term> to) {
            for (final Term term : List.of(left, right)) {
                if (term.kind() != Term.Kind.CONSTANT) {
                    to.accept(term);
                }
            }
        }
    }

    /** A condition that holds if the run does not end. */
    record Hang() implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return outcome.isHang();
        }

        @Override
        public void terms(final Consumer<Term> to) {
            // a hang has no terms
        }
    }

    /** A condition that holds if the operation of a line without `try` was refused or discarded. */
    record Failed(String task, int line) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return outcome.isError(task, line);
        }

        @Override
        public void terms(final Consumer<Term> to) {
            // a condition on a statement has no terms
        }
    }
}
