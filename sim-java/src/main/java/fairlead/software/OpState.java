// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

/** Where an operation stands. */
public enum OpState {
    /** Something that it requires is missing. */
    WAITING,
    /** Ready, and waiting in software for a FIFO slot, a counter, an epoch index or an allocation. */
    QUEUED,
    /** Given to the machine. */
    POSTED,
    /** Has reached its terminal event. */
    DONE
}
