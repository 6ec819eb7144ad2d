// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/**
 * The seven limits of the DLA pool and the two caps on one allocation, in credits. lo, hi and pr are the credits held by low-priority controlled discard,
 * high-priority controlled discard and persistent reservation.
 *
 * @param maxCredits lo + hi + pr
 * @param maxLoCd lo
 * @param maxHiCd hi
 * @param maxPr pr
 * @param maxLoCdPr lo + pr
 * @param maxLoHiCd lo + hi
 * @param maxHiCdPr hi + pr
 * @param maxCdAlloc one controlled-discard allocation
 * @param maxPrAlloc one persistent reservation
 * @param options what else the DLA does
 */
public record DlaLimits(
        int maxCredits,
        int maxLoCd,
        int maxHiCd,
        int maxPr,
        int maxLoCdPr,
        int maxLoHiCd,
        int maxHiCdPr,
        int maxCdAlloc,
        int maxPrAlloc,
        DlaOptions options) {
    /** The limits alone. */
    public DlaLimits(
            final int maxCredits,
            final int maxLoCd,
            final int maxHiCd,
            final int maxPr,
            final int maxLoCdPr,
            final int maxLoHiCd,
            final int maxHiCdPr,
            final int maxCdAlloc,
            final int maxPrAlloc) {
        this(
                maxCredits,
                maxLoCd,
                maxHiCd,
                maxPr,
                maxLoCdPr,
                maxLoHiCd,
                maxHiCdPr,
                maxCdAlloc,
                maxPrAlloc,
                DlaOptions.NONE);
    }

    /** The same limits with other options. */
    public DlaLimits with(final DlaOptions other) {
        return new DlaLimits(
                maxCredits, maxLoCd, maxHiCd, maxPr, maxLoCdPr, maxLoHiCd, maxHiCdPr, maxCdAlloc, maxPrAlloc, other);
    }

    /** All limits at the size of the pool. */
    public static DlaLimits of(final int credits) {
        return new DlaLimits(credits, credits, credits, credits, credits, credits, credits, credits, credits);
    }
}
