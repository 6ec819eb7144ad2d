// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.function.IntPredicate;

/** A comparison of two unsigned words. */
public enum Relation {
    EQ("==", order -> order == 0),
    NE("!=", order -> order != 0),
    LT("<", order -> order < 0),
    LE("<=", order -> order <= 0),
    GT(">", order -> order > 0),
    GE(">=", order -> order >= 0);

    private final String sign;
    private final IntPredicate test;

    Relation(String sign, IntPredicate test) {
        this.sign = sign;
        this.test = test;
    }

    public String sign() {
        return sign;
    }

    /** Returns the comparison that holds if this one does not. */
    Relation negated() {
        return List.of(NE, EQ, GE, GT, LE, LT).get(ordinal());
    }

    public boolean holds(long left, long right) {
        return test.test(Long.compareUnsigned(left, right));
    }
}
