// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.node.Observer;

/** The number of discards, and of refusals and rejections, among the operations of each node. */
final class NodeCounts implements Observer {
    private final long[] discards;
    private final long[] refused;

    NodeCounts(final int nodes) {
        discards = new long[nodes];
        refused = new long[nodes];
    }

    @Override
    public void events(final EventCursor batch) {
        while (batch.next()) {
            if (batch.kind() == EventKind.DLA_DISCARDED) {
                discards[batch.node()]++;
            } else if (batch.kind() == EventKind.OP_REFUSED || batch.kind() == EventKind.OP_REJECTED) {
                refused[batch.node()]++;
            }
        }
        batch.rewind();
    }

    long discards(final int node) {
        return discards[node];
    }

    long refused(final int node) {
        return refused[node];
    }
}
