// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

/**
 * The axioms of the memory model. Three facts are always part of the model: there is one total order of all memory
 * actions, it contains the order that the axioms demand, and a read returns the value of the last write to its word. A
 * test may omit an axiom, or replace it by its error, and must then find different outcomes.
 */
public enum Axiom {
    /** A load, store or poll is done before the task's next statement. */
    LOCAL_IN_ORDER,
    /** `fence T`: earlier puts, adds and signals to T are in memory before any later operation to T acts. */
    FENCE_ORDERS,
    /** A fence orders only operations to its target. */
    FENCE_PER_TARGET,
    /** A fence does not wait for gets. */
    FENCE_COVERS_NO_GETS,
    /** A fence delays all later operations to T, including gets and atomics. */
    FENCE_HOLDS_GETS,
    /** `flush T` waits for puts, adds and signals to T. */
    FLUSH_COVERS_WRITES,
    /** `flush T` waits for gets from T. */
    FLUSH_COVERS_GETS,
    /** A flush waits only for operations to its target. */
    FLUSH_PER_TARGET,
    /** `quiet` is a flush of all targets. */
    QUIET_COVERS_ALL,
    /** `flush_local` waits until the sources of earlier puts have been read. */
    FLUSH_LOCAL_READS,
    /** `flush_local` does not wait for actions at the target. */
    FLUSH_LOCAL_IS_LOCAL,
    /** `wait rN` waits for the get into rN, `wait hN` for the operation with this handle. */
    WAIT_WAITS,
    /** `wait any` waits for the operation that it returns. */
    ANY_WAITS,
    /** `wait any` returns no operation twice. */
    ANY_TELLS_ONCE,
    /** `test hN` gives 1 only if the operation is complete. */
    TEST_SEES_COMPLETION,
    /** `test hN` gives 1 when an earlier one, or a `wait any`, has returned the operation. */
    TEST_STAYS,
    /** A put or store of a register has the value of the register at its statement. */
    VALUE_AT_ONCE,
    /** `quiet`, `flush` and `fence` concern the operations of their context only. */
    CONTEXTS_APART,
    /** Nobody else holds a lock that a task holds alone. */
    LOCK_EXCLUDES,
    /** Tasks that share a lock hold it together. */
    LOCK_SHARED,
    /** A task has its lock before its next statement. */
    LOCK_BLOCKS,
    /** `unlock` completes the operations to its node, or all if the lock is a word, before it gives the lock back. */
    UNLOCK_COMPLETES,
    /** A statement is executed only if the test of its block holds. */
    TEST_DECIDES,
    /** The handle of a put waits only until its source has been read. */
    HANDLE_IS_LOCAL,
    /** A fetch-add or compare-and-swap with a result is done before the task's next statement. */
    ATOMICS_BLOCK,
    /** No other atomic on the same word acts between the read and the write of an atomic. */
    ATOMIC,
    /** No task leaves a barrier before all tasks have entered it. */
    BARRIER_JOINS,
    /** A barrier does not wait for operations in flight. */
    BARRIER_IS_NO_QUIET,
    /** A signal acts after its put is in memory. */
    SIGNAL_FOLLOWS,
    /** No member of an allreduce, and no root of a reduce, has a result before all members have entered. */
    COLLECTIVE_JOINS,
    /** A member's words are read after what its task has done before the call. */
    COLLECTIVE_READS_IN_ORDER,
    /** The result of a call is in memory before the task's next statement. */
    COLLECTIVE_BLOCKS,
    /** A call does not wait for operations in flight. */
    COLLECTIVE_IS_NO_QUIET,
    /** A broadcast does not wait for the members that only receive. */
    BROADCAST_WAITS_FOR_ROOT_ALONE,
    /** `recv` is done after the message has been sent, and after what a fence orders before it. */
    MESSAGE_JOINS,
    /** An epoch ends at a target after its operations there. */
    CLOSE_COVERS,
    /** `epoch await` is done after the end of the epoch. */
    AWAIT_JOINS,
    /** A put with `try` has no effect while an epoch of another node is open at its target. */
    EPOCH_GUARDS
}
