// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.Arrays;
import java.util.List;

/**
 * The (task, target) pairs of a program's network operations, numbered from 0 by node, task and target. The table is
 * made once and shared by all runs of the program.
 */
public final class Pairs {
    private static final int TASK_BITS = 16;
    private static final int TARGET_BITS = 32;

    private final long[] keys; // ascending by node, task and target
    private final int[] of; // index of the pair, by operation

    Pairs(List<Operation> operations) {
        keys = operations.stream()
                .filter(op -> op.kind().isNetwork())
                .mapToLong(op -> key(op.node(), op.task(), op.target()))
                .sorted()
                .distinct()
                .toArray();
        of = new int[operations.size()];
        for (Operation op : operations) {
            of[op.id()] =
                    op.kind().isNetwork() ? Arrays.binarySearch(keys, key(op.node(), op.task(), op.target())) : -1;
        }
    }

    private static long key(int node, int task, int target) {
        return ((long) node << TASK_BITS | task) << TARGET_BITS | target;
    }

    public int count() {
        return keys.length;
    }

    /**
     * Returns the pair of a network operation; -1 for every other operation, including a quiet, which belongs to all
     * pairs of its task.
     */
    public int of(int operation) {
        return of[operation];
    }

    /** Returns the first pair of a task; the last one is before {@code first(node, task + 1)}. */
    public int first(int node, int task) {
        int place = Arrays.binarySearch(keys, key(node, task, 0));
        return place < 0 ? -1 - place : place;
    }
}
