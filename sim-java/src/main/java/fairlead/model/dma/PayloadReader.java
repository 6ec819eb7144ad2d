// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dma;

/** The payload reads of one packetiser, one run (packet) after the other: a run of cycle t asks from t + 1 on, and is free again in the cycle of its last grant. */
final class PayloadReader {
    /** Bytes not asked for yet. */
    int left;

    int address;

    private final Activity activity;
    private final int bit;

    /** @param link 0, 1 request, 2, 3 response, as the injection links */
    PayloadReader(final Activity activity, final int link) {
        this.activity = activity;
        bit = 1 << link;
    }

    /** 16 bytes, or the rest, are asked for. */
    void granted(final int bytes) {
        left -= bytes;
        address += bytes;
        if (left == 0) {
            activity.reading &= ~bit;
        }
    }

    void run(final int from, final int bytes) {
        assert left == 0 : "RP_A1: a run is lost";
        address = from;
        left = bytes;
        activity.reading |= bit;
    }
}
