// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import java.util.Arrays;

/** A first-in first-out list of command slots for each node. */
final class SlotList {
    private final CommandSlots slots;
    final int[] first; // oldest slot, or NONE
    private final int[] last;

    SlotList(CommandSlots slots, int nodes) {
        this.slots = slots;
        first = new int[nodes];
        last = new int[nodes];
        Arrays.fill(first, CommandSlots.NONE);
    }

    void append(int node, int slot) {
        slots.link(slot, CommandSlots.NONE);
        if (first[node] == CommandSlots.NONE) {
            first[node] = slot;
        } else {
            slots.link(last[node], slot);
        }
        last[node] = slot;
    }

    boolean isEmpty(int node) {
        return first[node] == CommandSlots.NONE;
    }

    /** Removes and returns the oldest slot; the list must not be empty. */
    int take(int node) {
        int slot = first[node];
        first[node] = slots.next[slot];
        return slot;
    }

    /** Removes the whole list and returns its oldest slot, which is linked to the others, or NONE. */
    int takeAll(int node) {
        int slot = first[node];
        first[node] = CommandSlots.NONE;
        return slot;
    }
}
