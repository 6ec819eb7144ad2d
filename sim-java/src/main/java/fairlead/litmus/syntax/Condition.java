// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.stream.Stream;

/** A condition on the outcome of a run. */
public sealed interface Condition {
    boolean holds(Outcome outcome);

    /** Returns the comparisons and the names of hangs and failures that the condition consists of. */
    default Stream<Condition> leaves() {
        return Stream.of(this);
    }

    default Stream<Term> terms() {
        return leaves().filter(Compare.class::isInstance)
                .map(Compare.class::cast)
                .flatMap(c -> Stream.of(c.left, c.right))
                .filter(t -> t.kind() != Term.Kind.CONSTANT);
    }

    /**
     * A condition of several parts.
     *
     * @param any true if it holds if at least one part holds, false if every part must hold
     */
    record Joined(boolean any, List<Condition> parts) implements Condition {
        @Override
        public boolean holds(Outcome outcome) {
            return parts.stream().anyMatch(part -> part.holds(outcome) == any) == any;
        }

        @Override
        public Stream<Condition> leaves() {
            return parts.stream().flatMap(Condition::leaves);
        }
    }

    /** A condition that holds if the part does not hold. */
    record Not(Condition part) implements Condition {
        @Override
        public boolean holds(Outcome outcome) {
            return !part.holds(outcome);
        }

        @Override
        public Stream<Condition> leaves() {
            return part.leaves();
        }
    }

    /** A comparison of two terms; it is false for a run that hangs, because such a run has no values. */
    record Compare(Term left, Relation relation, Term right) implements Condition {
        @Override
        public boolean holds(Outcome outcome) {
            return !outcome.isHang() && relation.holds(of(left, outcome), of(right, outcome));
        }

        private static long of(Term term, Outcome outcome) {
            return term.kind() == Term.Kind.CONSTANT ? term.index() : outcome.value(term);
        }
    }

    /** A condition that holds if the run does not end. */
    record Hang() implements Condition {
        @Override
        public boolean holds(Outcome outcome) {
            return outcome.isHang();
        }
    }

    /** A condition that holds if the operation of a line without `try` was refused or discarded. */
    record Failed(String task, int line) implements Condition {
        @Override
        public boolean holds(Outcome outcome) {
            return outcome.isError(task, line);
        }
    }
}
