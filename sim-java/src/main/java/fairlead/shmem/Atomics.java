// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.pe.Conflicts;
import fairlead.pe.NativeException;
import fairlead.pe.Patience;
import fairlead.pe.Pe;
import fairlead.pe.QuickCall;
import fairlead.program.OpKind;
import java.io.IOException;
import java.util.List;

/**
 * Atomics of one PE, each of them one of the NIC. Locks are tickets in a word of PE 0: the next ticket above, the one
 * that is served below.
 */
final class Atomics {
    private static final int FETCH = 0; // the functions of calls.h
    private static final int SET = 1;
    private static final int SWAP = 2;
    private static final int CSWAP = 3;
    private static final int ADD = 4;
    private static final int AND = 5;
    private static final int OR = 6;
    private static final int XOR = 7;
    private static final long HALF = 0xFFFF_FFFFL;
    private static final long TICKET = 1L << Integer.SIZE;
    private static final int AGAIN = 64; // cycles until a lock is looked at again, for each that is before this PE

    private final Pe pe;

    Atomics(Pe pe) {
        this.pe = pe;
    }

    /**
     * Begins an atomic.
     *
     * @param size bytes of the word, 4 or 8
     * @param wanted whether the old value is waited for
     */
    QuickCall begin(int function, long address, int size, long operand, long compare, long target, boolean wanted)
            throws IOException {
        Pe other = pe.other(target);
        pe.requireSymmetric(address, size);
        if (address % size != 0) {
            throw NativeException.run(String.format("the atomic at 0x%x is not aligned to %d bytes", address, size));
        }
        int word = other.memory.pushWord(address) + (int) (address & Long.BYTES - size);
        pe.touched(other.number);
        pe.accesses(other.number, address, size, Conflicts.Kind.ATOMIC);
        Step step = function == CSWAP
                ? pe.task.cas(pe.node(other.number), word, size, compare, operand)
                : pe.task.fetchOp(kind(function), pe.node(other.number), word, size, function == FETCH ? 0 : operand);
        return QuickCall.of(wanted ? List.of(step) : List.of(), () -> wanted ? pe.task.value(step) : 0);
    }

    private static OpKind kind(int function) {
        return switch (function) {
            case FETCH, ADD -> OpKind.FADD;
            case SET, SWAP -> OpKind.SWAP;
            case AND -> OpKind.FAND;
            case OR -> OpKind.FOR;
            default -> OpKind.FXOR;
        };
    }

    private Step fetch(OpKind kind, int target, int word, long operand) {
        return pe.task.fetchOp(kind, pe.node(target), word, operand);
    }

    private long ended(Step step) {
        pe.task.await(step);
        return pe.task.value(step);
    }

    /** Sets or adds to a signal behind all earlier puts to the target, without waiting. */
    void signal(long address, long value, boolean adds, long target) throws IOException {
        pe.fence();
        begin(adds ? ADD : SET, address, Long.BYTES, value, 0, target, false);
    }

    /** Sets, tests or clears a lock; returns 1 if a tested one is not free. */
    int lock(int what, long lock) throws IOException {
        switch (what) {
            case 0 -> setLock(lock);
            case 1 -> {
                return testLock(lock);
            }
            default -> {
                pe.quiet();
                ended(fetch(OpKind.FADD, 0, lockWord(lock), 1));
            }
        }
        return 0;
    }

    private void setLock(long lock) throws IOException {
        int word = lockWord(lock);
        long found = ended(fetch(OpKind.FADD, 0, word, TICKET));
        long mine = found >>> Integer.SIZE;
        Patience patience = new Patience(pe.task);
        while (mine != (found & HALF)) {
            pe.task.await(patience.pause(AGAIN * (mine - (found & HALF) & HALF)));
            found = ended(fetch(OpKind.FADD, 0, word, 0));
        }
    }

    /** Returns 0 if the lock was free and is set now, otherwise 1. */
    private int testLock(long lock) throws IOException {
        int word = lockWord(lock);
        long found = ended(fetch(OpKind.FADD, 0, word, 0));
        boolean free = found >>> Integer.SIZE == (found & HALF);
        return free && ended(pe.task.cas(pe.node(0), word, found, found + TICKET)) == found ? 0 : 1;
    }

    private int lockWord(long lock) throws IOException {
        pe.requireSymmetric(lock, Long.BYTES);
        return pe.other(0).memory.pushWord(lock);
    }
}
