// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/**
 * The treatment of an INIT of another origin while an epoch is open on a node (R-EPO-7); the ordinal is the value of
 * configuration register EPOCH_ACCESS.
 */
public enum EpochAccess {
    /** Grants the INIT: epochs of several origins may be open on a node at the same time. */
    OPEN,
    /** Queues the INIT at the target until no epoch is open there. */
    QUEUE,
    /** Denies the INIT; software tries again. */
    REFUSE
}
