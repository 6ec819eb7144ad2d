// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.Operation;
import java.util.Arrays;

/**
 * The stores of node software that have not acted yet, in a binary heap ordered by cycle, node, task and the order in
 * which they were given.
 */
final class StoreHeap {
    private long[] cycles = new long[64];
    private long[] orders = new long[cycles.length]; // node, task, order of giving
    private Operation[] ops = new Operation[cycles.length];
    private int size;
    private long given;

    void add(final long cycle, final Operation op) {
        if (size == cycles.length) {
            cycles = Arrays.copyOf(cycles, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            ops = Arrays.copyOf(ops, 2 * size);
        }
        final long order = (long) op.node() << 48 | (long) op.task() << 40 | given++;
        int at = size++;
        while (at > 0 && isBefore(cycle, order, at - 1 >> 1)) {
            move(at - 1 >> 1, at);
            at = at - 1 >> 1;
        }
        set(at, cycle, order, op);
    }

    private boolean isBefore(final long cycle, final long order, final int other) {
        return cycle < cycles[other] || cycle == cycles[other] && order < orders[other];
    }

    private void move(final int from, final int to) {
        set(to, cycles[from], orders[from], ops[from]);
    }

    private void set(final int at, final long cycle, final long order, final Operation op) {
        cycles[at] = cycle;
        orders[at] = order;
        ops[at] = op;
    }

    /** Returns the cycle of the first store, or Long.MAX_VALUE if there is none. */
    long first() {
        return size == 0 ? Long.MAX_VALUE : cycles[0];
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
