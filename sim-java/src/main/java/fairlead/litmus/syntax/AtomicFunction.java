// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.OpKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What an ADD, SIGNAL or FADD leaves in the word that it finds. */
public enum AtomicFunction {
    ADD("+=", "add", OpKind.FADD),
    AND("&=", "and", OpKind.FAND),
    OR("|=", "or", OpKind.FOR),
    XOR("^=", "xor", OpKind.FXOR),
    /** The operand itself. */
    SWAP("=", "set", OpKind.SWAP);

    private final String sign; // between the word and the operand
    private final String posted; // first word of the statement without a result
    private final OpKind kind;

    AtomicFunction(String sign, String posted, OpKind kind) {
        this.sign = sign;
        this.posted = posted;
        this.kind = kind;
    }

    /** Returns the function of a statement by its first word, or null if the word begins no such statement. */
    static AtomicFunction of(String statement) {
        return Arrays.stream(values())
                .filter(f -> f.posted.equals(statement) || f.fetching().equals(statement))
                .findFirst()
                .orElse(null);
    }

    String sign() {
        return sign;
    }

    public OpKind kind() {
        return kind;
    }

    /** Returns the first word of the statement that has the old value as its result. */
    String fetching() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    List<String> flags() {
        return this == ADD ? List.of() : List.of(name());
    }
}
