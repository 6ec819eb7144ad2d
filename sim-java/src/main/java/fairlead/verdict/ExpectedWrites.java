// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.Operation;
import fairlead.program.Payload;
import java.util.Arrays;

/**
 * The operations that still expect writes at one node, in the order in which software handed them over; each is divided
 * into pieces of 16 bytes from its first byte on.
 *
 * <p>Every write of a run is looked up in this table. To keep a look-up in few cache lines, all data of an operation is
 * one row of adjacent words. A row is named by the index of its first word, which is valid until the next {@link #add},
 * {@link #take} or {@link #remove}.
 */
final class ExpectedWrites {
    private static final int PIECE = Checker.PIECE;
    private static final int ROW_LSB = 10; // a row covers the bytes of 64 pieces

    // indices of the words of a row
    private static final int RANGE = 0; // first address | number of bytes << 32
    private static final int KEY = 1;
    private static final int STATE = 2; // operation id | number of missing pieces << 32 | flags
    private static final int FIRST = 3; // cycle of the first write of the operation, or -1 if there was none
    private static final int LAST = 4;
    private static final int PIECES = 5; // first word of the bit set of missing pieces, one bit for each piece

    private static final int LEFT_LSB = 32;
    private static final int LEFT_MASK = (1 << 28) - 1;
    private static final long LITERAL = 1L << 61;
    private static final long UNKNOWN = 1L << 62;
    private static final long OPTIONAL = 1L << 63; // flag of a put of which some packets were refused

    private final OpTimes times;
    private long[] words = new long[64];
    private int end;
    private boolean ended; // whether the last write was the last of its operation

    /**
     * @param times receives the commit cycles of an operation when its row is removed, and of all rows in {@link #tell}
     */
    ExpectedWrites(final OpTimes times) {
        this.times = times;
    }

    /**
     * @param base address of the first byte of the operation
     * @param isVague whether any value may come
     */
    void add(final Operation op, final int base, final boolean isVague) {
        final int row = end;
        end += width(op.length());
        if (end > words.length) {
            words = Arrays.copyOf(words, Math.max(end, 2 * words.length));
        }
        words[row + RANGE] = base | (long) op.length() << 32;
        words[row + KEY] = op.key();
        words[row + STATE] = op.id()
                | (long) Checker.pieces(op.length()) << LEFT_LSB
                | (op.literal() ? LITERAL : 0)
                | (isVague || op.isUnknown() ? UNKNOWN : 0);
        Arrays.fill(words, row + FIRST, end, -1L);
    }

    private static int width(final int length) {
        return PIECES + (length + PIECE * Long.SIZE - 1 >>> ROW_LSB);
    }

    // ---- rows, from 0 to end()

    int end() {
        return end;
    }

    int next(final int row) {
        return row + width(length(row));
    }

    private int base(final int row) {
        return (int) words[row + RANGE];
    }

    private int length(final int row) {
        return (int) (words[row + RANGE] >>> 32);
    }

    int operation(final int row) {
        return (int) words[row + STATE];
    }

    int pieces(final int row) {
        return Checker.pieces(length(row));
    }

    int left(final int row) {
        return (int) (words[row + STATE] >>> LEFT_LSB) & LEFT_MASK;
    }

    boolean isOptional(final int row) {
        return (words[row + STATE] & OPTIONAL) != 0;
    }

    void makeOptional(final int operation) {
        for (int row = 0; row < end; row = next(row)) {
            words[row + STATE] |= operation(row) == operation ? OPTIONAL : 0;
        }
    }

    boolean overlaps(final int row, final int address, final int bytes) {
        return address < base(row) + length(row) && address + bytes > base(row);
    }

    /** Returns the number of the piece that has exactly this address and size, or -1. */
    int piece(final int row, final int address, final int bytes) {
        final int offset = address - base(row);
        final int length = length(row);
        return offset >= 0 && offset < length && isPiece(offset, length, bytes) ? offset / PIECE : -1;
    }

    private static boolean isPiece(final int offset, final int length, final int bytes) {
        return (offset & PIECE - 1) == 0 && bytes == Math.min(PIECE, length - offset);
    }

    boolean isSeen(final int row, final int piece) {
        return (words[row + PIECES + piece / Long.SIZE] >>> piece & 1) == 0;
    }

    boolean same(final int row, final int piece, final int bytes, final long low, final long high) {
        if ((words[row + STATE] & (UNKNOWN | LITERAL)) == 0 && bytes == PIECE) { // nearly all writes take this branch
            final long key = words[row + KEY];
            return Payload.word(key, 2 * piece) == low && Payload.word(key, 2 * piece + 1) == high;
        }
        return (words[row + STATE] & UNKNOWN) != 0
                || matches(row, 2 * piece, Math.min(Long.BYTES, bytes), low)
                        && (bytes <= Long.BYTES || matches(row, 2 * piece + 1, bytes - Long.BYTES, high));
    }

    private boolean matches(final int row, final int word, final int bytes, final long value) {
        final long key = words[row + KEY];
        final long wanted = (words[row + STATE] & LITERAL) != 0 ? key : Payload.word(key, word);
        return ((wanted ^ value) & Checker.mask(bytes)) == 0;
    }

    // ---- changes

    /**
     * Hot path: takes the piece that this write carries. Returns the id of its operation, or -1 if no operation expects
     * the write. The oldest row wins if several expect the same bytes.
     */
    int write(final long cycle, final int address, final int bytes, final long low, final long high) {
        final long[] w = words;
        for (int row = 0; row < end; ) {
            final long range = w[row + RANGE];
            final int offset = address - (int) range;
            final int length = (int) (range >>> 32);
            if (offset >= 0 && offset < length && isPiece(offset, length, bytes)) {
                final int piece = offset / PIECE;
                if (!isSeen(row, piece) && same(row, piece, bytes, low, high)) {
                    final int operation = operation(row);
                    take(row, piece, cycle);
                    return operation;
                }
            }
            row += width(length);
        }
        return -1;
    }

    /** Marks a piece as written, and removes the row with its last piece. */
    void take(final int row, final int piece, final long cycle) {
        words[row + PIECES + piece / Long.SIZE] &= ~(1L << piece);
        words[row + STATE] -= 1L << LEFT_LSB;
        words[row + FIRST] = words[row + FIRST] < 0 ? cycle : words[row + FIRST];
        words[row + LAST] = cycle;
        ended = left(row) == 0;
        if (ended) {
            remove(row);
        }
    }

    /** Returns whether the last {@link #write} wrote the last missing piece of its operation. */
    boolean hasEnded() {
        return ended;
    }

    private void remove(final int row) {
        tell(row);
        final int next = next(row);
        System.arraycopy(words, next, words, row, end - next);
        end -= next - row;
    }

    private void tell(final int row) {
        if (words[row + FIRST] >= 0) {
            times.committed(operation(row), words[row + FIRST], words[row + LAST]);
        }
    }

    /** Passes the commit cycles of all remaining rows to {@link OpTimes}. */
    void tell() {
        for (int row = 0; row < end; row = next(row)) {
            tell(row);
        }
    }

    void removeAll(final int operation) {
        for (int row = 0; row < end; ) {
            if (operation(row) == operation) {
                remove(row);
            } else {
                row = next(row);
            }
        }
    }
}
