// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.goal;

import java.util.List;

/**
 * A GOAL program as it was read.
 *
 * @param ranks number of ranks
 * @param ops operations in the order of the file
 * @param notes what was read and has no effect, one line each
 */
record GoalFile(int ranks, List<GoalOp> ops, List<String> notes) {
    /** Returns the numbers of the processors that are used, in ascending order. */
    List<Integer> cpus() {
        return ops.stream().map(op -> op.cpu).distinct().sorted().toList();
    }
}
