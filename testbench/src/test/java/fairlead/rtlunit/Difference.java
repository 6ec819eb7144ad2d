// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

/** The error for a unit of the RTL that differs from its reference. */
public final class Difference extends AssertionError {
    private static final long serialVersionUID = 1;

    Difference(final String message) {
        super(message);
    }
}
