// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** The outcome of one run, as the conditions read it. */
public interface Outcome {
    /** Returns the value of a term other than a constant. */
    long value(Term term);

    boolean isHang();

    /** Returns whether the operation of this line of this task was refused or discarded without `try`. */
    boolean isError(String task, int line);
}
