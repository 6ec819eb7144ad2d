// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.rtl;

/** The native fabric refused a call or broke; the message is its own text with the call and the status. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    EngineException(final String call, final int status, final String text) {
        super(call + ": " + text + " (status " + status + ")");
        this.status = status;
    }

    /** One of {@link FabricAbi}'s statuses. */
    public int status() {
        return status;
    }
}
