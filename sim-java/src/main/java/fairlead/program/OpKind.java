// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** What an operation of a program does. */
public enum OpKind {
    /** Work: so many cycles pass. */
    CALC,
    PUT,
    GET,
    /** Remote fetch-add of 8 bytes. */
    FADD,
    /** Remote compare-and-swap of 8 bytes. */
    CAS,
    /** Message of at most 256 bytes to a memory FIFO of the target. */
    SEND,
    /** Next message with a match word, from one node or any. */
    RECV,
    /** Orders this task's earlier puts and adds to a target before its later ones; does not block. */
    FENCE,
    /** The FENCE of seed 9,047,150: done when all earlier operations to a target are complete there. */
    FLUSH,
    /** Flush of every target that the task has used. */
    QUIET,
    EPOCH_OPEN,
    EPOCH_CLOSE,
    /** At the target: the termination of an origin's epoch has been processed. */
    EPOCH_AWAIT,
    BARRIER,
    /** Local memory: read 8 bytes. */
    LOAD,
    /** Local memory: write 8 bytes. */
    STORE,
    /** Local memory: fetch-add. */
    ADD_LOCAL,
    /** Local memory: compare-and-swap. */
    CAS_LOCAL,
    /** Local memory: wait until a comparison of 8 bytes holds, or a limit has passed. */
    POLL,
    /** Local memory: write the payload pattern of a key. */
    FILL,
    DLA_ALLOC,
    /** Transaction end; closes a controlled-discard allocation. */
    DLA_END,
    /** Done when all earlier requests of its task's channel have left the DLA. */
    DLA_MARK,
    DLA_RELEASE,
    /** Presets a byte counter of the own node. */
    COUNTER_SET,
    /** Waits until a byte counter of the own node has hit zero. */
    COUNTER_AWAIT;

    /** Whether the operation leads packets to a target node. */
    public boolean isNetwork() {
        return isTransfer() || this == SEND || this == FENCE || this == FLUSH;
    }

    /** Whether the operation touches a remote window. */
    public boolean isTransfer() {
        return this == PUT || this == GET || this == FADD || this == CAS;
    }

    /** Whether the operation is a command to the DLA about its task's channel. */
    public boolean isDla() {
        return this == DLA_ALLOC || this == DLA_END || this == DLA_MARK || this == DLA_RELEASE;
    }
}
