// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.Locale;

/**
 * The table of the verbs, each with its operands. `epoch close` is EPOCH_CLOSING and EPOCH_WAIT; `signal .. after put
 * ..` is PUT and SIGNAL.
 */
public enum Verb {
    LOAD("result own"),
    STORE("result own-word = written"),
    POLL("result own-word relation value for cycles"),
    PUT,
    GET,
    /** An atomic of any {@link AtomicFunction} without a result. */
    ADD,
    /** An ADD that follows the PUT of the previous statement. */
    SIGNAL,
    /** An atomic of any {@link AtomicFunction} whose result is the old value. */
    FADD,
    CAS("try word ? value : second in"),
    WAIT,
    /**
     * Waits until one of several operations with handles is complete that was not returned before, and returns its
     * number.
     */
    WAIT_ANY,
    /** Looks whether an operation with a handle is complete. */
    TEST_HANDLE,
    /** Compares a register, for the statements that are executed only if the comparison holds. */
    TEST,
    FENCE("node context"),
    FLUSH("node context"),
    FLUSH_LOCAL(""),
    QUIET("context"),
    BARRIER(""),
    DELAY("result time"),
    SEND("try node id value"),
    RECV("result id"),
    EPOCH_OPEN,
    EPOCH_CLOSING,
    EPOCH_WAIT,
    EPOCH_AWAIT,
    /** Waits until the task holds a lock, alone or with others that share it. */
    LOCK,
    /** Completes operations and gives a lock back. */
    UNLOCK,
    DLA_ALLOC("result credits scheme"),
    DLA_END("result"),
    DLA_RELEASE("result"),
    /** The collective operations of a group: the words of all members are combined at all members. */
    ALLREDUCE("function own-words over members"),
    /** The words of all members are combined at the root. */
    REDUCE("function own-words over members"),
    /** The root's words are copied to all other members. */
    BCAST("own-words over members"),
    /** A barrier of the members. */
    MEET("members");

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String operands;

    Verb() {
        this(null);
    }

    /** @param operands operands of a statement that consists of nothing else; {@link OperandReader} has their kinds */
    Verb(String operands) {
        this.operands = operands;
    }

    /** Returns the verb of a statement that consists of this word and operands, or null. */
    static Verb plain(String word) {
        for (Verb verb : values()) {
            if (verb.operands != null && verb.word.equals(word)) {
                return verb;
            }
        }
        return null;
    }

    String operands() {
        return operands;
    }

    /** Returns the name of the verb in small letters. */
    public String word() {
        return word;
    }

    /** Returns whether the statement is a call of a group. */
    public boolean isCollective() {
        return this == ALLREDUCE || this == REDUCE || this == BCAST || this == MEET;
    }

    /** Returns whether a fence orders the statement, which holds for puts, adds and signals. */
    public boolean isFenced() {
        return this == PUT || this == ADD || this == SIGNAL;
    }
}
