// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.hw.HwLayout;
import fairlead.program.ProgramException;
import java.util.Arrays;

/**
 * The tags of one node and the operation that owns each. A tag that no request in the machine has had is taken first,
 * in circular order: the request of an operation that is complete for software may still wait in the FIFO of the store
 * path, and its refusal may still come. Only a program with more requests than there are tags uses a tag again.
 */
final class Tags {
    private static final int MOST = 1 << HwLayout.TAG_BITS;
    private static final int LEAST = 64;

    private final OpTable table;
    private final int[] owner;
    private int free; // tags without an owner
    private int next;

    /** @param operations approximate number of tags that the node's program needs */
    Tags(final OpTable table, final int operations) {
        this.table = table;
        owner = new int[Math.min(MOST, Math.max(LEAST, 2 * Integer.highestOneBit(Math.max(1, operations))))];
        Arrays.fill(owner, -1);
        free = owner.length;
    }

    int take(final int id) {
        for (int i = 0; i < owner.length; i++) {
            final int tag = next + i & owner.length - 1;
            if (free > 0 ? owner[tag] < 0 : table.isDone(owner[tag])) {
                owner[tag] = id;
                free = Math.max(0, free - 1);
                next = tag + 1;
                return tag;
            }
        }
        throw new ProgramException("all " + owner.length + " tags are in use");
    }

    /** Frees a tag whose request never entered the machine. */
    void giveBack(final int tag) {
        if (owner(tag) >= 0) {
            owner[tag] = -1;
            free++;
        }
    }

    /** Returns the operation that had this tag last, or -1. */
    int owner(final int tag) {
        return tag < owner.length ? owner[tag] : -1;
    }
}
