// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The kind of an operation of a program. */
public enum OpKind {
    /** Computation: the task does nothing else for a number of cycles. */
    CALC,
    /** Software compares the value that an earlier operation has left; its value is 1 if the comparison holds. */
    TEST,
    /** Waits until one of several earlier operations is done that no other ANY has told, and tells which. */
    ANY,
    /** Software looks whether earlier operations are done; its value is 1 if all of them are. */
    LOOK,
    /** Software asks how an earlier operation has ended: 0 done, 1 refused, 2 discarded, 3 rejected. */
    ENDING,
    /** Software takes some bytes of the value that an earlier operation has left. */
    EXTRACT,
    PUT,
    GET,
    /** A fetch-add on 8 bytes of remote memory. */
    FADD,
    /** A compare-and-swap on 8 bytes of remote memory. */
    CAS,
    /** A fetch-and on 8 bytes of remote memory. */
    FAND,
    /** A fetch-or on 8 bytes of remote memory. */
    FOR,
    /** A fetch-xor on 8 bytes of remote memory. */
    FXOR,
    /** A swap of 8 bytes of remote memory: it leaves the operand and returns what it found. */
    SWAP,
    /** A message of at most 256 bytes to a memory FIFO of the target. */
    SEND,
    /** The reception of the next message with a given match word, from one node or from any node. */
    RECV,
    /** Orders this task's earlier puts and adds to a target before its later ones, without blocking. */
    FENCE,
    /** The FENCE of US 9,047,150, which is done when all earlier operations to a target are complete there. */
    FLUSH,
    /** A flush of every target that the task has used. */
    QUIET,
    EPOCH_OPEN,
    EPOCH_CLOSE,
    /** Gives an EPOCH_OPEN or EPOCH_CLOSE that the machine must refuse, and waits for the refusal. */
    EPOCH_TRIAL,
    /** Waits, at the target, until the termination of an origin's epoch has been processed. */
    EPOCH_AWAIT,
    BARRIER,
    /** Reads 8 bytes of local memory. */
    LOAD,
    /** Writes 8 bytes of local memory. */
    STORE,
    /** A fetch-add on 8 bytes of local memory. */
    ADD_LOCAL,
    /** A compare-and-swap on 8 bytes of local memory. */
    CAS_LOCAL,
    /** Waits until a comparison with 8 bytes of local memory holds, or until a limit of cycles has passed. */
    POLL,
    /** Writes the payload pattern of a key to local memory. */
    FILL,
    /**
     * Software combines words of local memory with other words, one after the other, and overwrites the former with the
     * results.
     */
    REDUCE,
    /** Software copies words of local memory, word by word. */
    COPY,
    /** Software gives words of local memory to the collective network and overwrites them with the result. */
    TREE,
    /** A daemon of an I/O node sends a message to a thread over the collective network. */
    DEVICE_SEND,
    /** A thread is in its receive loop on the shared network device until its next message has come. */
    DEVICE_RECEIVE,
    DLA_ALLOC,
    /** Ends a transaction; closes a controlled-discard allocation. */
    DLA_END,
    /** Ends when all earlier requests of its task's channel have left the DLA. */
    DLA_MARK,
    DLA_RELEASE,
    /** Presets a byte counter of the task's own node. */
    COUNTER_SET,
    /** Waits until a byte counter of the task's own node has reached zero. */
    COUNTER_AWAIT;

    /** Returns whether the operation sends packets to a target node. */
    public boolean isNetwork() {
        return isTransfer() || this == SEND || this == FENCE || this == FLUSH;
    }

    /** Returns whether the operation accesses a remote window. */
    public boolean isTransfer() {
        return this == PUT || this == GET || isAtomic();
    }

    /** Returns whether the operation reads and writes a remote word in one step. */
    public boolean isAtomic() {
        return this == CAS || isFetchOp();
    }

    /** Returns whether the operation is an atomic that always writes: an add, and, or, exclusive or, or swap. */
    public boolean isFetchOp() {
        return this == FADD || this == FAND || this == FOR || this == FXOR || this == SWAP;
    }

    /** Returns whether software reads and writes local memory word by word. */
    public boolean isWordLoop() {
        return this == REDUCE || this == COPY;
    }

    /** Returns whether the operation uses the shared network device, as sender or receiver. */
    public boolean isDevice() {
        return this == DEVICE_SEND || this == DEVICE_RECEIVE;
    }

    /** Returns whether the operation is a command to the DLA about its task's channel. */
    public boolean isDla() {
        return this == DLA_ALLOC || this == DLA_END || this == DLA_MARK || this == DLA_RELEASE;
    }
}
