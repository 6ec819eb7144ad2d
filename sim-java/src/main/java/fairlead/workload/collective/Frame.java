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
    int cut(int part, int parts) {
        return (int) ((long) block / WORD * part / parts) * WORD;
    }

    /** Returns the member at a distance behind another one, around the group. */
    int after(int member, int distance) {
        return Math.floorMod(member + distance, size);
    }

    /** Returns the member with this number counted from the root. */
    int fromRoot(int number) {
        return after(root, number);
    }

    /** Returns the least n with 2^n at least `value`. */
    public static int ceilLog2(int value) {
        return value <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(value - 1);
    }

    // ---- The core of a group with a size that is no power of two, as in MPICH: of the first 2r members, r = size -
    // 2^q, each odd one hands its part to the even one before it and waits. The remaining 2^q members are the core.

    public int coreBits() {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
    }

    public int core() {
        return 1 << coreBits();
    }

    /** Returns the number of members outside the core. */
    public int extras() {
        return size - core();
    }

    /** Returns the number of rounds before the core's first one. */
    int before() {
        return extras() == 0 ? 0 : 1;
    }

    /** Returns the member that a core member is. If the next member is an extra, it belongs to this core member. */
    int member(int number) {
        return number < extras() ? 2 * number : number + extras();
    }

    /** Returns the extra member of a core member that has one. */
    int extra(int number) {
        return 2 * number + 1;
    }
}
