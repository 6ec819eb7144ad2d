// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The result with which an operation ended. */
public enum Result {
    DONE,
    /** The target did not permit the access to its window (OP_REFUSED). */
    REFUSED,
    /** The operation did not enter the NIC, because its epoch is not open (OP_REJECTED). */
    REJECTED,
    /** The epoch was closed, and one of its transfers had been refused (EPOCH_CLOSED). */
    FAILED,
    /** The DLA discarded the request of a program that uses the store path without the module (DLA_DISCARDED). */
    DISCARDED,
    /** The DLA did not grant the allocation (DLA_DENIED). */
    DENIED,
    /** The limit of a POLL passed before the comparison held. */
    EXPIRED,
    /** The operation was not performed, because its TEST did not hold. */
    SKIPPED
}
