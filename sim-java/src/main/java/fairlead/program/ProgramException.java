// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.Arrays;
import java.util.ResourceBundle;

/** Reports a program that cannot run on its machine; the message is one line for the user. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final ResourceBundle RULES = ResourceBundle.getBundle("fairlead.program.rules");

    private final int operation;
    private final String what;
    private final Excess excess;

    /** What a program has too much of. */
    public enum Excess {
        NONE,
        /** The memory of a node is too small. */
        MEMORY,
        /** There are more operations than {@link ProgramBuilder#MOST_OPERATIONS}. */
        OPERATIONS
    }

    public ProgramException(String message) {
        this(message, -1, message, Excess.NONE);
    }

    static ProgramException of(Excess excess, String message) {
        return new ProgramException(message, -1, message, excess);
    }

    /** Refuses an operation unless a rule is kept; {@code rules.properties} has its message, with parts as {0}. */
    static void require(boolean kept, Operation op, String rule, int... parts) {
        if (!kept) {
            throw refusal(op, rule, Arrays.stream(parts).boxed().toArray());
        }
    }

    // without an array for each rule that is kept, which would be a sixth of what it takes to make a program

    static void require(boolean kept, Operation op, String rule) {
        if (!kept) {
            throw refusal(op, rule);
        }
    }

    static void require(boolean kept, Operation op, String rule, int part) {
        if (!kept) {
            throw refusal(op, rule, part);
        }
    }

    static void require(boolean kept, Operation op, String rule, int part, int other) {
        if (!kept) {
            throw refusal(op, rule, part, other);
        }
    }

    static ProgramException refusal(Operation op, String rule, Object... parts) {
        String what = RULES.getString(rule);
        for (int i = 0; i < parts.length; i++) {
            what = what.replace("{" + i + "}", String.valueOf(parts[i]));
        }
        return new ProgramException(op + ": " + what, op.id(), what, Excess.NONE);
    }

    private ProgramException(String message, int operation, String what, Excess excess) {
        super(message);
        this.operation = operation;
        this.what = what;
        this.excess = excess;
    }

    public Excess excess() {
        return excess;
    }

    public int operation() {
        return operation;
    }

    /** Returns the description of the error, without the name of the operation. */
    public String what() {
        return what;
    }
}
