// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.CollectiveOp;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/** Compares the CombineAlu of the RTL alone with Java's arithmetic: every operation, operand size and sign. */
@Tag("lab")
@Tag("M-261")
class CombineAluRtlTest {
    private static final int OPS = 6;
    private static final int SIZES = 7;
    private static final int SEGMENTS = 4;

    private RtlUnit rtl;

    @BeforeEach
    void open() {
        rtl = new RtlUnit("CombineAlu");
        rtl.reset();
    }

    @AfterEach
    void close() {
        rtl.close();
    }

    /**
     * Sends one packet of operands through the ALU, with idle cycles between its flits, and returns the combined
     * payload.
     */
    private long[] combine(int op, int size, boolean signed, long[] a, long[] b, Random random) {
        int flitsOfOperand = Math.max(1, CollectiveModel.bits(size) / 128);
        long[] out = new long[a.length];
        rtl.set("op", op);
        rtl.set("size", size);
        rtl.set("isSigned", signed);
        for (int f = 0; f < a.length / 2; f++) {
            rtl.set("first", f % flitsOfOperand == 0);
            for (int k = 0; k < SEGMENTS; k++) {
                rtl.set(pin("a_", k), a[2 * f + k / 2] >>> 32 * (k % 2) & 0xFFFF_FFFFL);
                rtl.set(pin("b_", k), b[2 * f + k / 2] >>> 32 * (k % 2) & 0xFFFF_FFFFL);
            }
            rtl.set("advance", false);
            if (random.nextInt(8) == 0) {
                rtl.edge();
            }
            rtl.set("advance", true);
            rtl.settle();
            for (int k = 0; k < SEGMENTS; k++) {
                out[2 * f + k / 2] |= rtl.get(pin("out_", k)) << 32 * (k % 2);
            }
            rtl.edge();
        }
        return out;
    }

    /** @return the number of operands compared */
    private int compare(int op, int size, boolean signed, Random random) {
        int bits = CollectiveModel.bits(size);
        int most = 256 * 8 / bits;
        BigInteger[] a = new BigInteger[1 + random.nextInt(most)];
        BigInteger[] b = new BigInteger[a.length];
        BigInteger[] expected = new BigInteger[a.length];
        for (int i = 0; i < a.length; i++) {
            a[i] = CollectiveModel.operand(random, bits);
            b[i] = random.nextInt(4) == 0 ? near(a[i], bits, random) : CollectiveModel.operand(random, bits);
            expected[i] = CollectiveModel.combine(op, signed, bits, a[i], b[i]);
        }
        long[] got = combine(
                op, size, signed, CollectiveModel.payload(a, op, size), CollectiveModel.payload(b, op, size), random);
        long[] wanted = CollectiveModel.payload(expected, op, size);
        for (int w = 0; w < wanted.length; w++) {
            if (got[w] != wanted[w]) {
                assertEquals(
                        Long.toHexString(wanted[w]),
                        Long.toHexString(got[w]),
                        CollectiveOp.name(op) + (signed ? " signed" : "") + " of " + bits + " bits, word " + w
                                + "; repeat with -Dfairlead.rtlunit.seed=" + SEED);
            }
        }
        return a.length;
    }

    /** Returns the same number, or one that differs in one bit. */
    private static BigInteger near(BigInteger a, int bits, Random random) {
        return random.nextBoolean() ? a : a.flipBit(random.nextInt(bits));
    }

    private static final long SEED = Long.getLong("fairlead.rtlunit.seed", 1);

    /** Compares the given number of operands for each operation, size and sign. */
    private int all(int each) {
        Random random = new Random(SEED);
        int operands = 0;
        for (int op = 0; op < OPS; op++) {
            for (int size = 0; size < SIZES; size++) {
                for (int sign = 0; sign < 2; sign++) {
                    for (int done = 0; done < each; ) {
                        int more = compare(op, size, sign == 1, random);
                        done += more;
                        operands += more;
                    }
                }
            }
        }
        return operands;
    }

    @Test
    void everyOperationOnOperandsOfEverySizeIsJavas() {
        assertTrue(all(250) >= 21_000);
    }

    @Test
    @Tag("slow")
    void aMillionOperandsAreJavas() {
        assertTrue(all(12_000) >= 1_000_000);
    }

    /**
     * Tests the limits of each operation: carries through all flits, ties, and the sign in the first flit of a long
     * operand only.
     */
    @Test
    void edgesOfTheLongestOperand() {
        int size = 6;
        int bits = CollectiveModel.bits(size);
        BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        BigInteger top = BigInteger.ONE.shiftLeft(bits - 1);
        BigInteger[][] pairs = {
            {most, BigInteger.ONE},
            {BigInteger.ONE, most},
            {most, most},
            {top, top},
            {top, top.subtract(BigInteger.ONE)},
            {top.setBit(127), top.setBit(126)},
            {BigInteger.ZERO, top},
            {BigInteger.ONE.shiftLeft(127), BigInteger.ZERO}
        };
        Random random = new Random(1);
        for (BigInteger[] pair : pairs) {
            for (int op = 0; op < OPS; op++) {
                for (int sign = 0; sign < 2; sign++) {
                    BigInteger expected = CollectiveModel.combine(op, sign == 1, bits, pair[0], pair[1]);
                    long[] got = combine(
                            op,
                            size,
                            sign == 1,
                            CollectiveModel.payload(new BigInteger[] {pair[0]}, op, size),
                            CollectiveModel.payload(new BigInteger[] {pair[1]}, op, size),
                            random);
                    assertArrayEquals(CollectiveModel.payload(new BigInteger[] {expected}, op, size), got);
                }
            }
        }
    }

    /** Tests the comparison itself: it finds an inverted bit of an output, and of every input other than operands. */
    @ParameterizedTest
    @ValueSource(strings = {"op", "size", "isSigned", "first", "advance", "out_0", "out_3"})
    void anInvertedBitIsSeen(String port) {
        rtl.alter(new Alteration(port, 1));
        assertThrows(AssertionFailedError.class, () -> all(40));
    }
}
