// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The payload reads of one packetiser, one run (packet) after the other. A run of cycle t requests bytes from t + 1 on,
 * and the reader is free again in the cycle of the last grant.
 */
final class PayloadReader {
    /** Number of bytes not requested yet. */
    int left;

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
