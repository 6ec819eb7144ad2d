// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The buffer of one channel behind a link. */
final class TreeBuffer {
    private final TreeFlit[] slots;
    private int first;
    int occupancy;
    boolean credit; // whether a slot was freed in the previous cycle

    // decided in this cycle
    private TreeFlit arriving;
    private boolean taken;

    TreeBuffer(int depth) {
        slots = new TreeFlit[depth];
    }

    /** Returns the oldest flit, or null. */
    TreeFlit front() {
        return occupancy == 0 ? null : slots[first];
    }

    void arrive(TreeFlit flit) {
        arriving = flit;
    }

    void take() {
        taken = true;
    }

    void edge() {
        if (arriving != null) {
            if (occupancy == slots.length) {
                throw new IllegalStateException("a flit arrives without a credit");
            }
            slots[(first + occupancy) % slots.length] = arriving;
            occupancy++;
        }
        if (taken) {
            first = (first + 1) % slots.length;
            occupancy--;
        }
        credit = taken;
        arriving = null;
        taken = false;
    }
}
