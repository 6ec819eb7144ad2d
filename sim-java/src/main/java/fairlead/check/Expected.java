// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.Operation;

/** One operation whose bytes are still expected, in pieces of 16 from its first byte on. */
final class Expected {
    private static final int PIECE = 16;

    final Operation op;
    final int base;
    private final int length;
    private final boolean unknown;
    private final long[] seen; // a bit a piece
    private int left;
    private boolean optional; // a put of which some packets were refused

    /** @param base address of its first byte */
    Expected(final Operation op, final int base) {
        this.op = op;
        this.base = base;
        length = op.length();
        unknown = op.isUnknown();
        left = pieces();
        seen = new long[(left + Long.SIZE - 1) / Long.SIZE];
    }

    int pieces() {
        return (length + PIECE - 1) / PIECE;
    }

    /** Pieces that have not come. */
    int left() {
        return left;
    }

    boolean isOptional() {
        return optional;
    }

    void makeOptional() {
        optional = true;
    }

    /** Number of the piece that these bytes are, or -1. */
    int piece(final int address, final int bytes) {
        final int offset = address - base;
        if (offset < 0 || offset >= length || (offset & PIECE - 1) != 0 || bytes != Math.min(PIECE, length - offset)) {
            return -1;
        }
        return offset / PIECE;
    }

    boolean overlaps(final int address, final int bytes) {
        return address < base + length && address + bytes > base;
    }

    boolean isSeen(final int piece) {
        return (seen[piece / Long.SIZE] >>> piece & 1) != 0;
    }

    /** Notes a piece; true when it was the last one. */
    boolean take(final int piece) {
        seen[piece / Long.SIZE] |= 1L << piece;
        return --left == 0;
    }

    /** Whether these are the bytes of that piece. */
    boolean same(final int piece, final int bytes, final long low, final long high) {
        return unknown
                || matches(2 * piece, Math.min(Long.BYTES, bytes), low)
                        && (bytes <= Long.BYTES || matches(2 * piece + 1, bytes - Long.BYTES, high));
    }

    private boolean matches(final int word, final int bytes, final long value) {
        final long mask = bytes >= Long.BYTES ? -1L : (1L << Byte.SIZE * bytes) - 1;
        return ((op.payloadWord(word) ^ value) & mask) == 0;
    }
}
