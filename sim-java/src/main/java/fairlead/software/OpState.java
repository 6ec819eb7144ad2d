// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

/** The state of an operation. */
public enum OpState {
    /** At least one requirement is not met. */
    WAITING,
    /** Ready, but waiting in software for a FIFO slot, a counter, an epoch index or an allocation. */
    QUEUED,
    /** Given to the machine. */
    POSTED,
    /** Ended by its terminal event. */
    DONE
}
