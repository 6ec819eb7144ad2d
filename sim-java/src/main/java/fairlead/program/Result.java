// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The result with which an operation ended. */
public enum Result {
    DONE,
    /** OP_REFUSED: the target did not permit the access to its window. */
    REFUSED,
    /** OP_REJECTED: the operation never entered the NIC, because its epoch is not open. */
    REJECTED,
    /** EPOCH_CLOSED of an epoch in which a transfer was refused. */
    FAILED,
    /** DLA_DISCARDED on the raw store path. */
    DISCARDED,
    /** DLA_DENIED: the allocation was not granted. */
    DENIED,
    /** The limit of a POLL passed before the comparison held. */
    EXPIRED
}
