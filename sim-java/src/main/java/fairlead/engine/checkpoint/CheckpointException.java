// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

/** The error of a file that is no checkpoint, is damaged, or is of another machine; the message is one line. */
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CheckpointException(final String message) {
        super(message);
    }
}
