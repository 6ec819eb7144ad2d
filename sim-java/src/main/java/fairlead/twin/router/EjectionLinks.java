// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The NIC side of the local ports, for calls of the router. A call is about the pins in the next cycle to be stepped,
 * and it wakes the node.
 */
public interface EjectionLinks {
    /**
     * Receives a flit on ejection link `port`: 0 and 1 for requests, 2 and 3 for responses. There is at most one flit
     * for each port and cycle.
     */
    void eject(int node, int port, int flit);

    /** Reports that one slot of the router's buffer of injection link `port` is free again. */
    void injectCredit(int node, int port);
}
