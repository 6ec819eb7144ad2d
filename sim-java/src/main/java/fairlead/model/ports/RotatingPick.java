// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** A fair choice among request bits. The caller sets `first` to the index served + 1, modulo the number of bits. */
public final class RotatingPick {
    private RotatingPick() {}

    /** Index of the first set bit at or above `first` (0 to 63), else of the lowest; 64 when none is set. */
    public static int next(final long requests, final int first) {
        final long above = requests & -1L << first;
        return Long.numberOfTrailingZeros(above != 0 ? above : requests);
    }
}
