// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** A comparison of two unsigned words. */
public enum Relation {
    EQ("=="),
    NE("!="),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String sign;

    Relation(final String sign) {
        this.sign = sign;
    }

    public String sign() {
        return sign;
    }

    /** Returns the comparison that holds if this one does not. */
    Relation negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GE;
            case LE -> GT;
            case GT -> LE;
            default -> LT;
        };
    }

    public boolean holds(final long left, final long right) {
        final int order = Long.compareUnsigned(left, right);
        return switch (this) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            default -> order >= 0;
        };
    }
}
