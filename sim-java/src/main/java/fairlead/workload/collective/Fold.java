// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

/**
 * The core of a group whose size is no power of two, as in MPICH: of the first 2r members, r = size - 2^q, each odd one
 * hands its part to the even one before it and waits. The remaining 2^q members are the core.
 */
record Fold(int size) {
    int coreBits() {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
    }

    int core() {
        return 1 << coreBits();
    }

    /** Returns the number of members outside the core. */
    int extras() {
        return size - core();
    }

    /** Returns the number of rounds before the core's first one. */
    int before() {
        return extras() == 0 ? 0 : 1;
    }

    /**
     * Returns the member that core member `number` is. If the next member is an extra, it belongs to this core member.
     */
    int member(final int number) {
        return number < extras() ? 2 * number : number + extras();
    }

    /** Returns the extra member of core member `number`, or -1. */
    int extra(final int number) {
        return number < extras() ? 2 * number + 1 : -1;
    }
}
