// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.CollectiveOp;
import java.math.BigInteger;
import java.util.Random;

/**
 * Computes docs/spec/collective-network.md in arithmetic of unlimited width: operands, headers, the combination of
 * contributions, and the latency at zero load.
 */
final class CollectiveModel {
    private static final int FLIT_BITS = 128;
    private static final int FLIT_BYTES = 16;

    private CollectiveModel() {}

    static long header(int mode, int route, int op, int size, boolean signed, int length) {
        return (long) mode << CollectiveHeader.MODE_LSB
                | (long) route << CollectiveHeader.ROUTE_LSB
                | (long) op << CollectiveHeader.OP_LSB
                | (long) size << CollectiveHeader.SIZE_LSB
                | (signed ? 1L << CollectiveHeader.IS_SIGNED_LSB : 0)
                | (long) length << CollectiveHeader.LENGTH_LSB;
    }

    /** Returns the header of a packet of a message. Bit k of `path` names the child of the k-th link down. */
    static long message(int route, int length, boolean last, int up, int down, long path) {
        return header(CollectiveMode.MESSAGE, route, 0, 0, false, length)
                | (last ? 1L << CollectiveHeader.LAST_LSB : 0)
                | (long) up << CollectiveHeader.UP_LSB
                | (long) down << CollectiveHeader.DOWN_LSB
                | path << CollectiveHeader.PATH_LSB;
    }

    /** Returns the number of bits of an operand: 32 << size. */
    static int bits(int size) {
        return 32 << size;
    }

    /** Returns the combination of two operands, as unsigned numbers. */
    static BigInteger combine(int op, boolean signed, int bits, BigInteger a, BigInteger b) {
        switch (op) {
            case CollectiveOp.SUM:
                return a.add(b).mod(BigInteger.ONE.shiftLeft(bits));
            case CollectiveOp.AND:
                return a.and(b);
            case CollectiveOp.OR:
                return a.or(b);
            case CollectiveOp.XOR:
                return a.xor(b);
            default:
                boolean less = value(signed, bits, a).compareTo(value(signed, bits, b)) < 0;
                return less == (op == CollectiveOp.MIN) ? a : b;
        }
    }

    private static BigInteger value(boolean signed, int bits, BigInteger word) {
        return signed && word.testBit(bits - 1) ? word.subtract(BigInteger.ONE.shiftLeft(bits)) : word;
    }

    /** Returns a random number, often with many zeros or ones, or near a power of two. */
    static BigInteger operand(Random random, int bits) {
        BigInteger any = new BigInteger(bits, random);
        BigInteger power = BigInteger.ONE.shiftLeft(random.nextInt(bits));
        BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        switch (random.nextInt(8)) {
            case 0:
                return BigInteger.valueOf(random.nextInt(3));
            case 1:
                return mask.subtract(BigInteger.valueOf(random.nextInt(3)));
            case 2:
                return power;
            case 3:
                return power.subtract(BigInteger.ONE);
            case 4:
                return mask.subtract(power);
            case 5:
                return any.and(power.subtract(BigInteger.ONE));
            default:
                return any;
        }
    }

    /**
     * Returns the words of a packet's payload: the operands one after the other, with the flits of a long operand in
     * the order that the operation needs.
     */
    static long[] payload(BigInteger[] operands, int op, int size) {
        int bits = bits(size);
        int flits = (operands.length * bits + FLIT_BITS - 1) / FLIT_BITS;
        long[] words = new long[2 * flits];
        for (int i = 0; i < operands.length; i++) {
            for (int k = 0; k < bits / 32; k++) {
                int at = i * (bits / 32) + k; // index of this 32-bit word, least significant word first
                int place = isReversed(op, size) ? reversed(at, bits / FLIT_BITS) : at;
                long word = operands[i].shiftRight(32 * k).longValue() & 0xFFFF_FFFFL;
                words[place / 2] |= word << 32 * (place % 2);
            }
        }
        return words;
    }

    private static boolean isReversed(int op, int size) {
        return (op == CollectiveOp.MIN || op == CollectiveOp.MAX) && bits(size) > FLIT_BITS;
    }

    /** Returns the index after the flits of each operand are reversed; the words within a flit keep their order. */
    private static int reversed(int place, int flits) {
        int flit = place / 4;
        return 4 * (flit / flits * flits + flits - 1 - flit % flits) + place % 4;
    }

    static int flits(int length) {
        return (length + FLIT_BYTES - 1) / FLIT_BYTES;
    }

    /** Returns the number of cycles from an input pin of a node to an input pin of the next node. */
    static int hop(int latency) {
        return 3 + latency;
    }
}
