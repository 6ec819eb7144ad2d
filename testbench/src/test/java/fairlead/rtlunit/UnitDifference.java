// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

/** The error for a unit of the RTL that differs from its reference. */
public final class UnitDifference extends AssertionError {
    private static final long serialVersionUID = 1;

    public UnitDifference(String message) {
        super(message);
    }
}
