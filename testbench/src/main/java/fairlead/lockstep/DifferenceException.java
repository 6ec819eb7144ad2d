// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

/** The exception that ends a run at the first difference between two engines. */
public final class DifferenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Difference difference;

    DifferenceException(Difference difference, String firstName, String secondName) {
        super(firstName + " and " + secondName + " differ: " + difference.text(firstName, secondName));
        this.difference = difference;
    }

    public Difference difference() {
        return difference;
    }
}
