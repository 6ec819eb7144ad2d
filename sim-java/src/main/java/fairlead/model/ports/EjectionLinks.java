// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** The NIC's side of the local ports, as the router sees it. Called for what is on the pins in the next cycle to be stepped; it wakes the node. */
public interface EjectionLinks {
    /** A flit on ejection link `port`: 0 to 3, request 0, 1, response 0, 1. At most one a port and cycle. */
    void eject(int node, int port, int flit);

    /** One slot of the router's buffer of injection link `port` is free again. */
    void injectCredit(int node, int port);
}
