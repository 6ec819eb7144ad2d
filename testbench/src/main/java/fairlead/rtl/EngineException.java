// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

/**
 * An error of the native fabric, which refused a call or failed. The message is the fabric's text with the call and the
 * status.
 */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    EngineException(String call, int status, String text) {
        super(call + ": " + text + " (status " + status + ")");
        this.status = status;
    }

    /** Returns a status code of {@link FabricAbi}. */
    public int status() {
        return status;
    }
}
