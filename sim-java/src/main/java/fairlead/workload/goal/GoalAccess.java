// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.HashMap;
import java.util.Map;

/**
 * Refuses programs whose accesses the access limit of an epoch would refuse on the machine: a rank that exposes an
 * epoch gets accesses of the epoch's origins alone, and messages only if there is one origin, from that one.
 */
final class GoalAccess {
    private final GoalFile file;

    GoalAccess(final GoalFile file) {
        this.file = file;
    }

    void check() {
        final Map<Integer, GoalOp> epochs = new HashMap<>();
        file.ops().stream().filter(op -> op.kind == GoalKind.EPOCH_OPEN).forEach(op -> epochs.put(op.rank, op));
        if (epochs.isEmpty()) {
            return;
        }
        for (final GoalOp op : file.ops()) {
            if (op.kind == GoalKind.RECV && op.peer == GoalOp.ANY) {
                throw new GoalException(
                        op.line, "a recv from any rank and an epoch in one file: name the source of the receive");
            }
            if (op.kind == GoalKind.EPOCH_OPEN) {
                op.origins.forEach(origin -> reaches(op, epochs.get(origin), op.rank, false));
            } else if (op.kind.isAccess() || op.kind == GoalKind.SEND) {
                reaches(op, epochs.get((int) op.peer), op.rank, op.kind.isAccess());
            } else if (op.kind == GoalKind.RECV) {
                reaches(op, epochs.get((int) op.peer), op.rank, false); // its answer to a long message
            }
        }
    }

    private static void reaches(final GoalOp op, final GoalOp epoch, final int from, final boolean member) {
        if (epoch == null || epoch.rank == from) {
            return;
        }
        if (!epoch.origins.contains(from) || !member && epoch.origins.size() > 1) {
            throw new GoalException(
                    op.line,
                    "this " + op.kind.word() + " of rank " + from + " reaches rank " + epoch.rank
                            + ", whose epoch in line " + epoch.line + " is for "
                            + (epoch.origins.size() > 1 ? "the accesses of ranks " : "rank ")
                            + epoch.origins.toString().replaceAll("[\\[\\]]", "") + " alone");
        }
    }
}
