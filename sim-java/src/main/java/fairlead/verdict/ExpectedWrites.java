// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Operation;
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
        private final int base; // address of the first byte
        private final boolean isVague; // whether any value may come
        private final long[] missing; // pieces, one bit for each
        int left; // missing pieces
        boolean optional; // some packets of the put were refused
        private long first = Checker.NEVER; // cycle of the first write of the operation, or -1 if there was none
        private long last;

        private Row(Operation op, boolean isVague) {
            this.op = op;
            this.isVague = isVague;
            base = Contested.base(op);
            left = pieces();
            missing = new long[(left + Long.SIZE - 1) / Long.SIZE];
            Arrays.fill(missing, -1L);
        }

        int pieces() {
            return Checker.pieces(op.length());
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

        boolean isMissing(int piece) {
            return (missing[piece / Long.SIZE] >>> piece & 1) != 0;
        }

        /** Returns whether the write may be of this piece. */
        boolean fits(int piece, MemoryWrite w) {
            return isVague || w.isOf(op, piece);
        }
    }

    private final OpTimes times;
    private Row[] rows = new Row[8];
    private long[] ranges = new long[8]; // first address | number of bytes << 32, by row
    private int size;

    /**
     * @param times receives the commit cycles of an operation when its row is removed, and of all rows in {@link #tell}
     */
    ExpectedWrites(OpTimes times) {
        this.times = times;
    }

    /** @param isVague whether any value may come */
    void add(Operation op, boolean isVague) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            ranges = Arrays.copyOf(ranges, 2 * size);
        }
        rows[size] = new Row(op, isVague);
        ranges[size++] = Contested.base(op) | (long) op.length() << Integer.SIZE;
    }

    List<Row> rows() {
        return Arrays.asList(rows).subList(0, size);
    }

    /**
     * Hot path: takes the piece that this write carries. Returns its row, or null if no operation expects the write.
     * The oldest row wins if several expect the same bytes.
     */
    Row write(MemoryWrite w) {
        for (int i = 0; i < size; i++) {
            int offset = w.address - (int) ranges[i];
            if (offset >= 0 && offset < ranges[i] >>> Integer.SIZE) {
                Row row = rows[i];
                int piece = row.piece(w);
                if (piece >= 0 && row.isMissing(piece) && row.fits(piece, w)) {
                    take(i, piece, w.cycle);
                    return row;
                }
            }
        }
        return null;
    }

    /** Marks a piece of a row as written, and removes the row with its last piece. */
    void take(int i, int piece, long cycle) {
        Row row = rows[i];
        row.missing[piece / Long.SIZE] &= ~(1L << piece);
        row.first = row.first < 0 ? cycle : row.first;
        row.last = cycle;
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
        if (row.first >= 0) {
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
