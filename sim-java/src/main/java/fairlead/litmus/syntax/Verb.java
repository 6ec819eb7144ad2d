// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** What a statement does. `epoch close` is EPOCH_CLOSING and EPOCH_WAIT, `signal .. after put ..` is PUT and SIGNAL. */
public enum Verb {
    LOAD,
    STORE,
    POLL,
    PUT,
    GET,
    /** Fetch-add without result. */
    ADD,
    /** ADD that follows the PUT of the statement before it. */
    SIGNAL,
    FADD,
    CAS,
    WAIT,
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
    LOCK,
    UNLOCK,
    DLA_ALLOC,
    DLA_END,
    DLA_RELEASE;

    /** What a fence orders: puts, adds, signals. */
    public boolean isFenced() {
        return this == PUT || this == ADD || this == SIGNAL;
    }
}
