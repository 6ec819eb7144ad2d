// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.Arrays;
import java.util.List;

/** What an ADD, SIGNAL or FADD leaves in the word that it finds. */
public enum AtomicFunction {
    ADD("+=", "add", "fadd"),
    AND("&=", "and", "fand"),
    OR("|=", "or", "for"),
    XOR("^=", "xor", "fxor"),
    /** The operand itself. */
    SWAP("=", "set", "swap");

    private final String sign;
    private final String posted;
    private final String fetching;

    AtomicFunction(final String sign, final String posted, final String fetching) {
        this.sign = sign;
        this.posted = posted;
        this.fetching = fetching;
    }

    /** Returns the function of a statement by its first word, or null if the word begins no such statement. */
    static AtomicFunction of(final String statement) {
        return Arrays.stream(values())
                .filter(f -> f.posted.equals(statement) || f.fetching.equals(statement))
                .findFirst()
                .orElse(null);
    }

    /** Returns the sign between the word and the operand. */
    String sign() {
        return sign;
    }

    /** Returns the first word of the statement that has the old value as its result. */
    String fetching() {
        return fetching;
    }

    /** Returns the flags of a statement with this function. */
    List<String> flags() {
        return this == ADD ? List.of() : List.of(name());
    }
}
