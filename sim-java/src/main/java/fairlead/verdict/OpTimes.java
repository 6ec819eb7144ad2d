// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The cycles in which each operation of a program was handed over, committed and completed; -1 stands for never. The
 * commit checkers and {@link Checks} record them; the other checkers read them.
 */
public final class OpTimes {
    private static final int POSTED = 0; // indices of the adjacent words of an operation
    private static final int COMPLETED = 1;
    private static final int FIRST_COMMIT = 2;
    private static final int LAST_COMMIT = 3;
    private static final int LEFT = 4; // cycle in which its first packet has left, since it was handed over
    private static final int WORDS = 5;

    private long[] cycles;
    private Result[] results;
    private int[] order; // ids of the operations in the order in which they were handed over
    private final BitSet undecided = new BitSet(); // operations whose writes may be those of others
    private int count;

    /** @param expected number of operations for which there is room before the lists grow */
    OpTimes(int expected) {
        cycles = Checker.never(expected * WORDS);
        results = new Result[expected];
        order = new int[expected];
    }

    void added(Operation op) {
        order = reaching(order, op.id());
        if (results.length < order.length) {
            results = Arrays.copyOf(results, order.length);
            int known = cycles.length;
            cycles = Arrays.copyOf(cycles, order.length * WORDS);
            Arrays.fill(cycles, known, cycles.length, Checker.NEVER);
        }
    }

    /** Returns a list that has a place for this index, with the values of another one. */
    static int[] reaching(int[] values, int index) {
        return index < values.length ? values : Arrays.copyOf(values, Math.max(64, 2 * index));
    }

    void posted(Operation op, long cycle) {
        if (postedAt(op.id()) < 0) { // a store-path request may be handed over again after a discard
            order[count++] = op.id();
        }
        cycles[op.id() * WORDS + POSTED] = cycle;
    }

    void left(int op, long cycle) {
        if (cycles[op * WORDS + LEFT] < postedAt(op)) {
            cycles[op * WORDS + LEFT] = cycle;
        }
    }

    /** Returns whether the operation, as it was handed over last, has sent a packet. */
    boolean hasLeft(int op) {
        return cycles[op * WORDS + LEFT] >= postedAt(op);
    }

    /**
     * Returns a cycle before which the operation, as it was handed over last, has touched no memory: that of its first
     * packet, or of the handing over if it has sent none.
     */
    long leftAt(int op) {
        return Math.max(cycles[op * WORDS + LEFT], postedAt(op));
    }

    void completed(Operation op, long cycle, Result result) {
        cycles[op.id() * WORDS + COMPLETED] = cycle;
        results[op.id()] = result;
    }

    /**
     * Records that bytes of the operation were written from cycle `first` to cycle `last`. Successive calls for an
     * operation come in order of time.
     */
    void committed(int op, long first, long last) {
        if (firstCommit(op) < 0) {
            cycles[op * WORDS + FIRST_COMMIT] = first;
        }
        cycles[op * WORDS + LAST_COMMIT] = last;
    }

    /**
     * Notes that the writes of the operation cannot be distinguished from those of others: its commit cycles are a
     * guess.
     */
    void undecided(int op) {
        undecided.set(op);
    }

    boolean isUndecided(int op) {
        return undecided.get(op);
    }

    int count() {
        return count;
    }

    int ordered(int n) {
        return order[n];
    }

    public long postedAt(int op) {
        return cycles[op * WORDS + POSTED];
    }

    public long completedAt(int op) {
        return cycles[op * WORDS + COMPLETED];
    }

    public long firstCommit(int op) {
        return cycles[op * WORDS + FIRST_COMMIT];
    }

    public long lastCommit(int op) {
        return cycles[op * WORDS + LAST_COMMIT];
    }

    /** Returns the result, or null while the operation is open. */
    public Result result(int op) {
        return results[op];
    }

    boolean isDone(int op) {
        return results[op] == Result.DONE;
    }

    /**
     * Returns whether the operation was handed over, writes at least one byte to memory, was not refused, and has
     * writes that are known to be its own.
     */
    boolean writes(Operation op) {
        return (op.kind().isTransfer() || op.kind() == OpKind.SEND)
                && op.length() > 0
                && !isUndecided(op.id())
                && postedAt(op.id()) >= 0
                && (result(op.id()) == null || isDone(op.id()));
    }
}
