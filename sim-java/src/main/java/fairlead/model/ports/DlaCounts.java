// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** DlaArbiter, as FenceUnit sees it. */
public interface DlaCounts {
    /** A request has been accepted since reset. */
    boolean everUsed();

    /** Requests accepted, modulo 2^16. */
    int enqueued();

    /** Requests whose tail has been taken, modulo 2^16. */
    int dequeued();
}
