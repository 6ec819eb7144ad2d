// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.hw.HwLayout;

/**
 * The due memory requests of one node with DLA_BYPASS, by port. A store that waits at the host interface delays them.
 * Afterwards one request of each port is served in a cycle.
 */
final class HeldRequests {
    final RequestRing[] writes = new RequestRing[RequestRing.DEVICE + 1];
    final RequestRing[] reads = new RequestRing[HwLayout.MOST_PORTS];

    HeldRequests() {
        for (int port = 0; port < writes.length; port++) {
            writes[port] = RequestRing.ofWrites();
        }
        for (int port = 0; port < reads.length; port++) {
            reads[port] = RequestRing.ofReads();
        }
    }

    /** Adds the write at index `at` of the common ring, which is due. */
    void write(RequestRing from, int at) {
        int port = from.port(at);
        writes[port].write(
                0, from.node(at), port, from.address(at), from.length(at), from.code(at), from.d0(at), from.d1(at));
    }

    /** Adds the read at index `at` of the common ring, which is due. */
    void read(RequestRing from, int at) {
        int port = from.port(at);
        reads[port].read(0, from.node(at), port, from.address(at), from.length(at), from.code(at));
    }

    boolean isEmpty() {
        for (RequestRing port : writes) {
            if (!port.isEmpty()) {
                return false;
            }
        }
        for (RequestRing port : reads) {
            if (!port.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
