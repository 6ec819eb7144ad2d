// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dma;

import fairlead.engine.api.Shape;
import fairlead.hw.HwLayout;

/** End-to-end credits of the memory FIFOs, one 9-bit counter a target (D8(b)). At most one message is prepared a cycle in the node; when both ports could, they take turns. */
final class MessageCredits {
    private static final int MASK = 511;
    private static final int NOWHERE = -1;

    private final int targets;
    private short[] credits;
    private int turn;
    private int back = NOWHERE;
    private int preset = NOWHERE;
    private int presetValue;

    MessageCredits(final Shape shape) {
        targets = shape.coord(shape.nodes() - 1) + 1;
    }

    private short[] counters() {
        if (credits == null) {
            credits = new short[targets];
        }
        return credits;
    }

    /** Of the FIFOs in `messages`, those with a credit for the target of their head. */
    int funded(final int messages, final InjectionFifos fifos) {
        if (credits == null) {
            return 0;
        }
        int funded = 0;
        for (int rest = messages; rest != 0; rest &= rest - 1) {
            final int fifo = Integer.numberOfTrailingZeros(rest);
            if (credits[fifos.target(fifo)] != 0) {
                funded |= 1 << fifo;
            }
        }
        return funded;
    }

    /**
     * The messages that may be prepared in this cycle, all of one port.
     *
     * @param second FIFOs of port 1
     * @param can0 port 0 could prepare a packet in this cycle
     */
    int offer(final int funded, final int second, final boolean can0, final boolean can1) {
        final int of0 = can0 ? funded & ~second : 0;
        final int of1 = can1 ? funded & second : 0;
        return of0 != 0 && (turn == 0 || of1 == 0) ? of0 : of1;
    }

    /** A message is prepared. */
    void take(final int port, final int target) {
        turn = 1 - port;
        credits[target] = (short) (credits[target] - 1 & MASK);
    }

    /** Notice: a credit came back. */
    void giveBack(final int target) {
        back = target;
    }

    /** MSG_CREDIT of the cycle to be stepped; more credits than a counter holds are ignored. */
    void preset(final long target, final long value) {
        if (Long.compareUnsigned(value, MASK) <= 0) {
            preset = (int) target & (1 << HwLayout.Coord.WIDTH) - 1;
            presetValue = (int) value;
        }
    }

    /** A preset wins over what else happens to its counter; a return and a take cancel. */
    void edge() {
        if (back != NOWHERE) {
            counters()[back] = (short) Math.min(counters()[back] + 1, MASK);
            back = NOWHERE;
        }
        if (preset != NOWHERE) {
            if (preset < targets) {
                counters()[preset] = (short) presetValue;
            }
            preset = NOWHERE;
        }
    }
}
