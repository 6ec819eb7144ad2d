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
 * Atomics of one PE. The NIC's act on aligned words of 8 bytes; on 4 bytes some are one atomic on the word, and the
 * others compare and swap the word until it has not changed meanwhile. Locks are tickets in a word of PE 0: the next
 * ticket above, the one that is served below.
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
     * Begins an atomic that the NIC does, or nothing if it takes several.
     *
     * @param wanted whether the old value is waited for
     * @return its call, or null
     */
    QuickCall begin(int function, long address, int size, long operand, long compare, long target, boolean wanted)
            throws IOException {
        Pe other = pe.other(target);
        pe.requireSymmetric(address, size);
        if (address % size != 0) {
            throw NativeException.run(String.format("the atomic at 0x%x is not aligned to %d bytes", address, size));
        }
        int shift = Byte.SIZE * (int) (address & Integer.BYTES);
        boolean half = size < Long.BYTES;
        if (half && (function == SET || function == SWAP || function == CSWAP || function == ADD && shift == 0)) {
            return null;
        }
        int word = other.memory.pushWord(address);
        pe.touched(other.number);
        pe.accesses(other.number, address, size, Conflicts.Kind.ATOMIC);
        long value = half ? (operand & HALF) << shift | (function == AND ? ~(HALF << shift) : 0) : operand;
        Step step = whole(function, other.number, word, value, compare);
        return QuickCall.of(
                wanted ? List.of(step) : List.of(),
                () -> !wanted ? 0 : half ? pe.task.value(step) >>> shift & HALF : pe.task.value(step));
    }

    /** Does an atomic on 4 bytes that takes several of the NIC, after {@link #begin}, and returns the old value. */
    long compareUntilDone(int function, long address, long operand, long compare, long target) throws IOException {
        Pe other = pe.other(target);
        int word = other.memory.pushWord(address);
        pe.touched(other.number);
        pe.accesses(other.number, address, Integer.BYTES, Conflicts.Kind.ATOMIC);
        int shift = Byte.SIZE * (int) (address & Integer.BYTES);
        long mask = HALF << shift;
        long old = ended(fetch(OpKind.FADD, other.number, word, 0));
        while (true) {
            long part = old >>> shift & HALF;
            if (function == CSWAP && part != (compare & HALF)) {
                return part;
            }
            long changed = function == ADD ? part + operand & HALF : operand & HALF;
            long found = ended(pe.task.cas(pe.node(other.number), word, old, old & ~mask | changed << shift));
            if (found == old) {
                return part;
            }
            old = found;
        }
    }

    private Step whole(int function, int target, int word, long operand, long compare) {
        return switch (function) {
            case FETCH -> fetch(OpKind.FADD, target, word, 0);
            case SET, SWAP -> fetch(OpKind.SWAP, target, word, operand);
            case CSWAP -> pe.task.cas(pe.node(target), word, compare, operand);
            case ADD -> fetch(OpKind.FADD, target, word, operand);
            case AND -> fetch(OpKind.FAND, target, word, operand);
            case OR -> fetch(OpKind.FOR, target, word, operand);
            default -> fetch(OpKind.FXOR, target, word, operand);
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

    void setLock(long lock) throws IOException {
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
    int testLock(long lock) throws IOException {
        int word = lockWord(lock);
        long found = ended(fetch(OpKind.FADD, 0, word, 0));
        boolean free = found >>> Integer.SIZE == (found & HALF);
        return free && ended(pe.task.cas(pe.node(0), word, found, found + TICKET)) == found ? 0 : 1;
    }

    void clearLock(long lock) throws IOException {
        pe.quiet();
        ended(fetch(OpKind.FADD, 0, lockWord(lock), 1));
    }

    private int lockWord(long lock) throws IOException {
        pe.requireSymmetric(lock, Long.BYTES);
        return pe.other(0).memory.pushWord(lock);
    }
}
