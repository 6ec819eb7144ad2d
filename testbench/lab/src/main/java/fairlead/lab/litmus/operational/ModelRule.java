// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.operational;

/**
 * The rules of the programming models that the interpreter obeys. A test may drop one of them; the interpreter then
 * allows outcomes that the models forbid, or forbids outcomes that they allow.
 */
enum ModelRule {
    FENCE, // `fence T` keeps what its task posts to T later away from T until earlier puts and adds to T have acted
    FENCE_KEEPS_ALL_BACK, // a fence keeps back gets and messages too, not only puts and adds
    FENCE_FORGETS_GETS, // a fence does not wait for earlier gets
    FENCE_NAMES_A_TARGET, // a fence concerns one target only
    FLUSH, // `flush T` waits for everything that its task has posted to T
    COMPLETION_OF_GETS, // a flush and a quiet wait for gets as well
    FLUSH_NAMES_A_TARGET, // a flush concerns one target only
    QUIET, // `quiet` waits for everything that its task has posted
    LOCAL_COMPLETION, // `flush_local` waits until the sources of earlier puts have been read
    WAIT, // `wait rN` waits for the get, `wait hN` for the operation with the handle
    ANY_WAITS, // `wait any` continues only when the operation that it returns is complete
    ANY_TELLS_ONCE, // `wait any` returns an operation only once
    HANDLE_TEST, // `test hN` finds an operation complete only if it is
    HANDLE_TEST_STAYS, // an operation that was found complete, or returned, is found complete again
    VALUE_AT_ONCE, // a put or store of a register takes the value that the register has at this statement
    CONTEXT, // quiet, flush and fence concern one context of the task
    LOCK, // a lock has one holder
    LOCK_IS_SHARED, // those who share a lock hold it together
    LOCK_WAITS, // a task waits until it holds the lock
    UNLOCK, // whoever gives a lock back has completed what he posted: to the node of the lock, or all if it is a word
    BRANCH, // a block whose condition does not hold is passed over
    HANDLE_OF_A_PUT_IS_LOCAL, // a wait for the handle of a put waits only until the source has been read
    RESULT_BLOCKS, // a fetch-add or compare-and-swap returns before its task goes on
    ATOMIC, // atomics of one word exclude each other
    SIGNAL, // a signal comes after its put
    BARRIER, // nobody leaves a barrier before all have entered it
    BARRIER_COMPLETES_NOTHING, // a barrier completes no operation
    MESSAGE, // a task receives a message only after it was sent and has arrived
    EPOCH_CLOSE, // a closed epoch has completed all of its operations
    EPOCH_AWAIT, // the target of an epoch waits for the epoch's end
    EPOCH_GUARD, // an open epoch refuses accesses of other nodes
    CALL_JOINS, // a call of a group that has a result waits for those who give to it
    /** A call of a group has its result in memory before its task goes on. */
    CALL_BLOCKS
}
