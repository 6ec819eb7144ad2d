// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** A program that cannot be run on the machine it is meant for; the message is one line for the user. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int operation;
    private final String what;

    public ProgramException(final String message) {
        this(message, -1, message);
    }

    ProgramException(final Operation operation, final String what) {
        this(operation + ": " + what, operation.id, what);
    }

    private ProgramException(final String message, final int operation, final String what) {
        super(message);
        this.operation = operation;
        this.what = what;
    }

    /** Id of the operation that is wrong, or -1. */
    public int operation() {
        return operation;
    }

    /** What is wrong with it, without its name. */
    public String what() {
        return what;
    }
}
