// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.machine.DlaOptions;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    private static final int STATUS_BYTES = 16;

    private final Shadow shadow;
    private final Messages messages;
    private final ExpectedWrites[] expected; // by node
    private final ContestedWrites contested;
    private final AtomicLedger atomics;
    private final int status; // address of the DLA status; -1 if the DLA writes none
    private boolean crowdRefused; // an operation whose writes may have been counted for others was refused
    private final SourceHistory history; // null if every byte can be predicted
    private final CounterAccount counters;
    private final Landings landings;
    private final boolean usesDevice; // DeviceDelivery judges what the shared device writes
    private long compared;

    CommitLedger(
            final Subject of,
            final Shadow shadow,
            final Messages messages,
            final SourceHistory history,
            final CounterAccount counters,
            final ContestedWrites contested,
            final Landings landings,
            final Violations violations) {
        super(of, violations);
        this.contested = contested;
        this.landings = landings;
        this.history = history;
        this.counters = counters;
        usesDevice = program.operations().stream().anyMatch(op -> op.kind().isDevice());
        final DlaOptions dla = config.dla().options();
        status = dla.writesStatus() ? dla.statusAddress() : -1;
        this.shadow = shadow;
        this.messages = messages;
        this.atomics = new AtomicLedger(of, landings, violations);
        expected = new ExpectedWrites[program.nodes()];
        Arrays.setAll(expected, node -> new ExpectedWrites(times));
    }

    long compared() {
        return compared + messages.compared() + atomics.compared();
    }

    void posted(final Operation op) {
        if (history != null) {
            history.posted(op);
        }
        switch (op.kind()) {
            case PUT -> expect(op, op.target(), op.remote());
            case GET -> expect(op, op.node(), op.local());
            case FADD, FAND, FOR, FXOR, SWAP, CAS -> atomics.posted(op);
            case SEND -> messages.posted(op);
            default -> {}
        }
    }

    private void expect(final Operation op, final int node, final int base) {
        if (op.length() == 0) {
            return;
        }
        if (contested.contains(op)) {
            contested.posted(op);
        } else {
            expected[node].add(op, base, contested.isVague(op.id()));
        }
    }

    /**
     * Notes that the operation was refused. A refused operation writes nothing, except that a put of several packets
     * may write those packets that were accepted.
     */
    void refused(final Operation op, final Result result) {
        if (history != null && op.length() <= HwLayout.MAX_PAYLOAD) {
            history.removed(op);
        }
        if (op.kind() == OpKind.SEND) {
            messages.refused(op);
        } else if (AtomicLedger.isAtomic(op)) {
            atomics.refused(op);
        } else if (contested.contains(op)) {
            final long wrote = contested.refused(
                    op, result == Result.REFUSED && op.kind() == OpKind.PUT && op.length() > HwLayout.MAX_PAYLOAD);
            if (wrote >= 0) {
                violations.add(op + " was turned away and wrote in cycle " + wrote);
            }
        } else if (result == Result.REFUSED && op.kind() == OpKind.PUT && op.length() > HwLayout.MAX_PAYLOAD) {
            final ExpectedWrites here = expected[op.target()];
            for (int row = 0; row < here.end(); row = here.next(row)) {
                if (here.operation(row) == op.id()) {
                    here.makeOptional(row);
                }
            }
        } else if (op.kind().isTransfer()) {
            expected[op.kind() == OpKind.GET ? op.node() : op.target()].removeAll(op.id());
            crowdRefused |= contested.isCrowded(op.id());
            if (times.firstCommit(op.id()) >= 0 && !contested.isCrowded(op.id())) {
                violations.add(op + " was turned away and wrote in cycle " + times.firstCommit(op.id()));
            }
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
        shadow.advance(cycle);
        final int address = (int) CommitEvent.address(a);
        final int length = (int) CommitEvent.bytes(a);
        final int operation = (int) CommitEvent.operation(a);
        // a compare-and-swap that found another value writes nothing
        final int least = operation == WriteOp.COMPARE_SWAP ? 0 : 1;
        if (address < 0
                || length < least
                || length > STATUS_BYTES
                || address > shadow.size() - Math.max(length, operation == WriteOp.WRITE ? 0 : Long.BYTES)) {
            violations.add(at(cycle, node) + " wrote " + length + " bytes at " + hex(address) + ", outside its memory");
            return;
        }
        if (operation > WriteOp.SWAP) {
            violations.add("cycle " + cycle + ": node " + node + " wrote at " + hex(address) + " by operation "
                    + operation + " of its memory, which there is not");
            return;
        }
        if (operation != WriteOp.WRITE) {
            final long old = shadow.word(node, address);
            atomics.committed(cycle, node, operation, address, old, length == 0 ? old : low);
        } else if (CommitEvent.port(a) == STATUS_PORT) {
            if (address != status || length != STATUS_BYTES) {
                violations.add("cycle " + cycle + ": node " + node + ": the DLA wrote its status at " + hex(address));
            }
        } else if (!(usesDevice && DeviceDelivery.isOfDevice(a)) && !messages.committed(cycle, node, address)) {
            write(cycle, node, (int) CommitEvent.port(a), address, length, low, high);
        }
        shadow.write(cycle, node, address, length, low, high);
    }

    private void write(
            final long cycle,
            final int node,
            final int port,
            final int address,
            final int length,
            final long low,
            final long high) {
        final int id = expected[node].write(cycle, address, length, low, high);
        if (id >= 0) {
            compared += length;
            if (!contested.isCrowded(id)) {
                landings.touched(id, cycle, cycle);
                if (expected[node].hasEnded()) {
                    landings.landed(id, cycle, cycle);
                }
            }
            if (history != null || counters.isUsed()) {
                judge(id, cycle, node, address, length, low, high);
            }
            return;
        }
        final ContestedPlace place = contested.place(node, address, length);
        if (place == null) {
            unexpected(cycle, node, address, length, low, high);
        } else {
            contested(place, cycle, port, low, high);
        }
    }

    private void contested(
            final ContestedPlace place, final long cycle, final int port, final long low, final long high) {
        final String what = "cycle " + cycle + ": node " + place.node + " address " + hex(place.address) + ": ";
        final List<Operation> owners = contested.write(place, cycle, port, low, high);
        if (!owners.isEmpty()) {
            compared += place.bytes;
            final Set<Integer> told = new HashSet<>(); // a counter has at least the bytes that are surely its own
            owners.stream()
                    .filter(op -> counters.isUsed() && told.add(op.counter()))
                    .forEach(op -> counters.committed(op, place.bytes));
            return;
        }
        final Operation writer = ContestedWrites.writer(place, low, high);
        final boolean isKnown = writer != null && !writer.isUnknown();
        final Operation near = contested.blame(place, cycle, isKnown);
        if (near != null) {
            compared += place.bytes; // the bytes count as written, so that one wrong write is reported once
            violations.add(what
                    + (near.isUnknown()
                            ? near + " brought " + place.bytes
                                    + " bytes that its source has not held since it was handed over"
                            : "wrong bytes of " + near));
        } else {
            violations.add(what
                    + (writer == null
                            ? place.bytes + " bytes that no operation may write"
                            : writer + " wrote " + place.bytes + " bytes a second time"));
        }
    }

    private void judge(
            final int id,
            final long cycle,
            final int node,
            final int address,
            final int length,
            final long low,
            final long high) {
        final Operation op = program.operation(id);
        counters.committed(op, length);
        final int base = op.kind() == OpKind.GET ? op.local() : op.remote();
        final long readBy = history == null ? 0 : history.heldUntil(id, address - base, length, low, high);
        if (history != null) {
            history.took(id, length, readBy < 0 || contested.isCrowded(id) ? Long.MAX_VALUE : readBy);
        }
        if (readBy < 0 && !contested.isCrowded(id)) {
            violations.add("cycle " + cycle + ": node " + node + " address " + hex(address) + ": " + op + " brought "
                    + length + " bytes that its source has not held since it was handed over");
        }
    }

    /**
     * Reports a write that fits no expected piece, with the nearest explanation: a piece that was written a second
     * time, a piece with wrong bytes, or bytes that no operation may write.
     */
    private void unexpected(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        final String where = "cycle " + cycle + ": node " + node + " address " + hex(address);
        final ExpectedWrites here = expected[node];
        for (int row = 0; row < here.end(); row = here.next(row)) {
            final int piece = here.piece(row, address, length);
            if (piece >= 0 && here.isSeen(row, piece) && here.same(row, piece, length, low, high)) {
                violations.add(where + ": " + operation(here, row) + " wrote " + length + " bytes a second time");
                return;
            }
        }
        Operation near = null;
        for (int row = 0; row < here.end(); row = here.next(row)) {
            final int piece = here.piece(row, address, length);
            if (piece >= 0 && !here.isSeen(row, piece)) {
                violations.add(where + ": wrong bytes of " + operation(here, row));
                compared += length; // the bytes count as written, so that one wrong byte is reported once
                here.take(row, piece, cycle);
                return;
            }
            near = near == null && here.overlaps(row, address, length) ? operation(here, row) : near;
        }
        violations.add(where + ": " + length + " bytes that no operation may write"
                + (near == null ? "" : ", inside " + near));
    }

    private Operation operation(final ExpectedWrites here, final int row) {
        return program.operation(here.operation(row));
    }

    /**
     * Passes the commit cycles of the operations that are still incomplete to {@link OpTimes}, after the last event.
     *
     * @param drained whether the run has drained
     */
    void tell(final boolean drained) {
        for (final ExpectedWrites here : expected) {
            here.tell();
        }
        contested.tell(drained);
    }

    /** Reports each completed get whose last byte was not in memory in the cycle of its completion. */
    void completions() {
        final BitSet missing = missing();
        for (int n = 0; n < times.count(); n++) {
            final int id = times.ordered(n);
            final Operation op = program.operation(id);
            if (op.kind() == OpKind.GET
                    && op.length() > 0
                    && !times.isUndecided(id)
                    && times.result(id) == Result.DONE
                    && (missing.get(id) || times.lastCommit(id) > times.completedAt(id))) {
                violations.add(op + " was done in cycle " + times.completedAt(id) + ", its last byte was in memory "
                        + (missing.get(id) ? "never" : "only in cycle " + times.lastCommit(id)));
            }
        }
    }

    private BitSet missing() {
        final BitSet missing = new BitSet();
        for (final ExpectedWrites here : expected) {
            for (int row = 0; row < here.end(); row = here.next(row)) {
                missing.set(here.operation(row));
            }
        }
        contested.missing(missing);
        return missing;
    }

    AtomicLedger atomics() {
        return atomics;
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
        contested.finish(violations);
        atomics.finish();
        messages.finish();
    }

    private static String hex(final int address) {
        return "0x" + Integer.toHexString(address);
    }
}
