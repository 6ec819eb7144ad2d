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

    public boolean holds(final long left, final long right) {
        final int order = Long.compareUnsigned(left, right);
        switch (this) {
            case EQ:
                return order == 0;
            case NE:
                return order != 0;
            case LT:
                return order < 0;
            case LE:
                return order <= 0;
            case GT:
                return order > 0;
            default:
                return order >= 0;
        }
    }
}
