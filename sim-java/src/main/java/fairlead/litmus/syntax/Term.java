// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * A value in a condition.
 *
 * @param owner task of a REGISTER, node of a WORD, DISCARDS or REFUSED
 * @param name register, symbol or label
 * @param index index of the word, or the value of a CONSTANT
 */
public record Term(Kind kind, String owner, String name, long index) {
    /** The kind of a term. */
    public enum Kind {
        CONSTANT,
        REGISTER,
        WORD,
        /** Number of requests that the node's DLA discarded. */
        DISCARDS,
        /** Number of operations of the node that were refused or rejected. */
        REFUSED,
        /** Number of flits that a link sent again. */
        RETRIES,
        /** Cycle in which a labelled statement was done. */
        CYCLE
    }

    /** Returns whether the memory model determines the value of the term. */
    public boolean isMemory() {
        return kind == Kind.REGISTER || kind == Kind.WORD;
    }

    /** Returns the name of the word of a WORD. */
    public String key() {
        return LitmusTest.key(owner, name, index);
    }

    long of(Outcome outcome) {
        return kind == Kind.CONSTANT ? index : outcome.value(this);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case CONSTANT -> Long.toUnsignedString(index);
            case REGISTER -> owner + ":" + name;
            case WORD -> name + (index == 0 ? "" : "[" + index + "]") + "@" + owner;
            case DISCARDS -> "discards@" + owner;
            case REFUSED -> "refused@" + owner;
            case RETRIES -> "retries";
            case CYCLE -> "cycle(" + name + ")";
        };
    }
}
