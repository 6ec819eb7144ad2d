// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** How an operation ended. */
public enum Result {
    DONE,
    /** OP_REFUSED: the target did not let it touch its window. */
    REFUSED,
    /** OP_REJECTED: it never entered the NIC (its epoch is not open). */
    REJECTED,
    /** EPOCH_CLOSED of an epoch of which a transfer was refused. */
    FAILED,
    /** DLA_DISCARDED on the raw store path. */
    DISCARDED,
    /** DLA_DENIED: the allocation was not granted. */
    DENIED,
    /** POLL: the limit passed and the comparison did not hold. */
    EXPIRED
}
