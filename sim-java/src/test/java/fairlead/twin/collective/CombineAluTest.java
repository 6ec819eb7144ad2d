// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.hw.HwLayout.CollectiveOp;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the twin's ALU on 32-bit and 64-bit words and on long operands with Java's arithmetic. */
@Tag("M-261")
class CombineAluTest {
    private static final int ROUNDS = 2000;
    private static final long[] EDGES = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0xFFFF_FFFFL, 0x8000_0000L};

    private static long word(final Random random) {
        return random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
    }

    private static long words64(final int op, final boolean signed, final long a, final long b) {
        final boolean less = signed ? a < b : Long.compareUnsigned(a, b) < 0;
        switch (op) {
            case CollectiveOp.SUM:
                return a + b;
            case CollectiveOp.MIN:
                return less ? a : b;
            case CollectiveOp.MAX:
                return less ? b : a;
            case CollectiveOp.AND:
                return a & b;
            case CollectiveOp.OR:
                return a | b;
            default:
                return a ^ b;
        }
    }

    private static long words32(final int op, final boolean signed, final long a, final long b) {
        long out = 0;
        for (int half = 0; half < 2; half++) {
            final int x = (int) (a >>> 32 * half);
            final int y = (int) (b >>> 32 * half);
            final long wideX = signed ? x : Integer.toUnsignedLong(x);
            final long wideY = signed ? y : Integer.toUnsignedLong(y);
            out |= (words64(op, true, wideX, wideY) & 0xFFFF_FFFFL) << 32 * half;
        }
        return out;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsWithinAFlit(final boolean signed) {
        final Random random = new Random(1);
        final CombineAlu alu = new CombineAlu();
        for (int i = 0; i < ROUNDS; i++) {
            final long a0 = word(random);
            final long a1 = word(random);
            final long b0 = word(random);
            final long b1 = word(random);
            for (int op = 0; op <= CollectiveOp.XOR; op++) {
                alu.combine(op, 1, signed, random.nextBoolean(), a0, a1, b0, b1);
                assertEquals(words64(op, signed, a0, b0), alu.out0());
                assertEquals(words64(op, signed, a1, b1), alu.out1());
                alu.combine(op, 0, signed, random.nextBoolean(), a0, a1, b0, b1);
                assertEquals(words32(op, signed, a0, b0), alu.out0());
                assertEquals(words32(op, signed, a1, b1), alu.out1());
                alu.advance();
            }
        }
    }

    /** For 256 bytes, the carry goes through all flits, and the first flit that differs decides. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLongestOperand(final boolean signed) {
        final Random random = new Random(2);
        final int flits = 16;
        for (int i = 0; i < ROUNDS; i++) {
            final long[] a = random.longs(2 * flits)
                    .map(w -> random.nextInt(4) == 0 ? w : -1)
                    .toArray();
            final long[] b = a.clone();
            b[random.nextInt(b.length)] ^= 1L << random.nextInt(Long.SIZE);
            final long[] sum = new long[a.length];
            final CombineAlu alu = new CombineAlu();
            for (int f = 0; f < flits; f++) {
                alu.combine(CollectiveOp.SUM, 6, signed, f == 0, a[2 * f], a[2 * f + 1], b[2 * f], b[2 * f + 1]);
                sum[2 * f] = alu.out0();
                sum[2 * f + 1] = alu.out1();
                alu.advance();
            }
            final BigInteger modulus = BigInteger.ONE.shiftLeft(2048);
            assertEquals(number(a, false).add(number(b, false)).mod(modulus), number(sum, false));
            final long[] least = new long[a.length];
            for (int f = flits - 1; f >= 0; f--) {
                alu.combine(
                        CollectiveOp.MIN, 6, signed, f == flits - 1, a[2 * f], a[2 * f + 1], b[2 * f], b[2 * f + 1]);
                least[2 * f] = alu.out0();
                least[2 * f + 1] = alu.out1();
                alu.advance();
            }
            assertEquals(number(a, signed).min(number(b, signed)), number(least, signed));
        }
    }

    private static BigInteger number(final long[] words, final boolean signed) {
        final byte[] bytes = new byte[words.length * Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[bytes.length - 1 - i] = (byte) (words[i / Long.BYTES] >>> 8 * (i % Long.BYTES));
        }
        return signed ? new BigInteger(bytes) : new BigInteger(1, bytes);
    }
}
