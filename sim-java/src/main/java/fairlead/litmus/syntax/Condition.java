// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.function.Consumer;

/** A condition over the outcome of a run. */
public sealed interface Condition {
    boolean holds(Outcome outcome);

    /** Shows every term but constants. */
    void terms(Consumer<Term> to);

    /** Every part holds. */
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

    /** At least one part holds. */
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

    /** The part does not hold. */
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

    /** Two terms compare so; false in a run that hangs, which has no values. */
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

    /** The run does not end. */
    record Hang() implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return outcome.isHang();
        }

        @Override
        public void terms(final Consumer<Term> to) {
            // none
        }
    }

    /** The operation of a line was refused or discarded without `try`. */
    record Failed(String task, int line) implements Condition {
        @Override
        public boolean holds(final Outcome outcome) {
            return outcome.isError(task, line);
        }

        @Override
        public void terms(final Consumer<Term> to) {
            // none
        }
    }
}
