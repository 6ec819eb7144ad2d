// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

/**
 * The rules of the programming models that the interpreter obeys. A test may drop one of them; the interpreter then
 * allows outcomes that the models forbid, or forbids outcomes that they allow.
 */
enum ModelRule {
    /** `fence T` keeps what its task posts to T later away from T until earlier puts and adds to T have acted. */
    FENCE,
    /** A fence keeps back gets and messages too, not only puts and adds. */
    FENCE_KEEPS_ALL_BACK,
    /** A fence does not wait for earlier gets. */
    FENCE_FORGETS_GETS,
    /** A fence concerns one target only. */
    FENCE_NAMES_A_TARGET,
    /** `flush T` waits for everything that its task has posted to T. */
    FLUSH,
    /** A flush and a quiet wait for gets as well. */
    COMPLETION_OF_GETS,
    /** A flush concerns one target only. */
    FLUSH_NAMES_A_TARGET,
    /** `quiet` waits for everything that its task has posted. */
    QUIET,
    /** `flush_local` waits until the sources of earlier puts have been read. */
    LOCAL_COMPLETION,
    /** `wait rN` waits for the get, `wait hN` for the operation with the handle. */
    WAIT,
    /** `wait any` continues only when the operation that it returns is complete. */
    ANY_WAITS,
    /** `wait any` returns an operation only once. */
    ANY_TELLS_ONCE,
    /** `test hN` finds an operation complete only if it is. */
    HANDLE_TEST,
    /** An operation that was found complete, or returned, is found complete again. */
    HANDLE_TEST_STAYS,
    /** A put or store of a register takes the value that the register has at this statement. */
    VALUE_AT_ONCE,
    /** Quiet, flush and fence concern one context of the task. */
    CONTEXT,
    /** A lock has one holder. */
    LOCK,
    /** Those who share a lock hold it together. */
    LOCK_IS_SHARED,
    /** A task waits until it holds the lock. */
    LOCK_WAITS,
    /** Whoever gives a lock back has completed what he posted: to the node of the lock, or all if it is a word. */
    UNLOCK,
    /** A block whose condition does not hold is passed over. */
    BRANCH,
    /** A wait for the handle of a put waits only until the source has been read. */
    HANDLE_OF_A_PUT_IS_LOCAL,
    /** A fetch-add or compare-and-swap returns before its task goes on. */
    RESULT_BLOCKS,
    /** Atomics of one word exclude each other. */
    ATOMIC,
    /** A signal comes after its put. */
    SIGNAL,
    /** Nobody leaves a barrier before all have entered it. */
    BARRIER,
    /** A barrier completes no operation. */
    BARRIER_COMPLETES_NOTHING,
    /** A task receives a message only after it was sent and has arrived. */
    MESSAGE,
    /** A closed epoch has completed all of its operations. */
    EPOCH_CLOSE,
    /** The target of an epoch waits for the epoch's end. */
    EPOCH_AWAIT,
    /** An open epoch refuses accesses of other nodes. */
    EPOCH_GUARD,
    /** A call of a group that has a result waits for those who give to it. */
    CALL_JOINS,
    /** A call of a group has its result in memory before its task goes on. */
    CALL_BLOCKS
}
