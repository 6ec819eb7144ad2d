// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.program.Successors;

/**
 * The progress of every operation of a program, by operation id; it may be read at any time. The words of an operation
 * are adjacent because they are used together.
 */
public final class OpTable {
    private static final OpState[] STATES = OpState.values();
    private static final Result[] RESULTS = Result.values();

    // indices of the words of an operation
    private static final int READY = 0; // latest cycle in which a requirement was met
    private static final int POSTED = 1;
    private static final int DONE = 2;
    private static final int STAGE = 3; // number of requirements that are not met | OpState << 32 | Result << 40
    private static final int WORDS = 4;

    private static final int STATE_LSB = 32;
    private static final int RESULT_LSB = 40;
    private static final long OCTET = 0xFF;

    private final long[] words;
    private final long[] value;
    private final Successors next;
    private final int size;
    private int open;

    OpTable(Program program) {
        size = program.size();
        next = program.successors();
        words = new long[size * WORDS];
        for (int id = 0; id < size; id++) {
            words[id * WORDS + POSTED] = -1;
            words[id * WORDS + DONE] = -1;
            words[id * WORDS + STAGE] = next.needs(id);
        }
        value = new long[size];
        open = size;
    }

    private long word(int id, int which) {
        return words[id * WORDS + which];
    }

    private void octet(int id, int lsb, int what) {
        int at = id * WORDS + STAGE;
        words[at] = words[at] & ~(OCTET << lsb) | (long) what << lsb;
    }

    private int octet(int id, int lsb) {
        return (int) (word(id, STAGE) >>> lsb & OCTET);
    }

    boolean isReady(int id) {
        return (int) word(id, STAGE) == 0;
    }

    Successors next() {
        return next;
    }

    /** Marks one requirement of `id` as met in this cycle; returns true if it was the last one. */
    boolean met(int id, long cycle) {
        delay(id, cycle);
        return (int) --words[id * WORDS + STAGE] == 0;
    }

    void delay(int id, long cycle) {
        int at = id * WORDS + READY;
        words[at] = Math.max(words[at], cycle);
    }

    void queued(int id) {
        octet(id, STATE_LSB, OpState.QUEUED.ordinal());
    }

    /** Records that the operation is posted; returns false if it was posted before. */
    boolean post(int id, long cycle) {
        if (word(id, POSTED) >= 0) {
            return false;
        }
        words[id * WORDS + POSTED] = cycle;
        if (!isDone(id)) {
            octet(id, STATE_LSB, OpState.POSTED.ordinal());
        }
        return true;
    }

    /** Records that the operation is done; returns false if it was done before. */
    boolean finish(int id, long cycle, Result how, long what) {
        if (isDone(id)) {
            return false;
        }
        words[id * WORDS + DONE] = cycle;
        octet(id, STATE_LSB, OpState.DONE.ordinal());
        if (octet(id, RESULT_LSB) == 0) { // a refused put or message stays refused
            octet(id, RESULT_LSB, how.ordinal());
        }
        if (what != 0) {
            value[id] = what;
        }
        open--;
        return true;
    }

    void spoil(int id, Result how) {
        octet(id, RESULT_LSB, how.ordinal());
    }

    public int size() {
        return size;
    }

    public int open() {
        return open;
    }

    public OpState state(int id) {
        return STATES[octet(id, STATE_LSB)];
    }

    public boolean isDone(int id) {
        return word(id, DONE) >= 0;
    }

    /**
     * Returns the result, which is valid once the operation is done. A put or message may become REFUSED after that.
     */
    public Result result(int id) {
        return RESULTS[octet(id, RESULT_LSB)];
    }

    /** Returns the value of a LOAD, POLL, FADD, CAS, RECV or local atomic. */
    public long value(int id) {
        return value[id];
    }

    /** Returns the cycle from which the operation could act, in which its last requirement was met. */
    public long readyAt(int id) {
        return word(id, READY);
    }

    /** Returns the cycle of the operation's command, or -1. */
    public long postedAt(int id) {
        return word(id, POSTED);
    }

    /** Returns the cycle in which software learns that the operation is complete, or -1. */
    public long doneAt(int id) {
        return word(id, DONE);
    }

    /** Returns the cycle in which the operation entered its present state. */
    public long since(int id) {
        return isDone(id) ? doneAt(id) : postedAt(id) >= 0 ? postedAt(id) : readyAt(id);
    }

    public enum OpState {
        /** At least one requirement is not met. */
        WAITING,
        /**
         * The operation is ready, but it waits in software for a FIFO slot, a counter, an epoch index or an allocation.
         */
        QUEUED,
        /** The operation has been given to the machine. */
        POSTED,
        /** The operation has ended by its terminal event. */
        DONE
    }
}
