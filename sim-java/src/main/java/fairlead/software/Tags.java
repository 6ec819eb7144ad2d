// SPDX-License-Identifier: Apache-2.0
package fairlead.software;

import fairlead.hw.HwLayout;
import fairlead.program.ProgramException;
import java.util.Arrays;

/**
 * The tags of one node and the operation that owns each. Tags are assigned in circular order, so that a refusal which
 * arrives after the completion still finds its operation.
 */
final class Tags {
    private static final int MOST = 1 << HwLayout.TAG_BITS;
    private static final int LEAST = 64;

    private final OpTable table;
    private final int[] owner;
    private int next;

    /** @param operations approximate number of tags that the node's program needs */
    Tags(final OpTable table, final int operations) {
        this.table = table;
        owner = new int[Math.min(MOST, Math.max(LEAST, 2 * Integer.highestOneBit(Math.max(1, operations))))];
        Arrays.fill(owner, -1);
    }

    int take(final int id) {
        for (int i = 0; i < owner.length; i++) {
            final int tag = next + i & owner.length - 1;
            if (owner[tag] < 0 || table.isDone(owner[tag])) {
                owner[tag] = id;
                next = tag + 1;
                return tag;
            }
        }
        throw new ProgramException("all " + owner.length + " tags are in use");
    }

    /** Frees a tag whose request never entered the machine. */
    void giveBack(final int tag) {
        owner[tag] = -1;
    }

    /** Returns the operation that had this tag last, or -1. */
    int owner(final int tag) {
        return tag < owner.length ? owner[tag] : -1;
    }
}
