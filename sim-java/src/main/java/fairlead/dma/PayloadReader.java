// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

/** The payload reads of one packetiser, one run (packet) after the other: a run of cycle t asks from t + 1 on, and is free again in the cycle of its last grant. */
final class PayloadReader {
    /** Bytes not asked for yet. */
    int left;

    int address;

    void run(final int from, final int bytes) {
        assert left == 0 : "RP_A1: a run is lost";
        address = from;
        left = bytes;
    }
}
