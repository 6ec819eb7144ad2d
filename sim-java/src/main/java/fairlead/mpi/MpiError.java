// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

/** An error of a call, which the handler of its communicator or window gets. */
final class MpiError extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The class, or null for a code of the program. */
    final ErrorClass kind;

    final int code;

    MpiError(ErrorClass kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
        code = 0;
    }

    /** An error that the program has raised itself. */
    MpiError(int code) {
        super("the program has called the handler of errors with code " + code, null, false, false);
        kind = null;
        this.code = code;
    }
}
