// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;

/**
 * The packets of one memory write port that wait for the acknowledgement of all writes issued before their tail,
 * including their own. The order is strict (decision 0003).
 *
 * <p>The head of a packet claims a place, its tail fills it, and the packet's action frees it. The words of the packet
 * stay in Packets until then.
 */
final class CommitQueue {
    private static final int SLOTS = HwLayout.COMMIT_SLOTS;
    private static final int WRAP = SLOTS - 1;

    // fields of a place: packet, number of writes issued when its tail was taken, slot of a MSG, RefusalReason or 0
    private static final int STRIDE = 4;
    private static final int ORDER = 1;
    private static final int SLOT = 2;
    private static final int REASON = 3;

    private final int[] places = new int[SLOTS * STRIDE];
    private int unclaimed;
    private int occupancy;
    private int order; // number of writes issued when the tail of the oldest packet was taken
    private int first;
    private int issued; // number of writes issued, modulo 2^32
    private int acked;

    // old values of the atomics, from their acknowledgement until the action of their packet
    private final int[] atomicOrders = new int[SLOTS];
    private final long[] atomicOlds = new long[SLOTS];
    private int atomicFree;
    private int atomicNext;
    private int atomicFirst;

    private long ackedOld;

    /** @param size number of places that may be claimed */
    CommitQueue(int size) {
        unclaimed = size;
    }

    boolean hasRoom() {
        return unclaimed != 0;
    }

    void claim() {
        unclaimed--;
    }

    void issue(boolean atomic) {
        issued++;
        if (atomic) {
            atomicOrders[atomicFree] = issued;
            atomicFree = atomicFree + 1 & WRAP;
        }
    }

    /** Adds a packet whose tail is taken; its own write, if any, has been issued. */
    void push(int packet, int reason, int slot) {
        int free = (first + occupancy & WRAP) * STRIDE;
        places[free] = packet;
        places[free + ORDER] = issued;
        places[free + SLOT] = slot;
        places[free + REASON] = reason;
        if (occupancy++ == 0) {
            order = issued;
        }
    }

    /** Receives the acknowledgement on the pins in the next cycle to be stepped. */
    void ack(long old) {
        ackedOld = old;
    }

    /** Returns whether all writes of the oldest packet are in memory. */
    boolean isReady() {
        return occupancy != 0 && order - acked <= 0;
    }

    int packet() {
        return places[first * STRIDE];
    }

    /** Returns why the oldest packet is refused, or 0. */
    int reason() {
        return places[first * STRIDE + REASON];
    }

    int slot() {
        return places[first * STRIDE + SLOT];
    }

    /** Returns the old value of the atomic that is about to act, and removes it. */
    long takeOld() {
        long old = atomicOlds[atomicFirst];
        atomicFirst = atomicFirst + 1 & WRAP;
        return old;
    }

    void fire() {
        first = first + 1 & WRAP;
        occupancy--;
        unclaimed++;
        if (occupancy != 0) {
            order = places[first * STRIDE + ORDER];
        }
    }

    /** Executes the edge of a cycle with an acknowledgement. */
    void edge() {
        acked++;
        if (atomicNext != atomicFree && atomicOrders[atomicNext] == acked) {
            atomicOlds[atomicNext] = ackedOld;
            atomicNext = atomicNext + 1 & WRAP;
        }
    }
}
