// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.CollectiveOp;

/**
 * Combines two flits of operands into one flit per cycle (docs/spec/collective-network.md). A flit consists of four
 * segments of 32 bits. The flits of a long operand arrive in ascending significance for SUM, and in descending
 * significance for MIN and MAX.
 */
public final class CombineAlu {
    private static final int SEGMENTS = 4;
    private static final long SEGMENT = 0xFFFF_FFFFL;
    private static final int SEGMENT_BITS = 32;
    private static final int WHOLE_FLIT = 2; // operand size code of one flit

    private boolean carry;
    private boolean decided; // whether a more significant flit of the operand differed
    private boolean kept; // whether b was the preferred operand in that flit

    // state after the current flit
    private boolean nextCarry;
    private boolean nextDecided;
    private boolean nextKept;
    long out0;
    long out1;

    /** Combines one flit of each operand; {@link #out0} and {@link #out1} are the result. */
    public void combine(int op, int size, boolean signed, boolean first, long a0, long a1, long b0, long b1) {
        boolean begins = size <= WHOLE_FLIT || first;
        out0 = 0;
        out1 = 0;
        if (op == CollectiveOp.SUM) {
            sum(size, begins, a0, a1, b0, b1);
        } else if (op == CollectiveOp.MIN || op == CollectiveOp.MAX) {
            choose(op == CollectiveOp.MIN, size, signed, begins, a0, a1, b0, b1);
        } else if (op == CollectiveOp.AND) {
            out0 = a0 & b0;
            out1 = a1 & b1;
        } else if (op == CollectiveOp.OR) {
            out0 = a0 | b0;
            out1 = a1 | b1;
        } else {
            out0 = a0 ^ b0;
            out1 = a1 ^ b1;
        }
    }

    /** Notes that the flit leaves, and keeps its carry and comparison for the next flit. */
    public void advance() {
        carry = nextCarry;
        decided = nextDecided;
        kept = nextKept;
    }

    private static long segment(int k, long low, long high) {
        return (k < 2 ? low : high) >>> SEGMENT_BITS * (k & 1) & SEGMENT;
    }

    private void put(int k, long value) {
        if (k < 2) {
            out0 |= value << SEGMENT_BITS * k;
        } else {
            out1 |= value << SEGMENT_BITS * (k - 2);
        }
    }

    private void sum(int size, boolean begins, long a0, long a1, long b0, long b1) {
        int lane = 1 << Math.min(size, WHOLE_FLIT); // number of operand segments in this flit
        long over = begins || !carry ? 0 : 1;
        for (int k = 0; k < SEGMENTS; k++) {
            long from = k > 0 && k % lane == 0 ? 0 : over;
            long total = segment(k, a0, a1) + segment(k, b0, b1) + from;
            put(k, total & SEGMENT);
            over = total >>> SEGMENT_BITS;
        }
        nextCarry = over != 0;
    }

    private void choose(boolean smaller, int size, boolean signed, boolean begins, long a0, long a1, long b0, long b1) {
        int lane = 1 << Math.min(size, WHOLE_FLIT);
        for (int top = lane - 1; top < SEGMENTS; top += lane) {
            int order = 0; // order of b relative to a
            for (int k = top; k > top - lane && order == 0; k--) {
                long flip = signed && k == top && begins ? 1L << SEGMENT_BITS - 1 : 0;
                order = Long.compare(segment(k, b0, b1) ^ flip, segment(k, a0, a1) ^ flip);
            }
            boolean takesB = smaller ? order < 0 : order > 0;
            if (lane == SEGMENTS) {
                takesB = decided && !begins ? kept : takesB;
                nextDecided = decided && !begins || order != 0;
                nextKept = takesB;
            }
            for (int k = top - lane + 1; k <= top; k++) {
                put(k, takesB ? segment(k, b0, b1) : segment(k, a0, a1));
            }
        }
    }
}
