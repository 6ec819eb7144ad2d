// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.Locale;

/**
 * The kind of a statement. `epoch close` is EPOCH_CLOSING and EPOCH_WAIT; `signal .. after put ..` is PUT and SIGNAL.
 */
public enum Verb {
    LOAD,
    STORE,
    POLL,
    PUT,
    GET,
    /** An atomic of any {@link AtomicFunction} without a result. */
    ADD,
    /** An ADD that follows the PUT of the previous statement. */
    SIGNAL,
    /** An atomic of any {@link AtomicFunction} whose result is the old value. */
    FADD,
    CAS,
    WAIT,
    /** Waits until one of several operations with handles is complete that was not told before, and tells which. */
    WAIT_ANY,
    /** Looks whether an operation with a handle is complete. */
    TEST_HANDLE,
    /** Compares a register, for the statements that are executed only if the comparison holds. */
    TEST,
    FENCE,
    FLUSH,
    FLUSH_LOCAL,
    QUIET,
    BARRIER,
    DELAY,
    SEND,
    RECV,
    EPOCH_OPEN,
    EPOCH_CLOSING,
    EPOCH_WAIT,
    EPOCH_AWAIT,
    /** Waits until the task holds a lock, alone or with others that share it. */
    LOCK,
    /** Completes operations and gives a lock back. */
    UNLOCK,
    DLA_ALLOC,
    DLA_END,
    DLA_RELEASE,
    /** The collective operations of a group: the words of all members are combined at all members. */
    ALLREDUCE,
    /** The words of all members are combined at the root. */
    REDUCE,
    /** The root's words are copied to all other members. */
    BCAST,
    /** A barrier of the members. */
    MEET;

    /** Returns the name of the verb in small letters. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
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
