// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

/** The error of a state that does not fit the objects it is restored into. */
public final class StateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateException(final String message) {
        super(message);
    }
}
