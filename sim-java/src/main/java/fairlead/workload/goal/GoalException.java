// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

/** Reports a text that is not a GOAL program, or one that can never end, with its line. */
public final class GoalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final String what;

    GoalException(int line, String what) {
        super("line " + line + ": " + what, null, false, false);
        this.line = line;
        this.what = what;
    }

    /** Returns the number of the line in the text, from 1. */
    public int line() {
        return line;
    }

    /** Returns what is wrong, without the line. */
    public String what() {
        return what;
    }
}
