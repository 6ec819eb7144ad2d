// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import fairlead.program.Decision.Source;
import fairlead.program.Program;
import fairlead.program.Program.Successors;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.List;

/**
 * The progress of every operation of a program, by operation id; it may be read at any time. The words of an operation
 * are adjacent because they are used together.
 */
public final class OpTable {
    private static final Result[] RESULTS = Result.values();

    // indices of the words of an operation
    private static final int READY = 0; // latest cycle in which a requirement was met
    private static final int POSTED = 1;
    private static final int DONE = 2;
    private static final int STAGE = 3; // number of requirements that are not met | Result << 32
    private static final int WORDS = 4;

    private long[] words;
    private long[] value;
    final Successors next; // the operations that wait for each operation
    private int size;
    private int open;

    OpTable(Program program) {
        size = program.size();
        next = program.successors();
        words = new long[size * WORDS];
        for (int id = 0; id < size; id++) {
            begin(id, next.needs(id));
        }
        value = new long[size];
        open = size;
    }

    private void begin(int id, int needs) {
        words[id * WORDS + POSTED] = -1;
        words[id * WORDS + DONE] = -1;
        words[id * WORDS + STAGE] = needs;
    }

    /** Adds an operation with so many requirements that are not met, as the last one. */
    void add(int needs) {
        if (size == value.length) {
            value = Arrays.copyOf(value, Math.max(64, 2 * size));
            words = Arrays.copyOf(words, value.length * WORDS);
        }
        begin(size++, needs);
        open++;
    }

    private long word(int id, int which) {
        return words[id * WORDS + which];
    }

    boolean isReady(int id) {
        return (int) word(id, STAGE) == 0;
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

    /** Records that the operation is posted; returns false if it was posted before. */
    boolean post(int id, long cycle) {
        if (word(id, POSTED) >= 0) {
            return false;
        }
        words[id * WORDS + POSTED] = cycle;
        return true;
    }

    /** Records that an operation is done that was not. */
    void finish(int id, long cycle, Result how, long what) {
        words[id * WORDS + DONE] = cycle;
        if (result(id) == RESULTS[0]) { // a refused put or message stays refused
            spoil(id, how);
        }
        if (what != 0) {
            value[id] = what;
        }
        open--;
    }

    void spoil(int id, Result how) {
        words[id * WORDS + STAGE] = word(id, STAGE) & 0xFFFF_FFFFL | (long) how.ordinal() << Integer.SIZE;
    }

    public int size() {
        return size;
    }

    public int open() {
        return open;
    }

    public OpState state(int id) {
        return isDone(id)
                ? OpState.DONE
                : postedAt(id) >= 0 ? OpState.POSTED : isReady(id) ? OpState.QUEUED : OpState.WAITING;
    }

    public boolean isDone(int id) {
        return word(id, DONE) >= 0;
    }

    /**
     * Returns the result, which is valid once the operation is done. A put or message may become REFUSED after that.
     */
    public Result result(int id) {
        return RESULTS[(int) (word(id, STAGE) >>> Integer.SIZE)];
    }

    /** Returns the value of a LOAD, POLL, FADD, CAS, RECV or local atomic. */
    public long value(int id) {
        return value[id];
    }

    /**
     * Returns what counts of these operations, the latest first: that of the first one that was not skipped, else 0.
     */
    public long value(List<Source> sources) {
        for (Source source : sources) {
            int id = source.operation();
            if (result(id) != Result.SKIPPED) {
                return source.status() ? status(id) : value[id];
            }
        }
        return 0;
    }

    /** Returns the status of an operation that is done: 0 done, 1 refused or denied, 2 discarded. */
    int status(int id) {
        Result result = result(id);
        return result == Result.DONE ? 0 : result == Result.DISCARDED ? 2 : 1;
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
