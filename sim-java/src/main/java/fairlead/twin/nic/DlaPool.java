// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.machine.DlaLimits;

/**
 * The pool of credits: the credits that each class holds (reserved and consumed), the seven limits on them, and the
 * limits of a single allocation (R-DLA-1 to R-DLA-3).
 */
final class DlaPool {
    /** Classes of credits: low and high priority controlled discard, persistent reservation. */
    static final int LO = 0;

    static final int HI = 1;
    static final int PR = 2;
    private static final int CLASSES = 3;

    private final DlaLimits limits;
    private final int depth;
    final int[] held = new int[CLASSES];

    /** @param depth DLA_DEPTH, number of words of the FIFO */
    DlaPool(DlaLimits limits, int depth) {
        this.limits = limits;
        this.depth = depth;
    }

    /** Returns whether the number exceeds the limit of a single allocation of the class. */
    boolean isOverCap(int cls, int credits) {
        return credits > (cls == PR ? limits.maxPrAlloc() : limits.maxCdAlloc());
    }

    /** Returns whether the number exceeds DLA_DEPTH. */
    boolean isTooMany(int credits) {
        return credits > depth;
    }

    /**
     * Returns whether all limits hold with `credits` more credits in the class. DLA_DEPTH is one of the limits, so no
     * setting can overflow the FIFO.
     */
    boolean fits(int cls, int credits) {
        int lo = held[LO] + (cls == LO ? credits : 0);
        int hi = held[HI] + (cls == HI ? credits : 0);
        int pr = held[PR] + (cls == PR ? credits : 0);
        int all = lo + hi + pr;
        return all <= limits.maxCredits()
                && all <= depth
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    /** Takes credits, which must fit. */
    void take(int cls, int credits) {
        held[cls] += credits;
    }

    /** Returns credits, which must be held. */
    void give(int cls, int credits) {
        held[cls] -= credits;
    }
}
