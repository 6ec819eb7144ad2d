// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.hw.HwLayout;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Recognises every write at the memory ports by address and value, never by a tag of the device (D5): each byte of each operation must be written exactly once, with its
 * own value, and nothing else may be written.
 *
 * <p>An operation expects its bytes in pieces of 16 from its first byte on, as packets carry them. Each node keeps the operations that are still expected there; the
 * one that matched last is tried first, so a stream of commits costs a few comparisons each.
 */
final class CommitLedger {
    /** One operation whose bytes are still expected. */
    private static final class Expected {
        final Operation op;
        final int base;
        final boolean[] seen; // by piece
        int left;
        boolean optional; // a put of which some packets were refused

        Expected(final Operation op, final int base) {
            this.op = op;
            this.base = base;
            this.seen = new boolean[(op.length() + 15) / 16];
            this.left = seen.length;
        }

        int piece(final int address, final int length) {
            final int offset = address - base;
            if (offset < 0
                    || offset >= op.length()
                    || (offset & 15) != 0
                    || length != Math.min(16, op.length() - offset)) {
                return -1;
            }
            return offset >> 4;
        }

        boolean overlaps(final int address, final int length) {
            return address < base + op.length() && address + length > base;
        }
    }

    private static final int WRITE = 0;
    private static final int STATUS_PORT = HwLayout.LOCAL_PORTS;
    private static final int STATUS_BYTES = 16;
    private static final int COMPARE_SWAP = 2;

    private final Shadow shadow;
    private final OpTimes times;
    private final Messages messages;
    private final Violations violations;
    private final List<List<Expected>> expected = new ArrayList<>();
    private final AtomicLedger atomics;
    private final int[] last;
    private final int status; // address of the DLA's status, -1: it writes none
    private long compared;

    CommitLedger(
            final Program program,
            final Shadow shadow,
            final OpTimes times,
            final Messages messages,
            final int status,
            final Violations violations) {
        this.status = status;
        this.shadow = shadow;
        this.times = times;
        this.messages = messages;
        this.violations = violations;
        this.atomics = new AtomicLedger(program, times, violations);
        this.last = new int[program.nodes()];
        for (int node = 0; node < program.nodes(); node++) {
            expected.add(new ArrayList<>());
        }
    }

    long compared() {
        return compared + messages.compared() + atomics.compared();
    }

    void posted(final Operation op) {
        switch (op.kind()) {
            case PUT:
                expect(op, op.target(), op.remote());
                break;
            case GET:
                expect(op, op.node(), op.local());
                break;
            case FADD:
            case CAS:
                atomics.posted(op);
                break;
            case SEND:
                messages.posted(op);
                break;
            default:
                break;
        }
    }

    private void expect(final Operation op, final int node, final int base) {
        if (op.length() > 0) {
            expected.get(node).add(new Expected(op, base));
        }
    }

    /** The operation was turned away, wholly, or a put of several packets perhaps in part: each packet of it is judged for itself. */
    void refused(final Operation op, final Result result) {
        if (op.kind() == OpKind.SEND) {
            messages.refused(op);
        } else if (AtomicLedger.isAtomic(op)) {
            atomics.refused(op);
        } else if (result == Result.REFUSED && op.kind() == OpKind.PUT && op.length() > HwLayout.MAX_PAYLOAD) {
            expected.get(op.target()).stream().filter(e -> e.op == op).forEach(e -> e.optional = true);
        } else if (op.kind().isTransfer()) {
            expected.get(op.kind() == OpKind.GET ? op.node() : op.target()).removeIf(e -> e.op == op);
            if (times.firstCommit(op.id()) >= 0) {
                violations.add(op + " was turned away and wrote in cycle " + times.firstCommit(op.id()));
            }
        }
    }

