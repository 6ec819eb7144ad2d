// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** Reports a program that cannot run on its machine; the message is one line for the user. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int operation;
    private final String what;

    public ProgramException(String message) {
        this(message, -1, message);
    }

    ProgramException(Operation operation, String what) {
        this(operation + ": " + what, operation.id, what);
    }

    private ProgramException(String message, int operation, String what) {
        super(message);
        this.operation = operation;
        this.what = what;
    }

    public int operation() {
        return operation;
    }

    /** Returns the description of the error, without the name of the operation. */
    public String what() {
        return what;
    }
}
