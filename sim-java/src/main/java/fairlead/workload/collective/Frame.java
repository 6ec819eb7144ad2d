// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

/**
 * What an algorithm knows of an operation.
 *
 * @param size number of members
 * @param root member with a part of its own; 0 for operations without one
 * @param block bytes from one block to the next, a multiple of 8
 */
public record Frame(int size, int root, int block) {
    private static final int WORD = 8;

    /** Returns the first byte of part `part` of a block that is divided into `parts` parts of whole words. */
    int cut(final int part, final int parts) {
        return (int) ((long) block / WORD * part / parts) * WORD;
    }

    /** Returns the member at a distance behind another one, around the group. */
    int after(final int member, final int distance) {
        return Math.floorMod(member + distance, size);
    }

    /** Returns the member with this number counted from the root. */
    int fromRoot(final int number) {
        return after(root, number);
    }

    /** Returns the least n with 2^n at least `value`. */
    static int ceilLog2(final int value) {
        return value <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(value - 1);
    }
}
