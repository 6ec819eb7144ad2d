// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The kind of an operation of a program. */
public enum OpKind {
    CALC, // Computation: the task does nothing else for a number of cycles
    TEST, // Software compares the value that an earlier operation has left; its value is 1 if the comparison holds
    ANY, // Waits until one of several earlier operations is done that no other ANY has returned, and returns it
    LOOK, // Software looks whether earlier operations are done; its value is 1 if all of them are
    ENDING, // Software asks how an earlier operation has ended: 0 done, 1 refused, 2 discarded, 3 rejected
    EXTRACT, // Software takes some bytes of the value that an earlier operation has left
    PUT,
    GET,
    FADD, // A fetch-add on a word of 4 or 8 bytes of remote memory
    CAS, // A compare-and-swap on 8 bytes of remote memory
    FAND, // A fetch-and on 8 bytes of remote memory
    FOR, // A fetch-or on 8 bytes of remote memory
    FXOR, // A fetch-xor on 8 bytes of remote memory
    SWAP, // A swap of 8 bytes of remote memory: it leaves the operand and returns what it found
    SEND, // A message of at most 256 bytes to a memory FIFO of the target
    RECV, // The reception of the next message with a given match word, from one node or from any node
    FENCE, // Orders this task's earlier puts and adds to a target before its later ones, without blocking
    FLUSH, // The FENCE of US 9,047,150, which is done when all earlier operations to a target are complete there
    QUIET, // A flush of every target that the task has used
    EPOCH_OPEN,
    EPOCH_CLOSE,
    EPOCH_TRIAL, // Gives an EPOCH_OPEN or EPOCH_CLOSE that the machine must refuse, and waits for the refusal
    EPOCH_AWAIT, // Waits, at the target, until the termination of an origin's epoch has been processed
    BARRIER,
    LOAD, // Reads 8 bytes of local memory
    STORE, // Writes 1 to 8 bytes of a word of local memory, or bytes of a block in one cycle
    ADD_LOCAL, // A fetch-add on 8 bytes of local memory
    CAS_LOCAL, // A compare-and-swap on 8 bytes of local memory
    POLL, // Waits until a comparison with 8 bytes of local memory holds, or until a limit of cycles has passed
    FILL, // Writes the payload pattern of a key to local memory
    /**
     * Software combines words of local memory with other words, one after the other, and overwrites the former with the
     * results.
     */
    REDUCE,
    COPY, // Software copies words of local memory, word by word
    TREE, // Software gives words of local memory to the collective network and overwrites them with the result
    DEVICE_SEND, // A daemon of an I/O node sends a message to a thread over the collective network
    DEVICE_RECEIVE, // A thread is in its receive loop on the shared network device until its next message has come
    DLA_ALLOC,
    DLA_END, // Ends a transaction; closes a controlled-discard allocation
    DLA_MARK, // Ends when all earlier requests of its task's channel have left the DLA
    DLA_RELEASE,
    COUNTER_SET, // Presets a byte counter of the task's own node
    COUNTER_AWAIT; // Waits until a byte counter of the task's own node has reached zero

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
