// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The order in which the injection FIFOs were served last: of those that want what they share, the oldest goes first.
 * Of FIFOs served in one cycle, and of those not served since the reset, the lower number is the older.
 */
public final class ServiceOrder {
    private final long[] last = new long[HwLayout.INJECTION_FIFOS]; // the cycle after which it was served; 0: never

    /** Notes that packets of these FIFOs are prepared, or their heads armed, in cycle t. */
    public void serve(int fifos, long t) {
        for (int rest = fifos; rest != 0; rest &= rest - 1) {
            last[Integer.numberOfTrailingZeros(rest)] = t + 1;
        }
    }

    /** Returns those of the FIFOs that are older than one. */
    public int older(int fifo, int fifos) {
        int older = 0;
        for (int rest = fifos; rest != 0; rest &= rest - 1) {
            int other = Integer.numberOfTrailingZeros(rest);
            boolean before = last[other] < last[fifo] || last[other] == last[fifo] && other < fifo;
            older |= before ? 1 << other : 0;
        }
        return older;
    }

    /** Returns the oldest of the FIFOs as one bit, or 0. */
    int oldest(int fifos) {
        int oldest = fifos & -fifos;
        for (int rest = fifos & ~oldest; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            oldest = last[fifo] < last[Integer.numberOfTrailingZeros(oldest)] ? 1 << fifo : oldest;
        }
        return oldest;
    }

    /** Returns the granted FIFOs for which a piece of what all share is kept; `usable` is a mask of the pieces. */
    static int owed(int granted, int having, int usable) {
        return Integer.bitCount(usable) > Integer.bitCount(granted) ? granted & ~having : 0;
    }

    /**
     * Returns those of the FIFOs that get one of `count` pieces, if each leaves one to all that are older, and to those
     * for which one is kept.
     */
    int share(int fifos, int owed, int count) {
        if (owed == 0) {
            return first(fifos, count);
        }
        int share = 0;
        for (int rest = fifos; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            int before = (owed >> fifo & 1) != 0 ? older(fifo, fifos & owed) : older(fifo, fifos) | owed;
            share |= Integer.bitCount(before) < count ? 1 << fifo : 0;
        }
        return share;
    }

    private int first(int fifos, int count) {
        int first = 0;
        for (int i = 0; i < count && first != fifos; i++) {
            first |= oldest(fifos & ~first);
        }
        return first;
    }
}
