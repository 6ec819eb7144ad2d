// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The quiets of one node. A quiet consists of a flush to every target that its task has used before it; at most 4
 * flushes are outstanding at a time (R-FEN-10).
 */
final class QuietTable {
    private static final int OUTSTANDING = 4;

    private static final class Quiet {
        private final int[] targets;
        private int asked; // number of flushes that have been queued
        private int posted;
        private int done;

        private Quiet(final int[] targets) {
            this.targets = targets;
        }
    }

    private final Program program;
    private final Map<Integer, Quiet> quiets = new HashMap<>();

    QuietTable(final Program program) {
        this.program = program;
    }

    /** Starts a quiet and returns the number of flushes to queue immediately. */
    int begin(final Operation op) {
        final BitSet used = new BitSet();
        for (int id = 0; id < op.id(); id++) {
            final Operation earlier = program.operation(id);
            if (earlier.node() == op.node()
                    && earlier.task() == op.task()
                    && (earlier.kind().isTransfer() || earlier.kind() == OpKind.SEND)) {
                used.set(earlier.target());
            }
        }
        final Quiet quiet = new Quiet(used.stream().toArray());
        quiet.asked = Math.min(OUTSTANDING, quiet.targets.length);
        quiets.put(op.id(), quiet);
        return quiet.asked;
    }

    int nextTarget(final int id) {
        final Quiet quiet = quiets.get(id);
        return quiet.targets[quiet.posted++];
    }

    /** Notes that one flush is done; returns true if another flush must be queued. */
    boolean flushed(final int id) {
        final Quiet quiet = quiets.get(id);
        quiet.done++;
        final boolean more = quiet.asked < quiet.targets.length;
        quiet.asked += more ? 1 : 0;
        return more;
    }

    boolean isDone(final int id) {
        return quiets.get(id).done == quiets.get(id).targets.length;
    }
}
