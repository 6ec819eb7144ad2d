// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CounterBytes;
import fairlead.hw.HwLayout.WriteOp;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns every write at the memory ports to an operation by address and value, never by a tag of the device (D5). Each
 * byte of each operation must be written exactly once and with the value that the operation carries; no other byte may
 * be written.
 *
 * <p>Packets carry an operation in pieces of 16 bytes, counted from its first byte, and the ledger expects the same
 * pieces. It keeps the operations that still expect bytes in one list for each node.
 */
final class CommitLedger extends Checker {
    final Messages messages = new Messages(run);
    final AtomicLedger atomics = new AtomicLedger(run);
    final CounterAccount counters = new CounterAccount(run);
    private final List<ExpectedWrites> expected = each(nodes, () -> new ExpectedWrites(times)); // by node
    final ContestedWrites contested = new ContestedWrites(run, expected, counters);
    private final int status; // address of the DLA status; -1 if the DLA writes none
    private boolean crowdRefused; // an operation whose writes may have been counted for others was refused
    final boolean usesDevice; // DeviceDelivery judges what the shared device writes
    private long compared;

    CommitLedger(JudgedRun run) {
        super(run, run.data);
        usesDevice = has(OpKind::isDevice);
        status = config.dla().options().writesStatus() ? config.dla().options().statusAddress() : -1;
    }

    long compared() {
        return compared + messages.compared + atomics.compared;
    }

    void posted(Operation op, int tag, long cycle) {
        if (run.history != null) {
            run.history.posted(op, cycle);
        }
        counters.posted(op, cycle);
        if (op.kind() == OpKind.SEND) {
            messages.posted(op);
        } else if (op.kind().isAtomic()) {
            atomics.posted(op);
        } else if (op.kind().isTransfer() && op.length() > 0) {
            expected(op).add(op, tag);
        }
    }

    private ExpectedWrites expected(Operation op) {
        return expected.get(ExpectedWrites.node(op));
    }

    /**
     * Notes that the operation was refused. A refused operation writes nothing, except that a put or get of several
     * packets may write those packets that were accepted.
     */
    void refused(Operation op, Result result) {
        if (run.history != null && op.length() <= HwLayout.MAX_PAYLOAD) {
            run.history.removed(op);
        }
        boolean isCut = op.kind() == OpKind.PUT || op.kind() == OpKind.GET;
        boolean isPartial = result == Result.REFUSED && isCut && op.length() > HwLayout.MAX_PAYLOAD;
        long wrote = NEVER;
        if (op.kind() == OpKind.SEND) {
            messages.refused(op);
        } else if (op.kind().isAtomic()) {
            atomics.refused(op);
        } else if (isPartial) {
            expected(op).rows().forEach(row -> row.optional |= row.op == op);
        } else if (op.kind().isTransfer()) {
            expected(op).removeAll(op);
            crowdRefused |= times.isUndecided(op.id());
            wrote = Math.max(contested.refused(op), times.firstCommit(op.id()));
            wrote = times.isUndecided(op.id()) ? NEVER : wrote;
        }
        if (wrote >= 0) {
            violations.add(op + " was turned away and wrote in cycle " + wrote);
        }
    }

    void committed(MemoryWrite w) {
        run.shadow.advance(w.cycle);
        // a compare-and-swap that found another value writes nothing
        int least = w.operation == WriteOp.COMPARE_SWAP ? 0 : 1;
        int needed = Math.max(w.bytes, w.operation == WriteOp.WRITE ? 0 : Integer.BYTES);
        if (w.address < 0 || w.bytes < least || w.bytes > PIECE || w.address > run.shadow.size - needed) {
            report(w, " wrote " + w.bytes + " bytes at " + hex(w.address) + ", outside its memory");
            return;
        }
        if (w.operation > WriteOp.SWAP) {
            violations.add(at(w) + " wrote at " + hex(w.address) + " by operation " + w.operation
                    + " of its memory, which there is not");
            return;
        }
        if (w.operation != WriteOp.WRITE) {
            atomics.committed(w);
        } else if (w.isOfDla()) {
            if (w.address != status || w.bytes != PIECE) {
                report(w, ": the DLA wrote its status at " + hex(w.address));
            }
        } else if (!(usesDevice && w.isOfDevice()) && !messages.committed(w) && !isExpected(w)) {
            unexpected(w);
        }
        run.shadow.write(w);
    }

    private boolean isExpected(MemoryWrite w) {
        ExpectedWrites.Row row = expected.get(w.node).write(w);
        if (row == null || row.isShared() && !contested.write(w)) {
            return false;
        }
        compared += w.bytes;
        if (row.isShared()) {
            return true;
        }
        int id = row.op.id();
        run.fences.touched(id, w.cycle, w.cycle);
        if (row.left == 0) {
            run.landed(id, w.cycle, w.cycle);
        }
        counters.committed(row.op, w.bytes);
        if (run.history != null) {
            long readBy = run.history.heldUntil(row.op, w.address - row.base, w);
            run.history.took(id, w.bytes, readBy < 0 ? Long.MAX_VALUE : readBy);
            if (readBy < 0) {
                report(w, where(w) + brought(row.op, w));
            }
        }
        return true;
    }

