// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.machine.DlaLimits;

/**
 * The state of each channel of the DLA: its phase, its allocation and its words. The arrays are indexed by channel; the
 * other classes of this package contain the rules that read or write them.
 */
final class DlaChannels {
    /**
     * Phases. RELEASING: a release was requested and words are still in the FIFO. CLEARING: the process has ended and
     * words are still in the FIFO.
     */
    static final byte IDLE = 0;

    static final byte OPEN = 1;
    static final byte RELEASING = 2;
    static final byte DISCARDING = 3;
    static final byte CLEARING = 4;

    final byte[] phase;
    final int[] cls; // class of the allocation
    final boolean[] dropped; // whether a request of the transaction was dropped or denied
    final int[] reserved; // number of credits that requests may still consume
    final int[] consumed; // number of PR credits whose words have not left the FIFO
    final int[] inside; // number of words that are in the FIFO or of a half request
    final boolean[] broken; // whether the last block was denied or lost a request
    final boolean[] purging; // in CLEARING: whether words leave without being sent
    int change; // number of credits that change owner in this cycle

    DlaChannels(int channels) {
        phase = new byte[channels];
        cls = new int[channels];
        dropped = new boolean[channels];
        reserved = new int[channels];
        consumed = new int[channels];
        inside = new int[channels];
        broken = new boolean[channels];
        purging = new boolean[channels];
    }

    boolean isKnown(int channel) {
        return channel < phase.length;
    }

    /**
     * Returns the unused credits of the reservation to the pool; credits that requests have consumed return with their
     * words.
     */
    void giveHome(int channel, DlaPool pool) {
        change += reserved[channel];
        pool.give(cls[channel], reserved[channel]);
        reserved[channel] = 0;
    }

    /** Returns the open channels, as bits. */
    long open() {
        long open = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            open |= phase[channel] == OPEN ? 1L << channel : 0;
        }
        return open;
    }

    /** Returns the channels whose clear has finished. */
    long empty() {
        long empty = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            empty |= phase[channel] == CLEARING && inside[channel] == 0 ? 1L << channel : 0;
        }
        return empty;
    }

    /** Returns the channels whose words leave without being sent. */
    long purged() {
        long purged = 0;
        for (int channel = 0; channel < phase.length; channel++) {
            purged |= purging[channel] ? 1L << channel : 0;
        }
        return purged;
    }

    /**
     * The pool of credits: the credits that each class holds (reserved and consumed), the seven limits on them, and the
     * limits of a single allocation (R-DLA-1 to R-DLA-3).
     */
    static final class DlaPool {
        static final int LO = 0; // classes of credits: low and high priority controlled discard, persistent reservation

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
         * Returns whether all limits hold with `credits` more credits in the class. DLA_DEPTH is one of the limits, so
         * no setting can overflow the FIFO.
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
}
