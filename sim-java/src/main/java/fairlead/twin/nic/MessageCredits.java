// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;

/**
 * The end-to-end credits of the memory FIFOs, one 9-bit counter for each target (D8(b)). A node prepares at most one
 * message a cycle; if both ports could, they alternate.
 */
final class MessageCredits {
    private static final int MASK = 511;
    private static final int NOWHERE = -1;

    private final int targets;
    private short[] credits;
    private int turn;
    private int back = NOWHERE;
    private int preset = NOWHERE;
    private int presetValue;

    MessageCredits(Shape shape) {
        targets = shape.coord(shape.torusNodes() - 1) + 1;
    }

    private short[] counters() {
        if (credits == null) {
            credits = new short[targets];
        }
        return credits;
    }

    /** Returns those FIFOs in `messages` that have a credit for the target of their head. */
    int funded(int messages, InjectionFifos fifos) {
        if (credits == null) {
            return 0;
        }
        int funded = 0;
        for (int rest = messages; rest != 0; rest &= rest - 1) {
            int fifo = Integer.numberOfTrailingZeros(rest);
            if (credits[fifos.target(fifo)] != 0) {
                funded |= 1 << fifo;
            }
        }
        return funded;
    }

    /**
     * Returns the messages that may be prepared in this cycle, all of one port.
     *
     * @param funded FIFOs with a message and a credit
     * @param second FIFOs of port 1
     * @param can0 true if port 0 can prepare a packet in this cycle
     * @param can1 true if port 1 can prepare a packet in this cycle
     */
    int offer(int funded, int second, boolean can0, boolean can1) {
        int of0 = can0 ? funded & ~second : 0;
        int of1 = can1 ? funded & second : 0;
        return of0 != 0 && (turn == 0 || of1 == 0) ? of0 : of1;
    }

    /** Notes that a message is prepared. */
    void take(int port, int target) {
        turn = 1 - port;
        credits[target] = (short) (credits[target] - 1 & MASK);
    }

    /** Notes that a credit has arrived. */
    void giveBack(int target) {
        back = target;
    }

    /**
     * Handles MSG_CREDIT of the next cycle to be stepped; a number of credits that the counter cannot hold is ignored.
     */
    void preset(long target, long value) {
        if (Long.compareUnsigned(value, MASK) <= 0) {
            preset = (int) target & (1 << HwLayout.Coord.WIDTH) - 1;
            presetValue = (int) value;
        }
    }

    /** Executes the edge. A preset overrides other changes of its counter; a return and a take cancel each other. */
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
