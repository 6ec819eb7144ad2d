// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * Shares one memory read port between the request context (0) and the response context (1) of a local port. There is
 * one read a cycle; if both contexts request, they alternate.
 */
final class ReadPort {
    final PayloadReader requests;
    final PayloadReader responses;

    private final MemoryPorts memory;
    private final int port;
    private final int request; // link bits of the two contexts
    private final int response;
    private int last = 1;

    ReadPort(MemoryPorts memory, int port, Activity activity) {
        requests = new PayloadReader(activity, port);
        responses = new PayloadReader(activity, HwLayout.MOST_PORTS + port);
        this.memory = memory;
        this.port = port;
        request = 1 << port;
        response = 1 << HwLayout.MOST_PORTS + port;
    }

    /**
     * Grants one read; called only while a reader asks for bytes. The grant precedes the picks of the cycle,
     * which see the reader as free if this was its last read.
     *
     * @param asking links whose reader asks
     */
    void grant(int asking) {
        int ours = asking & (request | response);
        last = ours == (request | response) ? 1 - last : ours == response ? 1 : 0;
        PayloadReader winner = last == 0 ? requests : responses;
        int length = Math.min(winner.left, HwLayout.FLIT_BYTES);
        memory.read(port, last, winner.address, length);
        winner.granted(length);
    }
}
