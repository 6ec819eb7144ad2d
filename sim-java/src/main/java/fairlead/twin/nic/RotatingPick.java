// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * A fair choice among request bits. The caller sets `first` to the index served last + 1, modulo the number of bits.
 */
public final class RotatingPick {
    private RotatingPick() {}

    /**
     * Returns the index of the first set bit at or above `first` (0 to 63), otherwise of the lowest set bit; 64 if no
     * bit is set.
     */
    public static int next(long requests, int first) {
        long above = requests & -1L << first;
        return Long.numberOfTrailingZeros(above != 0 ? above : requests);
    }
}
