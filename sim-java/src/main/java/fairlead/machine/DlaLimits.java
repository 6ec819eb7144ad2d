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

    /**
     * The options of the DLA beyond its limits (docs/spec/dla-arbiter.md).
     *
     * @param eventCredits greatest number of status events that software has not returned, 0 for no limit (R-DLA-13)
     * @param statusAddress address of the 16 bytes to which each node's DLA writes its state (R-DLA-12)
     * @param statusCredits number of transferred credits after which the state is written; 0 to disable this trigger
     * @param statusCycles number of cycles after a change in which the state is written, up to 16383; 0 to disable this
     *     trigger
     * @param blocks number of transactions of one channel, 1 to 8, that software gives without waiting for the end of
     *     the first; with controlled discard only
     * @param bypass true to use no reservations; a store that finds the FIFO full stalls the host interface (R-DLA-15)
     */
    public record DlaOptions(
            int eventCredits, int statusAddress, int statusCredits, int statusCycles, int blocks, boolean bypass) {
        public static final DlaOptions NONE = new DlaOptions(0, 0, 0, 0, 1, false);
        public static final DlaOptions BYPASS = new DlaOptions(0, 0, 0, 0, 1, true);

        private static final int CYCLES_SHIFT = 16;

        public static DlaOptions events(int credits) {
            return new DlaOptions(credits, 0, 0, 0, 1, false);
        }

        public boolean writesStatus() {
            return statusCredits != 0 || statusCycles != 0;
        }

        public int statusWhen() {
            return statusCredits | statusCycles << CYCLES_SHIFT;
        }
    }
}
