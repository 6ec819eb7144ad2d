// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The port of DlaArbiter to FenceUnit. */
public interface DlaCounts {
    /** Returns whether a request has been accepted since reset. */
    boolean everUsed();

    /** Returns the number of accepted requests, modulo 2^16. */
    int enqueued();

    /** Returns the number of requests whose tail has been taken, modulo 2^16. */
    int dequeued();
}
