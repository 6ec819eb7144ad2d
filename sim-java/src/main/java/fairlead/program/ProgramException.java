// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** A program that cannot be run on the machine it is meant for; the message is one line for the user. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProgramException(final String message) {
        super(message);
    }
}
