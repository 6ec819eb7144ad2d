// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The pace of gets: after a packet that asks for payload flits, an injection FIFO asks for no others until these can
 * have come (docs/spec/dma-engine-tx.md, rule 6).
 */
final class GetPace {
    private final long[] from = new long[HwLayout.INJECTION_FIFOS]; // cycle from which a FIFO may ask again
    private long until; // the latest of them

    /** Notes that a packet of cycle t asks for payload flits. */
    void asked(int fifo, long t, int flits) {
        if (flits != 0) {
            from[fifo] = t + 1 + flits;
            until = Math.max(until, from[fifo]);
        }
    }

    /** Returns those FIFOs in `gets`, with a get at the head, that do not ask in cycle t. */
    int waiting(int gets, long t) {
        int waiting = 0;
        for (int rest = gets; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            waiting |= from[fifo] > t ? 1 << fifo : 0;
        }
        return waiting;
    }

    /** Returns whether a counter of the RTL still falls in cycle t. */
    boolean runs(long t) {
        return until > t;
    }
}
