// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.verdict.Checker.MemoryWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks transfers whose bytes the program cannot predict: their bytes must be those that their source held at some
 * time since the transfer was handed over. While such a transfer is open, the history keeps the overwritten bytes of
 * its source, each with the cycle of the change. A byte that has been overwritten since was read before that cycle,
 * which bounds the cycle of the read.
 */
final class SourceHistory {
    private static final int KEPT = 4096; // greatest number of overwritten words that one transfer keeps

    private record Past(long cycle, int address, byte[] bytes) {}

    private static final class Transfer {
        final Operation op;
        final long since; // cycle in which it was handed over; what is stored then is there before it reads
        final int node; // of its source
        final int base;
        final Deque<Past> past = new ArrayDeque<>(); // newest entry first
        int left;
        boolean forgot;

        Transfer(Operation op, long since) {
            this.op = op;
            this.since = since;
            boolean isGet = op.kind() == OpKind.GET;
            node = isGet ? op.target() : op.node();
            base = isGet ? op.remote() : op.local();
            left = op.length();
        }
    }

    private final Shadow shadow;
    private final List<List<Transfer>> bySource;
    private final Map<Integer, Transfer> byId = new HashMap<>();
    private final Map<Integer, Long> readBy = new HashMap<>();

    private SourceHistory(Program program, Shadow shadow) {
        this.shadow = shadow;
        bySource = Checker.each(program.nodes(), ArrayList::new);
    }

    /** Returns a history for the transfers of a program, or null if it has none that needs it and does not grow. */
    static SourceHistory of(Program program, Shadow shadow, boolean grows) {
        boolean needed = grows || program.operations().stream().anyMatch(SourceHistory::isKept);
        return needed ? new SourceHistory(program, shadow) : null;
    }

    private static boolean isKept(Operation op) {
        return op.isUnknown() && op.length() > 0 && (op.kind() == OpKind.GET || op.path() == Path.DESCRIPTOR);
    }

    void posted(Operation op, long cycle) {
        Transfer transfer = isKept(op) ? new Transfer(op, cycle) : null;
        if (transfer != null && transfer.base >= 0 && transfer.base + op.length() <= shadow.size) {
            bySource.get(transfer.node).add(transfer);
            byId.put(op.id(), transfer);
        }
    }

    /** Keeps these bytes of a node, which are about to change. */
    void changes(long cycle, int node, int address, int length) {
        for (Transfer transfer : bySource.get(node)) {
            int from = Math.max(address, transfer.base);
            int to = Math.min(address + length, transfer.base + transfer.op.length());
            if (from < to && cycle > transfer.since) {
                byte[] bytes = new byte[to - from];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = shadow.at(node, from + i);
                }
                transfer.past.addFirst(new Past(cycle, from, bytes));
                if (transfer.past.size() > KEPT) {
                    transfer.past.removeLast();
                    transfer.forgot = true;
                }
            }
        }
    }

    /**
     * Returns the last cycle in which a read could find all these bytes, from byte `offset` of the operation on:
     * Long.MAX_VALUE if they are still there or are not known, or -1 if the source never held them.
     */
    long heldUntil(Operation op, int offset, MemoryWrite w) {
        Transfer transfer = byId.get(op.id());
        long until = Long.MAX_VALUE;
        for (int i = 0; transfer != null && i < w.bytes; i++) {
            until = Math.min(until, lastHeld(transfer, transfer.base + offset + i, w.at(i)));
        }
        return until;
    }

    private long lastHeld(Transfer transfer, int address, byte value) {
        if (shadow.at(transfer.node, address) == value) {
            return Long.MAX_VALUE;
        }
        for (Past past : transfer.past) {
            int at = address - past.address;
            if (at >= 0 && at < past.bytes.length && past.bytes[at] == value) {
                return past.cycle;
            }
        }
        return transfer.forgot ? Long.MAX_VALUE : -1;
    }

    /** Notes that bytes of the operation were written which were read by this cycle, or Long.MAX_VALUE. */
    void took(int id, int length, long readUntil) {
        Transfer transfer = byId.get(id);
        if (transfer != null) {
            readBy.merge(id, readUntil, Math::min);
            transfer.left -= length;
            if (transfer.left <= 0) {
                removed(transfer.op);
            }
        }
    }

    void removed(Operation op) {
        Transfer transfer = byId.remove(op.id());
        if (transfer != null) {
            bySource.get(transfer.node).remove(transfer);
        }
    }

    /**
     * Returns the latest cycle by which all bytes that this operation brought must have been read, or Long.MAX_VALUE if
     * there is no bound.
     */
    long readBy(int id) {
        return readBy.getOrDefault(id, Long.MAX_VALUE);
    }
}
