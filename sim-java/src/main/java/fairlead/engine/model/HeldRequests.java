// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.hw.HwLayout;

/** DLA_BYPASS: the memory requests of one node that are due, by port: a store that waits at the host interface holds them up. Afterwards one of each port a cycle is served. */
final class HeldRequests {
    private final RequestRing[] writes = new RequestRing[RequestRing.STATUS + 1];
    private final RequestRing[] reads = new RequestRing[HwLayout.LOCAL_PORTS];

    HeldRequests() {
        for (int port = 0; port < writes.length; port++) {
            writes[port] = RequestRing.ofWrites();
        }
        for (int port = 0; port < reads.length; port++) {
            reads[port] = RequestRing.ofReads();
        }
    }

    /** The write at this place of the ring of all comes due. */
    void write(final RequestRing from, final int at) {
        final int port = from.port(at);
        writes[port].write(
                0, from.node(at), port, from.address(at), from.length(at), from.code(at), from.d0(at), from.d1(at));
    }

    /** The read at this place of the ring of all comes due. */
    void read(final RequestRing from, final int at) {
        final int port = from.port(at);
        reads[port].read(0, from.node(at), port, from.address(at), from.length(at), from.code(at));
    }

    boolean isEmpty() {
        for (final RequestRing port : writes) {
            if (!port.isEmpty()) {
                return false;
            }
        }
        for (final RequestRing port : reads) {
            if (!port.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** By port, that of the status last. */
    RequestRing[] writes() {
        return writes;
    }

    RequestRing[] reads() {
        return reads;
    }
}
