// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;
import java.math.BigInteger;

/** Implements the arithmetic of reductions for the checkers, element by element on numbers of unlimited width. */
final class Combination {
    private Combination() {}

    /** Returns the combination of two words of memory. */
    static long ofWords(final long left, final long right, final ReduceFunction function, final ElementType element) {
        final int bits = Byte.SIZE * element.bytes();
        long result = 0;
        for (int shift = 0; shift < Long.SIZE; shift += bits) {
            final BigInteger value = apply(element(left, shift, element), element(right, shift, element), function);
            result |= (bits == Long.SIZE ? value.longValue() : value.longValue() & (1L << bits) - 1) << shift;
        }
        return result;
    }

    private static BigInteger element(final long word, final int shift, final ElementType element) {
        final int unused = Long.SIZE - Byte.SIZE * element.bytes();
        final long top = word << unused - shift;
        final BigInteger signed = BigInteger.valueOf(top >> unused);
        return element.isSigned() || signed.signum() >= 0
                ? signed
                : signed.add(BigInteger.ONE.shiftLeft(Byte.SIZE * element.bytes()));
    }

    private static BigInteger apply(final BigInteger left, final BigInteger right, final ReduceFunction function) {
        return switch (function) {
            case SUM -> left.add(right);
            case MIN -> left.min(right);
            case MAX -> left.max(right);
            case AND -> left.and(right);
            case OR -> left.or(right);
            case XOR -> left.xor(right);
        };
    }
}
