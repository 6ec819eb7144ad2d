// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dla;

import fairlead.engine.api.DlaLimits;

/** The pool of credits: what each class holds (reserved and consumed), the seven limits on it and the caps of one allocation (R-DLA-1 to R-DLA-3). */
final class DlaPool {
    /** Classes of credits: low and high priority controlled discard, persistent reservation. */
    static final int LO = 0;

    static final int HI = 1;
    static final int PR = 2;
    private static final int CLASSES = 3;

    private final DlaLimits limits;
    private final int depth;
    private final int[] held = new int[CLASSES];

    /** @param depth DLA_DEPTH, words of the FIFO */
    DlaPool(final DlaLimits limits, final int depth) {
        this.limits = limits;
        this.depth = depth;
    }

    /** More than one allocation of the class may have. */
    boolean isOverCap(final int cls, final int credits) {
        return credits > (cls == PR ? limits.maxPrAlloc() : limits.maxCdAlloc());
    }

    /** More than DLA_DEPTH. */
    boolean isTooMany(final int credits) {
        return credits > depth;
    }

    /** Whether all limits hold with `credits` more of the class; DLA_DEPTH is one of them, so that no limit can overflow the FIFO. */
    boolean fits(final int cls, final int credits) {
        final int lo = held[LO] + (cls == LO ? credits : 0);
        final int hi = held[HI] + (cls == HI ? credits : 0);
        final int pr = held[PR] + (cls == PR ? credits : 0);
        final int all = lo + hi + pr;
        return all <= limits.maxCredits()
                && all <= depth
                && lo <= limits.maxLoCd()
                && hi <= limits.maxHiCd()
                && pr <= limits.maxPr()
                && lo + pr <= limits.maxLoCdPr()
                && lo + hi <= limits.maxLoHiCd()
                && hi + pr <= limits.maxHiCdPr();
    }

    /** Only what fits. */
    void take(final int cls, final int credits) {
        held[cls] += credits;
    }

    /** Only what is held. */
    void give(final int cls, final int credits) {
        held[cls] -= credits;
    }

    int held(final int cls) {
        return held[cls];
    }
}
