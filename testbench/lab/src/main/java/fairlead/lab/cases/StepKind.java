// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

/** The kind of a step. */
public enum StepKind {
    PUT,
    GET,
    /** A fetch-and-op, whose function is in `compare`. */
    FADD,
    CAS,
    MSG,
    FLUSH,
    FENCE,
    /** A POST that the host port must refuse as malformed; `length` selects the reason. */
    MALFORMED,
    EPOCH_OPEN,
    EPOCH_CLOSE,
    BARRIER,
    /**
     * An allocation of `length` credits; bit 0 of `value` means persistent, bit 1 high priority; `compare` 1 chains it
     * to the allocation before.
     */
    DLA_ALLOC,
    /** A transaction end; bit 0 of `value` deallocates. */
    DLA_END,
    DLA_RELEASE,
    DLA_MARK,
    /** A clear of a channel; bit 0 of `value` also drops the requests that have not left. */
    DLA_CLEAR,
    DLA_PUT,
    DLA_GET,
    DLA_FADD,
    DLA_CAS,
    /**
     * A put of which only the first `compare` flits arrive, followed by a clear of its channel as in DLA_CLEAR, as if
     * the process that stores had ended.
     */
    DLA_TORN,
    /** A request that the arbiter must drop as malformed. */
    DLA_MALFORMED,
    LOAD,
    STORE,
    ADD,
    CAS_LOCAL,
    POLL,
    TIMER,
    FILL,
    /**
     * A packet for the collective network: `value` is its head, `compare` its tag, and `length` the number of payload
     * bytes that follow.
     */
    TREE_GIVE,
    /** A read of one flit from channel `fifo` of the collective network. */
    TREE_READ,
    /**
     * Command `fifo` of processor `remote` for the shared device: lock, unlock, read header, or drain of at most
     * `length` bytes to `local`.
     */
    DEVICE,
    /** A join of the barrier of class route `fifo`. */
    ROUTE_BARRIER;

    /** Returns whether the step is a descriptor for an injection FIFO. */
    boolean isPost() {
        return compareTo(MALFORMED) <= 0;
    }

    /** Returns whether the step is a request on the store path. */
    boolean isRequest() {
        return compareTo(DLA_PUT) >= 0 && compareTo(DLA_MALFORMED) <= 0;
    }

    /** Returns whether the step holds a byte counter of its own node until it ends. */
    boolean isGet() {
        return this == GET || this == DLA_GET;
    }
}
