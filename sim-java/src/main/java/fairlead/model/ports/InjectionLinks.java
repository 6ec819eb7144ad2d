// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** The router's side of the local ports, as the NIC of one node sees it. Ports 0 to 3: request 0, 1, response 0, 1. Both calls are registers: decided in cycle t, on the pins in t + 1. */
public interface InjectionLinks {
    /** A flit leaves the NIC on injection link `port`. The sender keeps the credits. */
    void inject(int node, int port, int flit);

    /** The NIC has consumed a flit of ejection link `port`. */
    void ejectCredit(int node, int port);
}
