// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import java.util.Arrays;

/**
 * The seven limits of the DLA pool and the two limits of a single allocation, in credits. lo, hi and pr are the credits
 * held by low-priority controlled discard, high-priority controlled discard and persistent reservation.
 *
 * @param maxCredits limit of lo + hi + pr
 * @param maxLoCd limit of lo
 * @param maxHiCd limit of hi
 * @param maxPr limit of pr
 * @param maxLoCdPr limit of lo + pr
 * @param maxLoHiCd limit of lo + hi
 * @param maxHiCdPr limit of hi + pr
 * @param maxCdAlloc limit of one controlled-discard allocation
 * @param maxPrAlloc limit of one persistent reservation
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
    public DlaLimits with(DlaOptions other) {
        return new DlaLimits(
                maxCredits, maxLoCd, maxHiCd, maxPr, maxLoCdPr, maxLoHiCd, maxHiCdPr, maxCdAlloc, maxPrAlloc, other);
    }

    /** Makes limits without options of one value for all of them, or of one value for each. */
    public static DlaLimits of(int... values) {
        int[] v = Arrays.copyOf(values, 9);
        Arrays.fill(v, values.length, v.length, values[0]);
        return new DlaLimits(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], DlaOptions.NONE);
    }
}
