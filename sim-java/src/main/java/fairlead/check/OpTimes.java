// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.Arrays;

/** When each operation of a program was handed over, committed and completed; cycles, -1 for never. Filled by the ledger and the observer, read by the checkers. */
public final class OpTimes {
    private final long[] posted;
    private final long[] completed;
    private final long[] firstCommit;
    private final long[] lastCommit;
    private final Result[] results;
    private final int[] order; // operation ids as they were handed over
    private int count;

    OpTimes(final Program program) {
        posted = filled(program.size());
        completed = filled(program.size());
        firstCommit = filled(program.size());
        lastCommit = filled(program.size());
        results = new Result[program.size()];
        order = new int[program.size()];
    }

    private static long[] filled(final int size) {
        final long[] cycles = new long[size];
        Arrays.fill(cycles, -1);
        return cycles;
    }

    void posted(final Operation op, final long cycle) {
        if (posted[op.id()] < 0) { // a store-path request may be handed over again after a discard
            order[count++] = op.id();
        }
        posted[op.id()] = cycle;
    }

    void completed(final Operation op, final long cycle, final Result result) {
        completed[op.id()] = cycle;
        results[op.id()] = result;
    }

    void committed(final int op, final long cycle) {
        if (firstCommit[op] < 0) {
            firstCommit[op] = cycle;
        }
        lastCommit[op] = cycle;
    }

    /** Operations that were handed over. */
    int count() {
        return count;
    }

    /** Id of the n-th operation that was handed over. */
    int ordered(final int n) {
        return order[n];
    }

    public long postedAt(final int op) {
        return posted[op];
    }

    public long completedAt(final int op) {
        return completed[op];
    }

    public long firstCommit(final int op) {
        return firstCommit[op];
    }

    public long lastCommit(final int op) {
        return lastCommit[op];
    }

    /** Result, or null while the operation is open. */
    public Result result(final int op) {
        return results[op];
    }

    /** Whether the operation writes at least one byte somewhere and was not turned away. */
    boolean writes(final Operation op) {
        final Result result = results[op.id()];
        return (op.kind().isTransfer() || op.kind() == OpKind.SEND)
                && op.length() > 0
                && posted[op.id()] >= 0
                && (result == null || result == Result.DONE);
    }
}
