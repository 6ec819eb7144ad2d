// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.BitSet;
import java.util.List;

/**
 * Assigns every write at the memory ports to an operation by address and value, never by a tag of the device (D5). Each
 * byte of each operation must be written exactly once and with the value that the operation carries; no other byte may
 * be written.
 *
 * <p>Packets carry an operation in pieces of 16 bytes, counted from its first byte, and the ledger expects the same
 * pieces. It keeps the operations that still expect bytes in one list for each node.
 */
final class CommitLedger extends Checker {
    private static final int STATUS_PORT = HwLayout.MOST_PORTS;

    final Messages messages;
    final AtomicLedger atomics;
    final CounterAccount counters;
    final ContestedWrites contested;
    private final List<ExpectedWrites> expected; // by node
    private final int status; // address of the DLA status; -1 if the DLA writes none
    private boolean crowdRefused; // an operation whose writes may have been counted for others was refused
    private final boolean usesDevice; // DeviceDelivery judges what the shared device writes
    private long compared;

    CommitLedger(final Run run) {
        super(run, run.data);
        messages = new Messages(run);
        atomics = new AtomicLedger(run);
        counters = new CounterAccount(run);
        contested = new ContestedWrites(run, counters);
        usesDevice = program.operations().stream().anyMatch(op -> op.kind().isDevice());
        status = config.dla().options().writesStatus() ? config.dla().options().statusAddress() : -1;
        expected = each(nodes, () -> new ExpectedWrites(times));
    }

    long compared() {
        return compared + messages.compared() + atomics.compared() + contested.compared();
    }

    void posted(final Operation op, final long cycle) {
        if (run.history != null) {
            run.history.posted(op);
        }
        counters.posted(op, cycle);
        if (op.kind() == OpKind.SEND) {
            messages.posted(op);
        } else if (op.kind().isAtomic()) {
            atomics.posted(op);
        } else if (op.kind().isTransfer() && op.length() > 0) {
            if (contested.contains(op)) {
                contested.posted(op);
            } else {
                expected(op).add(op, Contested.base(op), contested.isVague(op.id()));
            }
        }
    }

    private ExpectedWrites expected(final Operation op) {
        return expected.get(Contested.node(op));
    }

    /**
     * Notes that the operation was refused. A refused operation writes nothing, except that a put of several packets
     * may write those packets that were accepted.
     */
    void refused(final Operation op, final Result result) {
        if (run.history != null && op.length() <= HwLayout.MAX_PAYLOAD) {
            run.history.removed(op);
        }
        final boolean isPartial =
                result == Result.REFUSED && op.kind() == OpKind.PUT && op.length() > HwLayout.MAX_PAYLOAD;
        long wrote = NEVER;
        if (op.kind() == OpKind.SEND) {
            messages.refused(op);
        } else if (op.kind().isAtomic()) {
            atomics.refused(op);
        } else if (contested.contains(op)) {
            wrote = contested.refused(op, isPartial);
        } else if (isPartial) {
            expected(op).makeOptional(op.id());
        } else if (op.kind().isTransfer()) {
            expected(op).removeAll(op.id());
            crowdRefused |= contested.isCrowded(op.id());
            wrote = contested.isCrowded(op.id()) ? NEVER : times.firstCommit(op.id());
        }
        if (wrote >= 0) {
            violations.add(op + " was turned away and wrote in cycle " + wrote);
        }
    }

    /**
     * Handles COMMITTED.
     *
     * @param a a CommitEvent
     * @param low first 8 bytes that were written
     * @param high next 8 bytes
     */
    void committed(final long cycle, final int node, final long a, final long low, final long high) {
        run.shadow.advance(cycle);
        final int address = (int) CommitEvent.address(a);
        final int length = (int) CommitEvent.bytes(a);
        final int operation = (int) CommitEvent.operation(a);
        // a compare-and-swap that found another value writes nothing
        final int least = operation == WriteOp.COMPARE_SWAP ? 0 : 1;
        if (address < 0
                || length < least
                || length > PIECE
                || address > run.shadow.size() - Math.max(length, operation == WriteOp.WRITE ? 0 : Long.BYTES)) {
            report(cycle, node, " wrote " + length + " bytes at " + hex(address) + ", outside its memory");
            return;
        }
        if (operation > WriteOp.SWAP) {
            report(
                    cycle,
                    node,
                    " wrote at " + hex(address) + " by operation " + operation + " of its memory, which there is not");
            return;
        }
        if (operation != WriteOp.WRITE) {
            final long old = run.shadow.word(node, address);
            atomics.committed(cycle, node, operation, address, old, length == 0 ? old : low);
        } else if (CommitEvent.port(a) == STATUS_PORT) {
            if (address != status || length != PIECE) {
                report(cycle, node, ": the DLA wrote its status at " + hex(address));
            }
        } else if (!(usesDevice && DeviceDelivery.isOfDevice(a))
                && !messages.committed(cycle, node, address)
                && !isExpected(cycle, node, address, length, low, high)
                && !contested.write(cycle, node, (int) CommitEvent.port(a), address, length, low, high)) {
            unexpected(cycle, node, address, length, low, high);
        }
        run.shadow.write(cycle, node, address, length, low, high);
    }

