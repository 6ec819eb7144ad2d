// SPDX-License-Identifier: Apache-2.0
package fairlead.executor;

import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.program.Successors;
import java.util.Arrays;

/** Progress of every operation of a program, as flat arrays indexed by operation id; readable at any time. */
public final class OpTable {
    private static final OpState[] STATES = OpState.values();
    private static final Result[] RESULTS = Result.values();

    private final int[] missing; // requirements that are not yet met
    private final long[] readyAt; // latest cycle in which one was met
    private final long[] postedAt;
    private final long[] doneAt;
    private final long[] value;
    private final byte[] state;
    private final byte[] result;
    private final Successors next;
    private int open;

    OpTable(final Program program) {
        final int size = program.size();
        next = program.successors();
        missing = next.needs();
        readyAt = new long[size];
        postedAt = filled(size);
        doneAt = filled(size);
        value = new long[size];
        state = new byte[size];
        result = new byte[size];
        open = size;
    }

    private static long[] filled(final int size) {
        final long[] array = new long[size];
        Arrays.fill(array, -1);
        return array;
    }

    boolean isReady(final int id) {
        return missing[id] == 0;
    }

    /** Who waits for whom. */
    Successors next() {
        return next;
    }

    /** One requirement of `id` is met at this cycle; true when it was the last one. */
    boolean met(final int id, final long cycle) {
        readyAt[id] = Math.max(readyAt[id], cycle);
        return --missing[id] == 0;
    }

    void delay(final int id, final long cycle) {
        readyAt[id] = Math.max(readyAt[id], cycle);
    }

    void queued(final int id) {
        state[id] = (byte) OpState.QUEUED.ordinal();
    }

    /** False when it was posted before. */
    boolean post(final int id, final long cycle) {
        if (postedAt[id] >= 0) {
            return false;
        }
        postedAt[id] = cycle;
        if (doneAt[id] < 0) {
            state[id] = (byte) OpState.POSTED.ordinal();
        }
        return true;
    }

    /** False when it was done before. */
    boolean finish(final int id, final long cycle, final Result how, final long what) {
        if (doneAt[id] >= 0) {
            return false;
        }
        doneAt[id] = cycle;
        state[id] = (byte) OpState.DONE.ordinal();
        result[id] = result[id] == 0 ? (byte) how.ordinal() : result[id]; // a put that was refused stays so
        value[id] = what;
        open--;
        return true;
    }

    void spoil(final int id, final Result how) {
        result[id] = (byte) how.ordinal();
    }

    public int size() {
        return state.length;
    }

    /** Operations that are not done. */
    public int open() {
        return open;
    }

    public OpState state(final int id) {
        return STATES[state[id]];
    }

    public boolean isDone(final int id) {
        return doneAt[id] >= 0;
    }

    /** How it ended; of meaning once it is done. A put may turn REFUSED after it was done. */
    public Result result(final int id) {
        return RESULTS[result[id]];
    }

    /** Value of a LOAD, POLL, FADD, CAS, RECV or local atomic. */
    public long value(final int id) {
        return value[id];
    }

    /** Cycle from which the operation could act: its last requirement was met. */
    public long readyAt(final int id) {
        return readyAt[id];
    }

    /** Cycle of its command, or -1. */
    public long postedAt(final int id) {
        return postedAt[id];
    }

    /** Cycle in which software knows that it is complete, or -1. */
    public long doneAt(final int id) {
        return doneAt[id];
    }

    /** Since when it has been in its state. */
    public long since(final int id) {
        return isDone(id) ? doneAt[id] : postedAt[id] >= 0 ? postedAt[id] : readyAt[id];
    }
}