    private static String where(MemoryWrite w) {
        return " address " + hex(w.address) + ": ";
    }

    private static String brought(Operation op, MemoryWrite w) {
        return op + " brought " + w.bytes + " bytes that its source has not held since it was handed over";
    }

    /**
     * Reports a write that fits no expected piece, with the nearest explanation: a piece that was written a second
     * time, a piece with wrong bytes, or bytes that no operation may write.
     */
    private void unexpected(MemoryWrite w) {
        boolean isFree = contested.isFree(w);
        List<ExpectedWrites.Row> rows = expected.get(w.node).rows();
        for (ExpectedWrites.Row row : rows) {
            int piece = row.piece(w);
            if (piece >= 0 && !(row.isMissing(piece) && isFree) && w.isOf(row.op, piece)) {
                report(w, where(w) + row.op + " wrote " + w.bytes + " bytes a second time");
                return;
            }
        }
        for (int i = 0; i < rows.size(); i++) {
            Operation op = rows.get(i).op;
            int piece = rows.get(i).piece(w);
            if (piece >= 0 && rows.get(i).isMissing(piece) && isFree) {
                report(w, where(w) + (op.isUnknown() ? brought(op, w) : "wrong bytes of " + op));
                compared += w.bytes; // the bytes count as written, so that one wrong byte is reported once
                expected.get(w.node).take(i, piece, w.cycle);
                return;
            }
        }
        String near = rows.stream()
                .filter(row -> row.overlaps(w))
                .findFirst()
                .map(row -> ", inside " + row.op)
                .orElse("");
        report(w, where(w) + w.bytes + " bytes that no operation may write" + near);
    }

    /**
     * Passes the commit cycles of the operations that are still incomplete to {@link OpTimes}, after the last event,
     * and reports each completed get whose last byte was not in memory in the cycle of its completion.
     *
     * @param drained whether the run has drained
     */
    void tell(boolean drained) {
        BitSet missing = new BitSet();
        contested.tell(drained);
        for (ExpectedWrites here : expected) {
            here.tell();
            here.rows().forEach(row -> missing.set(row.op.id()));
        }
        for (int n = 0; n < times.count(); n++) {
            int id = times.ordered(n);
            Operation op = program.operation(id);
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

    void finish() {
        for (ExpectedWrites here : expected) {
            for (ExpectedWrites.Row row : here.rows()) {
                if (!row.optional && !(crowdRefused && times.isUndecided(row.op.id()))) {
                    violations.add(row.op + " lost " + row.left + " of " + row.pieces() + " pieces of 16 bytes");
                }
            }
        }
        atomics.finish();
        counters.finish();
        messages.finish();
    }

    /**
     * Checks the byte counters that puts name. When a counter reports zero, the puts that name it must have written at
     * least as many bytes as the program has announced until then; at the end of a run, a counter of which all
     * announced bytes and no others are there must have said so.
     */
    static final class CounterAccount extends Checker {
        private record Announcement(long cycle, long bytes) {}

        private final boolean used;
        private final Map<Integer, Deque<Announcement>> announced = new HashMap<>(); // by node and counter
        private final long[] committed; // less what was announced for the zeros so far

        CounterAccount(JudgedRun run) {
            super(run, run.data);
            used = has(kind -> kind == OpKind.PUT, op -> op.counter() >= 0);
            committed = new long[used ? nodes * HwLayout.COUNTERS : 0];
        }

        private static int place(int node, int counter) {
            return node * HwLayout.COUNTERS + counter;
        }

        void posted(Operation op, long cycle) {
            if (used && op.kind() == OpKind.COUNTER_SET) {
                announced
                        .computeIfAbsent(place(op.node(), op.counter()), p -> new ArrayDeque<>())
                        .add(new Announcement(cycle, CounterBytes.bytes(op.operand())));
            }
        }

        void committed(Operation op, int bytes) {
            if (used && op.kind() == OpKind.PUT && op.counter() >= 0) {
                committed[place(op.target(), op.counter())] += bytes;
            }
        }

        void zero(long cycle, int node, long counter) {
            boolean known = used && counter >= 0 && counter < HwLayout.COUNTERS;
            Deque<Announcement> here = known ? announced.get(place(node, (int) counter)) : null;
            if (here == null || here.isEmpty() || here.peek().cycle >= cycle) {
                String what = " says that byte counter " + counter + " is zero, which the program has not announced";
                report(cycle, node, what);
                return;
            }
            int at = place(node, (int) counter);
            while (!here.isEmpty() && here.peek().cycle < cycle) { // a later one acts behind this zero
                committed[at] -= here.remove().bytes;
            }
            if (committed[at] < 0) {
                violations.add(at(cycle, node) + " says that byte counter " + counter + " is zero, " + -committed[at]
                        + " bytes before the last one is in memory");
                committed[at] = 0; // each violation is reported once
            }
        }

        void finish() {
            announced.forEach((at, left) -> {
                long bytes = left.stream().mapToLong(Announcement::bytes).sum();
                if (bytes > 0 && bytes == committed[at]) {
                    violations.add("node " + at / HwLayout.COUNTERS + " never said that byte counter "
                            + at % HwLayout.COUNTERS + " is zero, whose " + bytes + " bytes are in memory");
                }
            });
        }
    }
}
