// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;

/** Combines two words of memory, each of one element of 8 bytes or two of 4. */
final class WordArithmetic {
    private static final long LOW = 0xFFFF_FFFFL;
    private static final long SIGNS = 0x8000_0000_8000_0000L;

    private WordArithmetic() {}

    static long combine(final long left, final long right, final ReduceFunction function, final ElementType element) {
        return switch (function) {
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SUM -> element.bytes() == Long.BYTES ? left + right : sumOfHalves(left, right);
            case MIN -> isLess(left, right, element) ? left : chosen(left, right, element, true);
            case MAX -> isLess(left, right, element) ? right : chosen(left, right, element, false);
        };
    }

    private static long sumOfHalves(final long left, final long right) {
        return (left & ~SIGNS) + (right & ~SIGNS) ^ (left ^ right) & SIGNS;
    }

    /** Returns whether the word as a single element is the smaller one; false for two elements. */
    private static boolean isLess(final long left, final long right, final ElementType element) {
        return element.bytes() == Long.BYTES
                && (element.isSigned() ? left < right : Long.compareUnsigned(left, right) < 0);
    }

    private static long chosen(final long left, final long right, final ElementType element, final boolean least) {
        if (element.bytes() == Long.BYTES) {
            return least ? right : left; // `left` is not smaller than `right`
        }
        return half(left & LOW, right & LOW, element, least)
                | half(left >>> Integer.SIZE, right >>> Integer.SIZE, element, least) << Integer.SIZE;
    }

    private static long half(final long left, final long right, final ElementType element, final boolean least) {
        final boolean less = element.isSigned() ? (int) left < (int) right : left < right;
        return less == least ? left : right;
    }
}
