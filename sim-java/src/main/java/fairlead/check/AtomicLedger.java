// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Checks that each fetch-add and compare-and-swap acts on memory exactly once and returns the value that it found
 * there.
 *
 * <p>A commit is accepted when some operation that has not acted yet explains its effect. Two operations with equal
 * effects cannot be told apart at that moment. The returned old value identifies the operation, so the time of the
 * commit is recorded only when that value arrives at the origin.
 */
final class AtomicLedger {
    private static final int BYTES = 8;

    private record Commit(long cycle, int address, long old, long now) {}

    private final OpTimes times;
    private final Violations violations;
    private final List<List<Operation>> expected = new ArrayList<>(); // by target node
    private final List<List<Commit>> unclaimed = new ArrayList<>(); // by target node, in order of time
    private final Program program;
    private final TagOwners tags;
    private final Landings landings;
    private long compared;

    AtomicLedger(
            final Program program,
            final OpTimes times,
            final TagOwners tags,
            final Landings landings,
            final Violations violations) {
        this.program = program;
        this.landings = landings;
        this.tags = tags;
        this.times = times;
        this.violations = violations;
        for (int node = 0; node < program.nodes(); node++) {
            expected.add(new ArrayList<>());
            unclaimed.add(new ArrayList<>());
        }
    }

    static boolean isAtomic(final Operation op) {
        return op.kind() == OpKind.FADD || op.kind() == OpKind.CAS;
    }

    long compared() {
        return compared;
    }

    void posted(final Operation op) {
        expected.get(op.target()).add(op);
    }

    void refused(final Operation op) {
        final List<Operation> here = expected.get(op.target());
        if (!here.remove(op)) { // the commit of an equal operation was taken for it
            here.stream().filter(other -> equal(other, op)).findFirst().ifPresent(here::remove);
        }
    }

    private static boolean equal(final Operation one, final Operation other) {
        return one.kind() == other.kind()
                && one.remote() == other.remote()
                && one.operand() == other.operand()
                && one.compare() == other.compare();
    }

    /** Returns the value that the operation leaves in memory when it finds `old` there. */
    private static long effect(final Operation op, final long old) {
        return op.kind() == OpKind.FADD ? old + op.operand() : old == op.compare() ? op.operand() : old;
    }

    /**
     * Notes the commit of an atomic that found `old` and left `now`, and reports it if no expected operation explains
     * it.
     */
    void committed(final long cycle, final int node, final int address, final long old, final long now) {
        final Iterator<Operation> here = expected.get(node).iterator();
        while (here.hasNext()) {
            final Operation op = here.next();
            if (op.remote() == address && effect(op, old) == now) {
                here.remove();
                compared += BYTES;
                unclaimed.get(node).add(new Commit(cycle, address, old, now));
                return;
            }
        }
        violations.add("cycle " + cycle + ": node " + node + " address 0x" + Integer.toHexString(address)
                + ": an atomic that no operation asked for");
    }

    /** Handles OP_RESULT: the old value has arrived at the origin. */
    void result(final long cycle, final int node, final int tag, final long old) {
        final int owner = tags.owner(node, tag);
        final Operation op = owner < 0 ? null : program.operation(owner);
        if (op == null || !isAtomic(op)) {
            violations.add(
                    "cycle " + cycle + ": node " + node + " has a result for tag " + tag + ", which is of no atomic");
            return;
        }
        final Iterator<Commit> here = unclaimed.get(op.target()).iterator();
        while (here.hasNext()) {
            final Commit commit = here.next();
            if (commit.address == op.remote() && commit.old == old && commit.now == effect(op, old)) {
                here.remove();
                times.committed(op.id(), commit.cycle);
                landings.touched(op.id(), commit.cycle, cycle);
                landings.landed(op.id(), commit.cycle, cycle);
                return;
            }
        }
        violations.add("cycle " + cycle + ": " + op + " was told " + old + ", which no commit found in memory");
    }

    /** Reports every atomic that has not acted by a drained end. */
    void finish() {
        for (final List<Operation> here : expected) {
            here.forEach(op -> violations.add(op + " never reached memory"));
        }
    }
}
