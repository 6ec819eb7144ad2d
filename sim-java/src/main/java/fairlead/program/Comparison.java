// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.function.IntPredicate;

/** The unsigned comparison of a POLL; its ordinal is bits 39:32 of the command's w0. */
public enum Comparison {
    EQ(order -> order == 0),
    NE(order -> order != 0),
    LT(order -> order < 0),
    LE(order -> order <= 0),
    GT(order -> order > 0),
    GE(order -> order >= 0);

    private final IntPredicate holds; // of the order of two words

    Comparison(IntPredicate holds) {
        this.holds = holds;
    }

    public boolean holds(long left, long right) {
        return holds.test(Long.compareUnsigned(left, right));
    }
}
