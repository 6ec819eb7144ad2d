// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.List;
import java.util.function.IntPredicate;

/** A comparison of two unsigned words; its ordinal is bits 34:32 of the w0 of a POLL's command. */
public enum Comparison {
    EQ("==", order -> order == 0),
    NE("!=", order -> order != 0),
    LT("<", order -> order < 0),
    LE("<=", order -> order <= 0),
    GT(">", order -> order > 0),
    GE(">=", order -> order >= 0);

    private final String sign;
    private final IntPredicate holds; // of the order of two words

    Comparison(String sign, IntPredicate holds) {
        this.sign = sign;
        this.holds = holds;
    }

    public String sign() {
        return sign;
    }

    /** Returns the comparison that holds if this one does not. */
    public Comparison negated() {
        return List.of(NE, EQ, GE, GT, LE, LT).get(ordinal());
    }

    public boolean holds(long left, long right) {
        return holds.test(Long.compareUnsigned(left, right));
    }
}
