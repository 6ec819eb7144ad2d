// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

/**
 * The axioms of the memory model. Common to all: there is one order of all memory actions, it contains what the axioms order, and a read returns what the last write of
 * its word before it wrote. A test may leave one out, or put its error in, and must see that.
 */
enum Axiom {
    /** A load, store or poll is done before the task goes on. */
    LOCAL_IN_ORDER,
    /** `fence T`: puts, adds and signals to T before it are in memory before what goes to T after it acts. */
    FENCE_ORDERS,
    /** A fence orders nothing that goes to another node. */
    FENCE_PER_TARGET,
    /** A fence does not wait for gets. */
    FENCE_COVERS_NO_GETS,
    /** What a fence holds back is all that goes to T later, gets and atomics included. */
    FENCE_HOLDS_GETS,
    /** `flush T` waits for puts, adds and signals to T. */
    FLUSH_COVERS_WRITES,
    /** `flush T` waits for gets from T. */
    FLUSH_COVERS_GETS,
    /** A flush waits for nothing that goes to another node. */
    FLUSH_PER_TARGET,
    /** `quiet` is a flush of all targets. */
    QUIET_COVERS_ALL,
    /** `flush_local` waits until the sources of earlier puts have been read. */
    FLUSH_LOCAL_READS,
    /** `flush_local` waits for nothing at the target. */
    FLUSH_LOCAL_IS_LOCAL,
    /** `wait rN` waits for its get. */
    WAIT_WAITS,
    /** A fetch-add or compare-and-swap with result is done before the task goes on. */
    ATOMICS_BLOCK,
    /** Atomics of one word do not come between the read and the write of another. */
    ATOMIC,
    /** A barrier lets nobody go on before all have come. */
    BARRIER_JOINS,
    /** A barrier waits for no operation under way. */
    BARRIER_IS_NO_QUIET,
    /** A signal acts after its put is in memory. */
    SIGNAL_FOLLOWS
}
