// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;

/** The outcome of one run, as the conditions read it. */
public interface Outcome {
    /** Returns the outcome of a memory model: these terms have these values, and no run hangs or fails. */
    static Outcome of(List<Term> terms, List<Long> values) {
        return term -> values.get(terms.indexOf(term));
    }

    /** Returns the value of a term other than a constant. */
    long value(Term term);

    default boolean isHang() {
        return false;
    }

    /** Returns whether the operation of this line of this task was refused or discarded without `try`. */
    default boolean isError(String task, int line) {
        return false;
    }
}
