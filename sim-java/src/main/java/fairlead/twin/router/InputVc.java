// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * An input VC as one word of {@link RouterState#in}. A grant or an arrival reads and writes only this word, which is in
 * one cache line; docs/lab/measurements/twin.md has the measured gain.
 *
 * <pre>
 * 63      55 54    49 48        41 40     32 31                       0
 * | output  | tail   | ring       | count   | flit                     |
 * </pre>
 *
 * The fields are: flit, the oldest flit as in {@link Packets}, without tail bit, or AWAIT; count, the number of flits
 * in the buffer; ring, the read pointer of the packets after the front packet; tail, the index of the front packet's
 * tail; output, the place of its output VC (the escape VC of a head under cut-through).
 */
final class InputVc {
    static final int AWAIT = -1; // the low bits of a word without a packet: the next flit to arrive is a head
    private static final long FLIT_MASK = 0xFFFFFFFFL;
    private static final int COUNT_SHIFT = 32;
    private static final int COUNT_MASK = 0x1FF;
    private static final long ONE_FLIT = 1L << COUNT_SHIFT;
    private static final int RING_SHIFT = 41;
    private static final int RING_MASK = 0xFF;
    private static final int TAIL_SHIFT = 49;
    private static final int TAIL_MASK = 0x3F;
    private static final int OUTPUT_SHIFT = 55;
    private static final long BEFORE_OUTPUT = (1L << OUTPUT_SHIFT) - 1;

    private InputVc() {}

    static int flit(long word) {
        return (int) word;
    }

    static boolean isAwaiting(long word) {
        return (int) word == AWAIT;
    }

    static int count(long word) {
        return (int) (word >>> COUNT_SHIFT) & COUNT_MASK;
    }

    static int ring(long word) {
        return (int) (word >>> RING_SHIFT) & RING_MASK;
    }

    static int tail(long word) {
        return (int) (word >>> TAIL_SHIFT) & TAIL_MASK;
    }

    static boolean isTail(long word) {
        return Packets.index((int) word) == tail(word);
    }

    static int output(long word) {
        return (int) (word >>> OUTPUT_SHIFT);
    }

    static long arrived(long word) {
        return word + ONE_FLIT;
    }

    static long left(long word) {
        return word - ONE_FLIT;
    }

    static long next(long word) {
        return word + 1;
    }

    static long awaiting(long word) {
        return word | AWAIT & FLIT_MASK;
    }

    static long withOutput(long word, int output) {
        return word & BEFORE_OUTPUT | (long) output << OUTPUT_SHIFT;
    }

    /** Returns the word with a head in front and the count of `word`. */
    static long head(long word, int packet, int tail, int ring, int output) {
        return (long) output << OUTPUT_SHIFT
                | (long) tail << TAIL_SHIFT
                | (long) ring << RING_SHIFT
                | word & (long) COUNT_MASK << COUNT_SHIFT
                | Packets.flit(packet, 0, false) & FLIT_MASK;
    }
}
