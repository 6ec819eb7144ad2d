// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.verdict.Checker.MemoryWrite;
import java.util.Arrays;
import java.util.List;

/**
 * The operations that still expect writes at one node, in the order in which software handed them over; each is divided
 * into pieces of 16 bytes from its first byte on.
 *
 * <p>Every write of a run is looked up in this table. To keep a look-up in few cache lines, the addresses of all
 * operations are in one array.
 */
final class ExpectedWrites {
    private static final int PIECE = Checker.PIECE;

    /** An operation that expects writes. */
    static final class Row {
        final Operation op;
        final int tag; // of its packets
        final int base; // address of the first byte
        long[] tails; // by piece: place of its packet in the order of the tails; null if no other row meets this one
        boolean isBlind; // whether a packet had entered the network before another row met this one
        int port = -1; // ejection port of its packets, if one was seen since then
        private final long[] missing; // pieces, one bit for each
        int left; // missing pieces
        boolean optional; // some packets of the put were refused
        long first = Long.MAX_VALUE; // cycles of the first and the last write
        long last = Checker.NEVER;

        private Row(Operation op, int tag) {
            this.op = op;
            this.tag = tag;
            base = base(op);
            left = pieces();
            missing = new long[(left + Long.SIZE - 1) / Long.SIZE];
            Arrays.fill(missing, -1L);
        }

        int pieces() {
            return Checker.pieces(op.length());
        }

        /** Returns whether another row has met this one: a write may be of either. */
        boolean isShared() {
            return tails != null;
        }

        boolean overlaps(MemoryWrite w) {
            return w.address < base + op.length() && w.address + w.bytes > base;
        }

        /** Returns the number of the piece that has exactly the address and size of the write, or -1. */
        int piece(MemoryWrite w) {
            int offset = w.address - base;
            boolean is = offset >= 0
                    && offset < op.length()
                    && (offset & PIECE - 1) == 0
                    && w.bytes == Math.min(PIECE, op.length() - offset);
            return is ? offset / PIECE : -1;
        }

        /** Returns whether the piece of this write is missing. */
        boolean expects(MemoryWrite w) {
            int piece = piece(w);
            return piece >= 0 && isMissing(piece);
        }

        boolean isMissing(int piece) {
            return (missing[piece / Long.SIZE] >>> piece & 1) != 0;
        }

        private void share(OpTimes times) {
            if (tails == null) {
                tails = new long[pieces()];
                Arrays.fill(tails, Long.MAX_VALUE);
                isBlind = times.hasLeft(op.id());
            }
        }
    }

    private final OpTimes times;
    private Row[] rows = new Row[8];
    private long[] ranges = new long[8]; // first address | number of bytes << 32, by row
    private int size;
    private boolean meets;

    /**
     * @param times receives the commit cycles of an operation when its row is removed, and of all rows in {@link #tell}
     */
    ExpectedWrites(OpTimes times) {
        this.times = times;
    }

    void add(Operation op, int tag) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            ranges = Arrays.copyOf(ranges, 2 * size);
        }
        Row row = new Row(op, tag);
        for (int i = 0; i < size; i++) {
            int offset = row.base - (int) ranges[i];
            if ((offset & PIECE - 1) == 0 && offset < ranges[i] >>> Integer.SIZE && -offset < op.length()) {
                row.share(times);
                rows[i].share(times);
                meets = true;
            }
        }
        rows[size] = row;
        ranges[size++] = row.base | (long) op.length() << Integer.SIZE;
    }

    /** Returns the node to which the operation writes. */
    static int node(Operation op) {
        return op.kind() == OpKind.GET ? op.node() : op.target();
    }

    static int base(Operation op) {
        return op.kind() == OpKind.GET ? op.local() : op.remote();
    }

    /** Returns whether any two rows have met so far. */
    boolean meets() {
        return meets;
    }

    List<Row> rows() {
        return Arrays.asList(rows).subList(0, size);
    }

    /**
     * Hot path: takes the piece that this write carries. Returns its row, or null if no operation expects the write. A
     * shared row is returned without a look at the value, and its piece is not taken: the write may be of another one.
     */
    Row write(MemoryWrite w) {
        for (int i = 0; i < size; i++) {
            int offset = w.address - (int) ranges[i];
            if (offset >= 0 && offset < ranges[i] >>> Integer.SIZE) {
                Row row = rows[i];
                int piece = row.piece(w);
                if (piece >= 0 && row.isMissing(piece)) {
                    if (row.isShared()) {
                        return row;
                    }
                    if (w.isOf(row.op, piece)) {
                        take(i, piece, w.cycle);
                        return row;
                    }
                }
            }
        }
        return null;
    }

    void take(Row row, int piece, long cycle) {
        take(rows().indexOf(row), piece, cycle);
    }

    /** Marks a piece of a row as written, and removes the row with its last piece. */
    void take(int i, int piece, long cycle) {
        Row row = rows[i];
        row.missing[piece / Long.SIZE] &= ~(1L << piece);
        row.first = Math.min(row.first, cycle);
        row.last = Math.max(row.last, cycle);
        if (--row.left == 0) {
            remove(i);
        }
    }

    private void remove(int i) {
        tell(rows[i]);
        size--;
        System.arraycopy(rows, i + 1, rows, i, size - i);
        System.arraycopy(ranges, i + 1, ranges, i, size - i);
        rows[size] = null;
    }

    private void tell(Row row) {
        if (row.last >= 0) {
            times.committed(row.op.id(), row.first, row.last);
        }
    }

    /** Passes the commit cycles of all remaining rows to {@link OpTimes}. */
    void tell() {
        rows().forEach(this::tell);
    }

    void removeAll(Operation op) {
        for (int i = size - 1; i >= 0; i--) {
            if (rows[i].op == op) {
                remove(i);
            }
        }
    }
}
