// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.Arrays;

/**
 * The stores of node software that have not acted yet, and the reads of its word loops, in a binary heap ordered by
 * cycle, node, task and the order in which they were given.
 */
final class StoreHeap {
    private static final long LATE = 1L << 39;

    private long[] cycles = new long[64];
    private long[] orders = new long[cycles.length]; // node, task and order in which the stores were given
    private Operation[] ops = new Operation[cycles.length];
    private int[] words = new int[cycles.length]; // word of a word loop; ~word means that the word is only read
    private int size;
    private long given;

    void add(final long cycle, final Operation op) {
        add(cycle, op, 0);
    }

    /** Adds the access of a word loop to one of its words; ~word stands for the read of the word. */
    void add(final long cycle, final Operation op, final int word) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            ops = Arrays.copyOf(ops, 2 * size);
            words = Arrays.copyOf(words, 2 * size);
        }
        // software issues the stores of a loop when it has the words, after what it issued before
        final long late = op.kind().isWordLoop() && word >= 0 ? LATE : 0;
        final long order = (long) op.node() << 48 | (long) op.task() << 40 | late | given++;
        int at = size++;
        while (at > 0 && isBefore(cycle, order, at - 1 >> 1)) {
            move(at - 1 >> 1, at);
            at = at - 1 >> 1;
        }
        set(at, cycle, order, op, word);
    }

    private boolean isBefore(final long cycle, final long order, final int other) {
        return cycle < cycles[other] || cycle == cycles[other] && order < orders[other];
    }

    private void move(final int from, final int to) {
        set(to, cycles[from], orders[from], ops[from], words[from]);
    }

    private void set(final int at, final long cycle, final long order, final Operation op, final int word) {
        cycles[at] = cycle;
        orders[at] = order;
        ops[at] = op;
        words[at] = word;
    }

    long first() {
        return size == 0 ? Long.MAX_VALUE : cycles[0];
    }

    /** Returns the word of the first access, for a word loop. */
    int firstWord() {
        return words[0];
    }

    /**
     * Returns whether any access of this cycle writes a byte of the word at this address of the node. No access of an
     * earlier cycle may be left.
     */
    boolean writes(final long cycle, final int node, final int address) {
        return writes(cycle, node, address, 0);
    }

    private boolean writes(final long cycle, final int node, final int address, final int at) {
        return at < size
                && cycles[at] == cycle
                && (words[at] >= 0 && isWriteOf(ops[at], words[at], node, address)
                        || writes(cycle, node, address, 2 * at + 1)
                        || writes(cycle, node, address, 2 * at + 2));
    }

    private static boolean isWriteOf(final Operation op, final int word, final int node, final int address) {
        final int from = addressOf(op, word);
        final int bytes = op.kind() == OpKind.FILL ? op.length() : Long.BYTES;
        return op.node() == node && from < address + Long.BYTES && address < from + bytes;
    }

    /**
     * Returns the first address that an access writes. The words of a DEVICE_RECEIVE count from the slot of its node.
     */
    static int addressOf(final Operation op, final int word) {
        return (op.kind() == OpKind.DEVICE_RECEIVE ? op.source() : op.local()) + word * Long.BYTES;
    }

    Operation take() {
        final Operation first = ops[0];
        size--;
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            final int least =
                    child + 1 < size && isBefore(cycles[child + 1], orders[child + 1], child) ? child + 1 : child;
            if (isBefore(cycles[size], orders[size], least)) {
                break;
            }
            move(least, at);
            at = least;
        }
        move(size, at);
        ops[size] = null;
        return first;
    }
}