    /** COMMITTED: a = address | bytes << 32 | port << 40 | operation << 48; low, high the bytes. */
    void committed(final long cycle, final int node, final long a, final long low, final long high) {
        shadow.advance(cycle);
        final int address = (int) a;
        final int length = (int) (a >>> 32) & 0xFF;
        final int operation = (int) (a >>> 48);
        final int least = operation == COMPARE_SWAP ? 0 : 1; // one that found another value writes nothing
        if (address < 0 || length < least || length > 16 || address + length > shadow.size(node)) {
            violations.add("cycle " + cycle + ": node " + node + " wrote " + length + " bytes at " + hex(address)
                    + ", outside its memory");
            return;
        }
        if (operation != WRITE) {
            final long old = shadow.word(node, address);
            atomics.committed(cycle, node, address, old, length == 0 ? old : low);
        } else if (((int) (a >>> 40) & 0xFF) == STATUS_PORT) {
            if (address != status || length != STATUS_BYTES) {
                violations.add("cycle " + cycle + ": node " + node + ": the DLA wrote its status at " + hex(address));
            }
        } else if (!messages.committed(node, address)) {
            write(cycle, node, address, length, low, high);
        }
        shadow.write(node, address, length, low, high);
    }

    private void write(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        final List<Expected> here = expected.get(node);
        if (last[node] < here.size() && tryTake(here, last[node], cycle, address, length, low, high)) {
            return;
        }
        for (int index = 0; index < here.size(); index++) {
            if (tryTake(here, index, cycle, address, length, low, high)) {
                last[node] = index;
                return;
            }
        }
        unexpected(cycle, node, address, length, low, high);
    }

    private boolean tryTake(
            final List<Expected> here,
            final int index,
            final long cycle,
            final int address,
            final int length,
            final long low,
            final long high) {
        final Expected candidate = here.get(index);
        final int piece = candidate.piece(address, length);
        if (piece < 0 || candidate.seen[piece] || !same(candidate.op, address - candidate.base, length, low, high)) {
            return false;
        }
        take(here, index, piece, cycle, length);
        return true;
    }

    private void take(final List<Expected> here, final int index, final int piece, final long cycle, final int length) {
        final Expected match = here.get(index);
        match.seen[piece] = true;
        compared += length;
        times.committed(match.op.id(), cycle);
        if (--match.left == 0) {
            here.remove(index);
        }
    }

    /** Names the nearest explanation of a write that fits no operation: a second time, wrong bytes, or nobody's. */
    private void unexpected(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        final String where = "cycle " + cycle + ": node " + node + " address " + hex(address);
        final List<Expected> here = expected.get(node);
        for (int index = 0; index < here.size(); index++) {
            final Expected e = here.get(index);
            final int piece = e.piece(address, length);
            if (piece >= 0 && e.seen[piece] && same(e.op, address - e.base, length, low, high)) {
                violations.add(where + ": " + e.op + " wrote " + length + " bytes a second time");
                return;
            }
        }
        for (int index = 0; index < here.size(); index++) {
            final Expected e = here.get(index);
            final int piece = e.piece(address, length);
            if (piece >= 0 && !e.seen[piece]) {
                violations.add(where + ": wrong bytes of " + e.op);
                take(here, index, piece, cycle, length); // counts as written, so that one wrong byte is reported once
                return;
            }
        }
        final Expected near = here.stream()
                .filter(e -> e.overlaps(address, length))
                .findFirst()
                .orElse(null);
        violations.add(where + ": " + length + " bytes that no operation may write"
                + (near == null ? "" : ", inside " + near.op));
    }

    private static boolean same(
            final Operation op, final int offset, final int length, final long low, final long high) {
        return op.isUnknown()
                || matches(op, offset, Math.min(8, length), low)
                        && (length <= 8 || matches(op, offset + 8, length - 8, high));
    }

    private static boolean matches(final Operation op, final int offset, final int length, final long word) {
        final long mask = length >= 8 ? -1L : (1L << 8 * length) - 1;
        return ((op.payloadWord(offset >> 3) ^ word) & mask) == 0;
    }

    AtomicLedger atomics() {
        return atomics;
    }

    /** At a drained end every byte must have come. */
    void finish() {
        for (final List<Expected> here : expected) {
            for (final Expected e : here) {
                if (e.optional) {
                    continue;
                }
                violations.add(e.op + " lost " + e.left + " of " + e.seen.length + " pieces of 16 bytes");
            }
        }
        atomics.finish();
        messages.finish();
    }

    private static String hex(final int address) {
        return "0x" + Integer.toHexString(address);
    }
}
