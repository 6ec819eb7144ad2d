// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

/** The failure of a tool or file of the environment, with a message for the user; a command ends with exit code 5. */
public class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ToolException(String message) {
        super(message);
    }

    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
