// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;

/** The outcome of one run, as the conditions read it. */
public interface Outcome {
    /** Returns the outcome of a memory model: these terms have these values, and no run hangs or fails. */
    static Outcome of(final List<Term> terms, final List<Long> values) {
        return new Outcome() {
            @Override
            public long value(final Term term) {
                return values.get(terms.indexOf(term));
            }

            @Override
            public boolean isHang() {
                return false;
            }

            @Override
            public boolean isError(final String task, final int line) {
                return false;
            }
        };
    }

    /** Returns the value of a term other than a constant. */
    long value(Term term);

    boolean isHang();

    /** Returns whether the operation of this line of this task was refused or discarded without `try`. */
    boolean isError(String task, int line);
}
