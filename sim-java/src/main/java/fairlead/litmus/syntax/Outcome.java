// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** How one run ended, as conditions ask for it. */
public interface Outcome {
    /** Value of a term other than a constant. */
    long value(Term term);

    boolean isHang();

    /** Whether the operation of this line of this task was refused or discarded without `try`. */
    boolean isError(String task, int line);
}
