// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.icarus;

import fairlead.run.ToolException;

/** The failure of the second simulator to compile or to play; its message is for a user. */
public final class IcarusException extends ToolException {
    private static final long serialVersionUID = 1L;

    IcarusException(final String message) {
        super(message);
    }

    IcarusException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
