// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.run.ToolException;

/**
 * The reason why a proof cannot be attempted: a tool or the Verilog is missing, or the catalogue does not match the
 * Verilog.
 */
public final class ProveException extends ToolException {
    private static final long serialVersionUID = 1L;

    public ProveException(final String message) {
        super(message);
    }
}
