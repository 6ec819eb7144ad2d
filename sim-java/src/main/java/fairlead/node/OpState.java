// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

/** The state of an operation. */
public enum OpState {
    /** At least one requirement is not met. */
    WAITING,
    /** The operation is ready, but it waits in software for a FIFO slot, a counter, an epoch index or an allocation. */
    QUEUED,
    /** The operation has been given to the machine. */
    POSTED,
    /** The operation has ended by its terminal event. */
    DONE
}
