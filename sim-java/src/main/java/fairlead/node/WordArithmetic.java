// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.ElementType;
import fairlead.program.ReduceFunction;

/** Combines two words of memory, each of one element of 8 bytes or two of 4. */
final class WordArithmetic {
    private static final long LOW = 0xFFFF_FFFFL;

    private WordArithmetic() {}

    static long combine(long left, long right, ReduceFunction function, ElementType element) {
        if (element.bytes() == Long.BYTES) {
            return combine(left, right, function, element.isSigned());
        }
        // an element of 4 bytes with zeros below it adds and compares as a word does
        return combine(left & ~LOW, right & ~LOW, function, element.isSigned())
                | combine(left << Integer.SIZE, right << Integer.SIZE, function, element.isSigned()) >>> Integer.SIZE;
    }

    private static long combine(long left, long right, ReduceFunction function, boolean signed) {
        boolean less = signed ? left < right : Long.compareUnsigned(left, right) < 0;
        return switch (function) {
            case SUM -> left + right;
            case MIN -> less ? left : right;
            case MAX -> less ? right : left;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
        };
    }
}
