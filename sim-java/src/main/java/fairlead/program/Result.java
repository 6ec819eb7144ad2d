// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The result with which an operation ended. */
public enum Result {
    DONE,
    REFUSED, // The target did not permit the access to its window (OP_REFUSED)
    REJECTED, // The operation did not enter the NIC, because its epoch is not open (OP_REJECTED)
    FAILED, // The epoch was closed, and one of its transfers had been refused (EPOCH_CLOSED)
    DISCARDED, // The DLA discarded the request of a program that uses the store path without the module (DLA_DISCARDED)
    DENIED, // The DLA did not grant the allocation (DLA_DENIED)
    EXPIRED, // The limit of a POLL passed before the comparison held
    SKIPPED // The operation was not performed, because its TEST did not hold
}
