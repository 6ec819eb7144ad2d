// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the arithmetic of reductions with that of Java's types. */
@Tag("M-284")
class WordArithmeticTest {
    private static final int WORDS = 100_000;
    private static final long SEED = 41;

    private static long drawn(Random random) {
        long word = random.nextLong();
        return switch (random.nextInt(4)) {
            case 0 -> word;
            case 1 -> word | 0xFFFF_FFFFL;
            case 2 -> word & 0x8000_0000_8000_0000L;
            default -> word >> random.nextInt(64);
        };
    }

    private static int half(int a, int b, ReduceFunction function, boolean signed) {
        return switch (function) {
            case SUM -> a + b;
            case MIN -> (signed ? a < b : Integer.compareUnsigned(a, b) < 0) ? a : b;
            case MAX -> (signed ? a < b : Integer.compareUnsigned(a, b) < 0) ? b : a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }

    private static long whole(long a, long b, ReduceFunction function, boolean signed) {
        return switch (function) {
            case SUM -> a + b;
            case MIN -> (signed ? a < b : Long.compareUnsigned(a, b) < 0) ? a : b;
            case MAX -> (signed ? a < b : Long.compareUnsigned(a, b) < 0) ? b : a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
        };
    }

    @ParameterizedTest
    @EnumSource(ElementType.class)
    void wordsAreCombinedElementByElement(ElementType element) {
        Random random = new Random(SEED);
        for (int i = 0; i < WORDS; i++) {
            ReduceFunction function = ReduceFunction.values()[i % ReduceFunction.values().length];
            long a = drawn(random);
            long b = i % 7 == 0 ? a : drawn(random);
            long wanted = element.bytes() == Long.BYTES
                    ? whole(a, b, function, element.isSigned())
                    : half((int) a, (int) b, function, element.isSigned()) & 0xFFFF_FFFFL
                            | (long) half((int) (a >>> 32), (int) (b >>> 32), function, element.isSigned()) << 32;
            long value = WordArithmetic.combine(a, b, function, element);
            assertEquals(wanted, value, function + " of " + Long.toHexString(a) + " and " + Long.toHexString(b));
        }
    }
}