    private boolean isExpected(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        final int id = expected.get(node).write(cycle, address, length, low, high);
        if (id < 0) {
            return false;
        }
        compared += length;
        if (!contested.isCrowded(id)) {
            run.touched(id, cycle, cycle);
            if (expected.get(node).hasEnded()) {
                run.landed(id, cycle, cycle);
            }
        }
        if (run.history != null || counters.isUsed()) {
            judge(program.operation(id), cycle, node, address, length, low, high);
        }
        return true;
    }

    private void judge(
            final Operation op,
            final long cycle,
            final int node,
            final int address,
            final int length,
            final long low,
            final long high) {
        counters.committed(op, length);
        if (run.history == null) {
            return;
        }
        final boolean isCrowded = contested.isCrowded(op.id());
        final long readBy = run.history.heldUntil(op.id(), address - Contested.base(op), length, low, high);
        run.history.took(op.id(), length, readBy < 0 || isCrowded ? Long.MAX_VALUE : readBy);
        if (readBy < 0 && !isCrowded) {
            report(
                    cycle,
                    node,
                    " address " + hex(address) + ": " + op + " brought " + length
                            + " bytes that its source has not held since it was handed over");
        }
    }

    /**
     * Reports a write that fits no expected piece, with the nearest explanation: a piece that was written a second
     * time, a piece with wrong bytes, or bytes that no operation may write.
     */
    private void unexpected(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        final String where = " address " + hex(address) + ": ";
        final ExpectedWrites here = expected.get(node);
        for (int row = 0; row < here.end(); row = here.next(row)) {
            final int piece = here.piece(row, address, length);
            if (piece >= 0 && here.isSeen(row, piece) && here.same(row, piece, length, low, high)) {
                report(cycle, node, where + operation(here, row) + " wrote " + length + " bytes a second time");
                return;
            }
        }
        Operation near = null;
        for (int row = 0; row < here.end(); row = here.next(row)) {
            final int piece = here.piece(row, address, length);
            if (piece >= 0 && !here.isSeen(row, piece)) {
                report(cycle, node, where + "wrong bytes of " + operation(here, row));
                compared += length; // the bytes count as written, so that one wrong byte is reported once
                here.take(row, piece, cycle);
                return;
            }
            near = near == null && here.overlaps(row, address, length) ? operation(here, row) : near;
        }
        report(
                cycle,
                node,
                where + length + " bytes that no operation may write" + (near == null ? "" : ", inside " + near));
    }

    private Operation operation(final ExpectedWrites here, final int row) {
        return program.operation(here.operation(row));
    }

    /**
     * Passes the commit cycles of the operations that are still incomplete to {@link OpTimes}, after the last event,
     * and reports each completed get whose last byte was not in memory in the cycle of its completion.
     *
     * @param drained whether the run has drained
     */
    void tell(final boolean drained) {
        final BitSet missing = new BitSet();
        for (final ExpectedWrites here : expected) {
            here.tell();
            for (int row = 0; row < here.end(); row = here.next(row)) {
                missing.set(here.operation(row));
            }
        }
        contested.tell(drained);
        contested.missing(missing);
        for (int n = 0; n < times.count(); n++) {
            final int id = times.ordered(n);
            final Operation op = program.operation(id);
            if (op.kind() == OpKind.GET
                    && op.length() > 0
                    && !times.isUndecided(id)
                    && times.isDone(id)
                    && (missing.get(id) || times.lastCommit(id) > times.completedAt(id))) {
                violations.add(op + " was done in cycle " + times.completedAt(id) + ", its last byte was in memory "
                        + (missing.get(id) ? "never" : "only in cycle " + times.lastCommit(id)));
            }
        }
    }

    /** Reports every operation that misses bytes at a drained end. */
    void finish() {
        for (final ExpectedWrites here : expected) {
            for (int row = 0; row < here.end(); row = here.next(row)) {
                if (!here.isOptional(row) && !(crowdRefused && contested.isCrowded(here.operation(row)))) {
                    violations.add(operation(here, row) + " lost " + here.left(row) + " of " + here.pieces(row)
                            + " pieces of 16 bytes");
                }
            }
        }
        contested.finish();
        atomics.finish();
        messages.finish();
    }
}
