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

    /**
     * The payload reads of one packetiser, one run (packet) after the other. A run of cycle t requests bytes from t + 1
     * on, and the reader is free again in the cycle of the last grant.
     */
    static final class PayloadReader {
        int left; // number of bytes not requested yet
        int address;

        private final Activity activity;
        private final int bit;
        private final long one; // the count of 1 for this link in Lanes

        /** @param link injection link: 0 and 1 for requests, 2 and 3 for responses */
        PayloadReader(Activity activity, int link) {
            this.activity = activity;
            bit = 1 << link;
            one = Lanes.one(link);
        }

        /** Notes that 16 bytes, or the remaining ones, have been requested. */
        void granted(int bytes) {
            activity.window -= one;
            left -= bytes;
            address += bytes;
            if (left == 0) {
                activity.reading &= ~bit;
            }
        }

        void run(int from, int bytes) {
            assert left == 0 : "RP_A1: a run is lost";
            address = from;
            left = bytes;
            activity.reading |= bit;
        }
    }
}
