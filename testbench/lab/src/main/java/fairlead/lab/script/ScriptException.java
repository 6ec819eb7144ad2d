// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

/** A mistake in a case file. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ScriptException(final String message) {
        super(message);
    }

    public ScriptException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
