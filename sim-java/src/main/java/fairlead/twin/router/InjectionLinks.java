// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The router side of the local ports, for calls of one node's NIC. Ports 0 and 1 are for requests, 2 and 3 for
 * responses. Both calls are registers: a call in cycle t is on the pins in t + 1.
 */
public interface InjectionLinks {
    /** Sends a flit from the NIC on injection link `port`. The sender counts the credits. */
    void inject(int node, int port, int flit);

    /** Reports that the NIC has consumed a flit of ejection link `port`. */
    void ejectCredit(int node, int port);
}
