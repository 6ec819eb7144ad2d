// SPDX-License-Identifier: Apache-2.0
package fairlead.prove;

/** A proof cannot be tried: a tool or the Verilog is missing, or the table does not fit the Verilog. */
public final class ProveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProveException(final String message) {
        super(message);
    }
}
