// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The stores of node software that have not acted yet, and the reads of its word loops, ordered by cycle, node, task
 * and the order in which they were given.
 */
final class StoreHeap {
    private static final long LATE = 1L << 39;

    /** @param word of the operation; ~word means that the word is only read */
    record Access(long cycle, long order, Operation op, int word) {
        /** Returns the first address that is written. The words of a DEVICE_RECEIVE count from the slot of its node. */
        int address() {
            return (op.kind() == OpKind.DEVICE_RECEIVE ? op.source() : op.local()) + word * Long.BYTES;
        }

        private boolean writes(final int node, final int at) {
            final int bytes = op.kind() == OpKind.FILL ? op.length() : Long.BYTES;
            return word >= 0 && op.node() == node && address() < at + Long.BYTES && at < address() + bytes;
        }
    }

    private final TreeSet<Access> accesses =
            new TreeSet<>(Comparator.comparingLong(Access::cycle).thenComparingLong(Access::order));
    private long given;

    void add(final long cycle, final Operation op, final int word) {
        // software issues the stores of a loop when it has the words, after what it issued before
        final long late = op.kind().isWordLoop() && word >= 0 ? LATE : 0;
        accesses.add(new Access(cycle, (long) op.node() << 48 | (long) op.task() << 40 | late | given++, op, word));
    }

    /** Returns the cycle of the first access, or Long.MAX_VALUE if there is none. */
    long first() {
        return accesses.isEmpty() ? Long.MAX_VALUE : accesses.first().cycle;
    }

    Access take() {
        return accesses.pollFirst();
    }

    /**
     * Returns whether any access of this cycle writes a byte of the word at this address of the node. No access of an
     * earlier cycle may be left.
     */
    boolean writes(final long cycle, final int node, final int address) {
        for (final Access access : accesses) {
            if (access.cycle != cycle || access.writes(node, address)) {
                return access.cycle == cycle;
            }
        }
        return false;
    }
}
