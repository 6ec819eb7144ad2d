// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep.cases;

/** What a step gives to its node. */
public enum StepKind {
    PUT,
    GET,
    FADD,
    CAS,
    MSG,
    FLUSH,
    FENCE,
    /** A POST that the host port must refuse as malformed; `length` picks the reason. */
    MALFORMED,
    EPOCH_OPEN,
    EPOCH_CLOSE,
    BARRIER,
    /** Allocation of `length` credits; `value` bit 0 persistent, bit 1 high priority; `compare` 1: chained to the one before. */
    DLA_ALLOC,
    /** Transaction end; `value` bit 0 deallocates. */
    DLA_END,
    DLA_RELEASE,
    DLA_MARK,
    /** Clear of a channel; `value` bit 0: what has not left is dropped too. */
    DLA_CLEAR,
    DLA_PUT,
    DLA_GET,
    DLA_FADD,
    DLA_CAS,
    /** A put of which only the first `compare` flits come, then a clear of its channel as of DLA_CLEAR: the process that stored it is gone. */
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
    /** A packet for the collective network: `value` is its head, `compare` its tag, `length` the bytes of payload that follow. */
    TREE_GIVE,
    /** A flit from channel `fifo` of the collective network. */
    TREE_READ;

    /** Whether it is a descriptor for an injection FIFO. */
    boolean isPost() {
        return compareTo(MALFORMED) <= 0;
    }

    /** Whether it is a request on the store path. */
    boolean isRequest() {
        return compareTo(DLA_PUT) >= 0 && compareTo(DLA_MALFORMED) <= 0;
    }

    /** Whether it needs a byte counter of the own node until it is done. */
    boolean isGet() {
        return this == GET || this == DLA_GET;
    }
}
