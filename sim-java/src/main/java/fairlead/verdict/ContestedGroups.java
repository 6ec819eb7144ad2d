// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.machine.Mix;
import fairlead.program.Operation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Groups operations that write to overlapping memory of one node: two belong together if a piece of the one may have
 * address, size and bytes of a piece of the other. Groups with an operation in common belong together, too.
 *
 * <p>Known bytes are compared, not guessed at. Word i of a pattern is a function of key + i * GOLDEN ({@link
 * fairlead.program.Payload}), so the words of two patterns at one address are equal exactly if key - address / 8 *
 * GOLDEN is. Other patterns have equal bytes by chance alone, which is counted on only for pieces of less than four
 * bytes.
 */
final class ContestedGroups {
    private static final int PIECE = 16;
    private static final int SHORT = 4; // bytes of a pattern that others may have by chance
    private static final int WHOLE = -1; // bytes of the mark of a whole pattern
    private static final int UNKNOWN = -2; // bytes, negative, of the mark of a piece of unknown value, and less

    /** What equal pieces have in common: address and bytes of one piece, or the alignment of a whole pattern. */
    private record Mark(int address, int bytes, long content) {}

    private final List<Operation> ops;
    private final int[] parent; // of an operation: another one of its group, or itself
    private final int[] most; // by the first of a group: operations that may write one piece of it, at most
    private final BitSet unknown = new BitSet(); // by the first of a group
    private final Map<Mark, int[]> seen = new HashMap<>(); // first operation with the mark, and their number

    /** Groups the operations; all of them write to one node. */
    ContestedGroups(final List<Operation> ops) {
        this.ops = ops;
        parent = IntStream.range(0, ops.size()).toArray();
        most = new int[ops.size()];
        Arrays.fill(most, 1);
        final Set<Mark> open = new HashSet<>();
        for (int i = 0; i < ops.size(); i++) {
            if (ops.get(i).isUnknown()) {
                for (int piece = 0; piece < pieces(i); piece++) {
                    open.add(open(i, piece));
                }
            }
        }
        for (int i = 0; i < ops.size(); i++) {
            mark(i, open);
        }
        seen.forEach((mark, group) -> {
            final int first = first(group[0]);
            most[first] = Math.max(most[first], group[1]);
        });
        for (int i = 0; i < ops.size(); i++) {
            if (ops.get(i).isUnknown()) {
                unknown.set(first(i));
            }
        }
    }

    /** Returns whether another operation may write what operation `i` of the list may write. */
    boolean isContested(final int i) {
        return most(i) > 1;
    }

    /** Returns how many operations may write one piece at most, of all pieces of the group of operation `i`. */
    int most(final int i) {
        return most[first(i)];
    }

    /** Returns whether the value of an operation in the group of operation `i` depends on the run. */
    boolean hasUnknown(final int i) {
        return unknown.get(first(i));
    }

    private void mark(final int i, final Set<Mark> open) {
        final Operation op = ops.get(i);
        final int base = Contested.base(op);
        if (!op.isUnknown() && !op.literal()) {
            join(i, new Mark(base & PIECE - 1, WHOLE, op.key() - (base >> 3) * Mix.GOLDEN));
        }
        for (int piece = op.literal() || !open.isEmpty() ? 0 : pieces(i) - 1; piece < pieces(i); piece++) {
            final int bytes = bytes(i, piece);
            if (!op.isUnknown() && (op.literal() || bytes < SHORT)) {
                final long mask = bytes >= Long.BYTES ? -1L : (1L << Byte.SIZE * bytes) - 1;
                join(i, new Mark(base + PIECE * piece, bytes, op.payloadWord(2 * piece) & mask));
            }
            if (open.contains(open(i, piece))) {
                join(i, open(i, piece));
            }
        }
    }

    private void join(final int i, final Mark mark) {
        final int[] group = seen.computeIfAbsent(mark, any -> new int[] {i, 0});
        group[1]++;
        parent[first(i)] = first(group[0]);
    }

    private int first(final int i) {
        int at = i;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    private Mark open(final int i, final int piece) {
        return new Mark(Contested.base(ops.get(i)) + PIECE * piece, UNKNOWN - bytes(i, piece), 0);
    }

    private int pieces(final int i) {
        return (ops.get(i).length() + PIECE - 1) / PIECE;
    }

    private int bytes(final int i, final int piece) {
        return Math.min(PIECE, ops.get(i).length() - PIECE * piece);
    }
}
