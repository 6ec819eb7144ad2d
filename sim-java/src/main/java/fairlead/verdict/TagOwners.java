// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.program.Operation;
import java.util.Arrays;

/**
 * The operation that was last handed over under each tag of each node. It connects a request packet with the operation
 * of the program.
 */
final class TagOwners {
    static final int NOBODY = -1;

    private static final int TAGS = 1 << HwLayout.TAG_BITS;

    private final int[][] owners;

    TagOwners(final int nodes) {
        owners = new int[nodes][0];
    }

    void given(final Operation op, final int tag) {
        if (tag < 0 || tag >= TAGS) {
            return;
        }
        int[] here = owners[op.node()];
        if (tag >= here.length) {
            final int known = here.length;
            here = Arrays.copyOf(here, Math.max(Integer.highestOneBit(tag) << 1, 64));
            Arrays.fill(here, known, here.length, NOBODY);
            owners[op.node()] = here;
        }
        here[tag] = op.id();
    }

    /** Returns the id of the operation, or {@link #NOBODY}. */
    int owner(final int node, final int tag) {
        final int[] here = owners[node];
        return tag < here.length ? here[tag] : NOBODY;
    }
}
