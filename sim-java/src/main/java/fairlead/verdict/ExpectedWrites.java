// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
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
    private static final int CROWD = 32; // open operations that may write equal bytes; more are not told apart

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
        boolean isCrowded; // so many others are open beside it that a write may be counted for another operation
        private boolean isVague; // whether any value may come: unknown, or in a crowd with one that is
        long first = Long.MAX_VALUE; // cycles of the first and the last write
        long last = Checker.NEVER;

        private Row(Operation op, int tag) {
            this.op = op;
            this.tag = tag;
            base = base(op);
            left = pieces();
            isVague = op.isUnknown();
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

        boolean fits(int piece, MemoryWrite w) {
            return isVague || w.isOf(op, piece);
        }

        /** Returns whether a write of the first piece may be one of the other operation. */
        private boolean isLike(Row other) {
            int offset = base - other.base;
            int bytes = Math.min(op.length(), other.op.length() - offset);
            return offset >= 0
                    && bytes > 0
                    && (isVague
                            || other.isVague
                            || ((op.payloadWord(0) ^ other.op.payloadWord(offset / Long.BYTES)) & Checker.mask(bytes))
                                    == 0);
        }
    }

    private final OpTimes times;
    private Row[] rows = new Row[8];
    private long[] ranges = new long[8]; // first address | number of bytes << 32, by row
    private int size;
    private int shared; // rows that meet others

    /**
     * @param times receives the commit cycles of an operation when its row is removed, and of all rows in {@link #tell}
     */
    ExpectedWrites(OpTimes times) {
        this.times = times;
    }

    /** Adds an operation. Returns whether rows that were told apart before are too many now. */
    boolean add(Operation op, int tag) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            ranges = Arrays.copyOf(ranges, 2 * size);
        }
        Row row = new Row(op, tag);
        int alike = 0;
        boolean isCrowd = false;
        for (int i = 0; i < size; i++) {
            if (meets(row, i)) {
                share(row);
                share(rows[i]);
                alike += row.isLike(rows[i]) ? 1 : 0;
                isCrowd |= rows[i].isCrowded;
            }
        }
        rows[size] = row;
        ranges[size++] = row.base | (long) op.length() << Integer.SIZE;
        return (isCrowd || alike >= CROWD) && crowd(row);
    }

    private boolean meets(Row row, int i) {
        int offset = row.base - (int) ranges[i];
        return (offset & PIECE - 1) == 0 && offset < ranges[i] >>> Integer.SIZE && -offset < row.op.length();
    }

    private void share(Row row) {
        if (!row.isShared() && !row.isCrowded) {
            row.tails = new long[row.pieces()];
            Arrays.fill(row.tails, Long.MAX_VALUE);
            row.isBlind = times.hasLeft(row.op.id());
            shared++;
        }
    }

    private void unshare(Row row) {
        shared -= row.isShared() ? 1 : 0;
        row.tails = null;
    }

    /** Makes one crowd of a row and all that meet it. Returns whether any of these was in none before. */
    private boolean crowd(Row first) {
        boolean grows = false;
        Deque<Row> left = new ArrayDeque<>(List.of(first));
        while (!left.isEmpty()) {
            Row row = left.pop();
            boolean isNew = !row.isCrowded;
            row.isCrowded = true;
            unshare(row);
            times.undecided(row.op.id());
            grows |= isNew && row != first;
            for (int i = 0; i < size; i++) {
                row.isVague |= meets(row, i) && rows[i].isVague;
            }
            for (int i = 0; i < size; i++) {
                if (meets(row, i) && (!rows[i].isCrowded || row.isVague && !rows[i].isVague) && rows[i] != row) {
                    left.remove(rows[i]);
                    left.add(rows[i]);
                }
            }
        }
        return grows;
    }

    /** Returns the node to which the operation writes. */
    static int node(Operation op) {
        return op.kind() == OpKind.GET ? op.node() : op.target();
    }

    static int base(Operation op) {
        return op.kind() == OpKind.GET ? op.local() : op.remote();
    }

    /** Returns whether any two rows meet that are told apart. */
    boolean meets() {
        return shared > 0;
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
                    if (row.fits(piece, w)) {
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
        shared -= rows[i].isShared() ? 1 : 0;
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
