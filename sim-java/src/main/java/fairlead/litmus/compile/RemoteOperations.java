// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.compile;

import fairlead.litmus.syntax.Operand;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Task;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import fairlead.program.Comparison;
import fairlead.program.Decision;
import fairlead.program.Decision.Source;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The operations of one task, in the order of its program: what each of them requires and follows. Makes those at a
 * target: puts, gets and atomics, and locks as node software makes them of atomics on one word. The word is 0 while the
 * lock is free. A holder that does not share adds ALONE, which a compare-and-swap of 0 does; each holder that shares
 * adds 1.
 */
class RemoteOperations {
    private static final long ALONE = 1L << 32;
    private static final int TRIES = 20;
    private static final int BACK_OFF = 64; // greatest number of cycles between the first two tries
    private static final int MOST_DOUBLED = 6; // number of tries after which the time between them stays the same
    private static final long FOR_EVER = 100_000_000; // cycles; no file has a greater limit
    private static final int DELAY = 32; // greatest number of cycles between two statements

    /** A FENCE operation, and the TEST that decides whether it is executed, or -1. */
    record Fence(int id, int test) {}

    /**
     * A get whose result has not been read.
     *
     * @param address of its word in the own memory
     * @param place task and line
     * @param test TEST that decides whether the get is performed, or -1
     */
    record Landing(int get, int address, String target, String place, int test) {}

    final Task task;
    final TaskBuilder builder;
    final Compiler all;
    final MemoryPlan memory;
    int test = -1; // TEST that decides whether the current statement is executed, or -1
    int gate = -1;
    int chain = -1;
    long offset;
    private final boolean slow; // whether there are delays between statements
    final Map<String, Landing> landings = new LinkedHashMap<>(); // gets that have not been read, by register
    // by target: one FENCE that is always executed, and those after it, which later operations must respect
    final Map<String, List<Fence>> fences = new HashMap<>();
    final Set<String> toOrder = new HashSet<>(); // targets of puts, adds and signals since the last fence

    RemoteOperations(Task task, TaskBuilder builder, Compiler all) {
        this.task = task;
        this.builder = builder;
        this.all = all;
        memory = all.memory;
        slow = all.draws.once(2) && !all.aim.isAt(task);
    }

    final int rank(String node) {
        return all.placement.rank(node);
    }

    final int give(Operation op) {
        return builder.add(op.onlyIf(test));
    }

    final int add(Operation op, Statement s) {
        if (slow) {
            offset += all.draws.upTo(DELAY);
        }
        if (gate < 0) {
            op.notBefore(offset);
        } else if (offset > 0) {
            gate = give(Ops.calc(offset).requires(gate).after(chain));
            offset = 0;
        }
        int id = give(op.requires(gate).after(chain));
        all.places.put(id, place(s));
        if (s.label != null) {
            all.readings.put(new Term(Term.Kind.CYCLE, task.name(), s.label, 0), List.of(new Source(id, false)));
        }
        return id;
    }

    final String place(Statement s) {
        return task.name() + ":" + s.line;
    }

    /**
     * Adds an operation that does not block. A request through the DLA enters only when the DLA has accepted it; later
     * operations do not wait for that.
     */
    final int post(Operation op, Statement s) {
        int id = add(op, s);
        if (op.path() != Path.INLINE) {
            chain = id;
        }
        return id;
    }

    /** Lets the operations that follow wait for others, but not the task for what it has posted. */
    final void awaitAll(int... others) {
        if (others.length > 0) {
            gate = give(Ops.calc(0).requires(gate).requires(others).after(chain));
        }
    }

    final int block(Operation op, Statement s) {
        return passed(add(op, s));
    }

    final int passed(int id) {
        gate = id;
        chain = -1;
        offset = 0;
        return id;
    }

    /** Notes that all operations to a target are complete, or to all targets if it is null. */
    final void ordered(String target) {
        fences.keySet().removeIf(to -> target == null || to.equals(target));
        toOrder.removeIf(to -> target == null || to.equals(target));
    }

    // ---- registers

    private Term term(String register) {
        return new Term(Term.Kind.REGISTER, task.name(), register, 0);
    }

    /**
     * Notes that an operation has the value, or its status is the value.
     *
     * @param only TEST that decides whether it is performed; if it is not, the register keeps its value. -1 for none
     */
    final void hold(String register, int operation, boolean status, int only) {
        List<Source> may = new ArrayList<>(List.of(new Source(operation, status)));
        if (only >= 0) {
            may.addAll(all.readings.getOrDefault(term(register), List.of()));
        }
        all.readings.put(term(register), may);
    }

    final void lands(String register, Landing landing) {
        if (landing.test < 0) {
            all.readings.remove(term(register));
        }
        landings.put(register, landing);
    }

    /** Returns the operations that may have the value of an operand, the latest first; none for a plain value. */
    final List<Source> sources(Operand operand) {
        return operand.isPlain() ? List.of() : all.readings.getOrDefault(term(operand.register()), List.of());
    }

    final int[] sourcesOf(Statement s) {
        return Stream.of(s.value, s.second)
                .filter(Objects::nonNull)
                .flatMap(operand -> sources(operand).stream())
                .mapToInt(Source::operation)
                .toArray();
    }

    // ---- operations

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
                Decision.compare(cas, sources(s.value), s.value.value());
                return Decision.operand(cas, sources(s.second), s.second.value());
            }
            default -> {
                Operation op = Ops.fetchOp(s.atomic().kind(), target, remote, 0);
                return Decision.operand(op, sources(s.value), s.value.value());
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
     * tries again after a while, and waits for ever after the last try.
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
