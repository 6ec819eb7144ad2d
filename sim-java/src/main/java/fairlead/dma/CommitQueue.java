// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

import fairlead.hw.HwLayout;

/**
 * Packets of one memory write port that wait until the writes issued before their tail, their own included, are acknowledged, in strict order (decision 0003).
 *
 * <p>A place is claimed at the head of a packet, filled at its tail, freed when it fires. The words stay in Packets until then.
 */
final class CommitQueue {
    private static final int SLOTS = HwLayout.COMMIT_SLOTS;
    private static final int WRAP = SLOTS - 1;

    private final int[] packets = new int[SLOTS];
    private final int[] orders = new int[SLOTS]; // writes issued when the tail was taken
    private final int[] slots = new int[SLOTS]; // MSG
    private final boolean[] refusals = new boolean[SLOTS];
    private int unclaimed = SLOTS;
    private int occupancy;
    private int first;
    private int issued; // modulo 2^32
    private int acked;

    // old values of the atomics, kept from their acknowledgement until their packet fires
    private final int[] atomicOrders = new int[SLOTS];
    private final long[] atomicOlds = new long[SLOTS];
    private int atomicFree;
    private int atomicNext;
    private int atomicFirst;

    private boolean acking;
    private long ackedOld;

    boolean hasRoom() {
        return unclaimed != 0;
    }

    void claim() {
        unclaimed--;
    }

    void issue(final boolean atomic) {
        issued++;
        if (atomic) {
            atomicOrders[atomicFree] = issued;
            atomicFree = atomicFree + 1 & WRAP;
        }
    }

    /** The tail is taken; its own write, if any, has been issued. */
    void push(final int packet, final boolean refused, final int slot) {
        final int free = first + occupancy & WRAP;
        packets[free] = packet;
        orders[free] = issued;
        slots[free] = slot;
        refusals[free] = refused;
        occupancy++;
    }

    /** The acknowledgement on the pins in the cycle that is about to be stepped. */
    void ack(final long old) {
        acking = true;
        ackedOld = old;
    }

    /** The oldest packet is in memory. */
    boolean isReady() {
        return occupancy != 0 && orders[first] - acked <= 0;
    }

    int packet() {
        return packets[first];
    }

    boolean refused() {
        return refusals[first];
    }

    int slot() {
        return slots[first];
    }

    /** The old value of the atomic that is about to fire. */
    long takeOld() {
        final long old = atomicOlds[atomicFirst];
        atomicFirst = atomicFirst + 1 & WRAP;
        return old;
    }

    /** The oldest packet leaves. */
    void fire() {
        first = first + 1 & WRAP;
        occupancy--;
        unclaimed++;
    }

    void edge() {
        if (!acking) {
            return;
        }
        acking = false;
        acked++;
        if (atomicNext != atomicFree && atomicOrders[atomicNext] == acked) {
            atomicOlds[atomicNext] = ackedOld;
            atomicNext = atomicNext + 1 & WRAP;
        }
    }
}
