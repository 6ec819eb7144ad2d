// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Decision.Source;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.TaskBuilder;
import java.util.Collections;
import java.util.List;

/**
 * Makes the operations at a target: puts, gets and atomics, and locks as node software makes them of atomics on one
 * word. The word is 0 while the lock is free. A holder that does not share adds ALONE, which a compare-and-swap of 0
 * does; each holder that shares adds 1.
 */
class RemoteOperations extends OrderedOperations {
    private static final long ALONE = 1L << 32;
    private static final int TRIES = 20;
    private static final int BACK_OFF = 64; // greatest number of cycles between the first two tries
    private static final int MOST_DOUBLED = 6; // number of tries after which the time between them stays the same
    private static final long FOR_EVER = 100_000_000; // cycles; no file has a greater limit

    final Registers registers;

    RemoteOperations(Task task, TaskBuilder builder, Compiler all) {
        super(task, builder, all);
        registers = new Registers(task, all.readings);
    }

    final int slot(int words, long value) {
        return memory.slot(task.node(), Collections.nCopies(words, value));
    }

    /**
     * Returns the operation, which has no path and no requirements yet.
     *
     * @param source address of the words of a put whose value comes from a register
     */
    final Operation make(Statement s, int source) {
        int target = rank(s.target());
        int remote = memory.address(s.remote);
        int length = memory.length(s.remote);
        int local = s.local == null ? source : memory.address(s.local);
        switch (s.verb) {
            case PUT -> {
                if (s.local != null || !s.value.isPlain()) {
                    return Ops.putAny(target, local, remote, length);
                }
                long pattern = pattern(s);
                int words = (length + Long.BYTES - 1) / Long.BYTES;
                return Ops.putValues(target, slot(words, pattern), remote, length, pattern);
            }
            case GET -> {
                return Ops.getAny(target, s.local == null ? slot(1, 0) : local, remote, length);
            }
            case CAS -> {
                Operation cas = Ops.cas(target, remote, 0, 0);
                Decision.compare(cas, registers.sources(s.value), s.value.value());
                return Decision.operand(cas, registers.sources(s.second), s.second.value());
            }
            default -> {
                Operation op = Ops.fetchOp(s.atomic().kind(), target, remote, 0);
                return Decision.operand(op, registers.sources(s.value), s.value.value());
            }
        }
    }

    /** Returns 8 bytes that repeat the value of a put. */
    private long pattern(Statement s) {
        long pattern = s.value.value();
        for (int width = Byte.SIZE * memory.size(s.remote); width < Long.SIZE; width *= 2) {
            pattern |= pattern << width;
        }
        return pattern;
    }

    static boolean fits(Statement s) {
        int bytes = s.remote.count() * Long.BYTES;
        return s.verb != Verb.CAS
                && s.verb != Verb.SIGNAL
                && bytes > 0
                && bytes <= Program.INLINE_BYTES
                && !(s.verb == Verb.PUT && (s.local != null || !s.value.isPlain()));
    }

    /**
     * Takes a lock. Whoever shares adds 1 and takes it away again if he finds a holder that does not share. Software
     * tries again after a while, and waits for ever behind the last try.
     */
    final void take(Statement s) {
        int rank = rank(s.target());
        int address = memory.address(s.remote);
        Comparison fails = s.isShared() ? Comparison.GE : Comparison.NE;
        for (int n = 0; n < TRIES; n++) {
            int old = block(s.isShared() ? Ops.fadd(rank, address, 1) : Ops.cas(rank, address, 0, ALONE), s);
            List<Source> found = List.of(new Source(old, false));
            test = block(Ops.test(found, fails, List.of(), s.isShared() ? ALONE : 0), s);
            if (s.isShared()) {
                block(Ops.fadd(rank, address, -1), s);
            }
            int most = BACK_OFF << Math.min(n, MOST_DOUBLED);
            block(Ops.calc(most / 2 + all.draws.upTo(most / 2)), s);
        }
        block(Ops.poll(slot(1, 0), Comparison.NE, 0, FOR_EVER), s);
        test = -1;
    }

    final Operation giveBack(Statement s) {
        return Ops.fadd(rank(s.target()), memory.address(s.remote), s.isShared() ? -1 : -ALONE);
    }
}
