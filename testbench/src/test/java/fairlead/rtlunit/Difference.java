// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

/** A unit of the RTL did not do what it is compared with. */
public final class Difference extends AssertionError {
    private static final long serialVersionUID = 1;

    Difference(final String message) {
        super(message);
    }
}
