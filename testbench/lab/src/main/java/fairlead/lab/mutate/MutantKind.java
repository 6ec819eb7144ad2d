// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

/** What a mutant changes at its site. */
enum MutantKind {
    /** One bit is inverted. */
    INVERT,
    /** One bit is always 0. */
    STUCK_0,
    /** One bit is always 1. */
    STUCK_1,
    /** The whole word is always 0. */
    WORD_0,
    /** All bits of the word are always 1. */
    WORD_1,
    /** The cell computes another function of the same operands. */
    OPERATOR,
    /** A multiplexer has its two arms exchanged. */
    SWAP,
    /** A register never loads. */
    HOLD;

    boolean isBit() {
        return this == INVERT || this == STUCK_0 || this == STUCK_1;
    }

    /** Tells whether the mutant is a second cell beside the first one, not a mask of its word. */
    boolean isCell() {
        return this == OPERATOR || this == SWAP || this == HOLD;
    }
}
