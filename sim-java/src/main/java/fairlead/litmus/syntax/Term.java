// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * A value that conditions speak of.
 *
 * @param owner task of a REGISTER, node of a WORD, DISCARDS or REFUSED
 * @param name register, symbol or label
 * @param index of the word; the value of a CONSTANT
 */
public record Term(Kind kind, String owner, String name, long index) {
    /** Kinds of terms. */
    public enum Kind {
        CONSTANT,
        REGISTER,
        WORD,
        /** Requests that the node's DLA discarded. */
        DISCARDS,
        /** Operations of the node that were refused or rejected. */
        REFUSED,
        /** Flits that a link sent again. */
        RETRIES,
        /** Cycle in which a labelled statement was done. */
        CYCLE
    }

    /** Whether the memory model has something to say about it. */
    public boolean isMemory() {
        return kind == Kind.REGISTER || kind == Kind.WORD;
    }

    @Override
    public String toString() {
        switch (kind) {
            case CONSTANT:
                return Long.toUnsignedString(index);
            case REGISTER:
                return owner + ":" + name;
            case WORD:
                return name + (index == 0 ? "" : "[" + index + "]") + "@" + owner;
            case DISCARDS:
                return "discards@" + owner;
            case REFUSED:
                return "refused@" + owner;
            case RETRIES:
                return "retries";
            default:
                return "cycle(" + name + ")";
        }
    }
}
