// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static java.util.stream.Collectors.groupingBy;

import fairlead.machine.Mix;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the contested operations of a program: puts and gets of which another one may write bytes of the same address,
 * number and value, so that a write at the memory port does not show whose it is. It may name too many of them, but not
 * too few.
 *
 * <p>Two operations belong to one group if a piece of the one may have address, size and bytes of a piece of the other.
 * Groups with an operation in common belong together, too. Known bytes are compared, not guessed at. Word i of a
 * pattern is a function of key + i * GOLDEN ({@link fairlead.program.Payload}), so the words of two patterns at one
 * address are equal exactly if key - address / 8 * GOLDEN is. Other patterns have equal bytes by chance alone, which is
 * counted on only for pieces of less than four bytes.
 */
final class Contested {
    private static final int CROWD = 32; // greatest number of operations at one piece that are distinguished
    private static final int PIECE = Checker.PIECE;
    private static final int SHORT = 4; // bytes of a pattern that others may have by chance
    private static final int WHOLE = -1; // bytes of the mark of a whole pattern
    private static final int UNKNOWN = -2; // bytes, negative, of the mark of a piece of unknown value, and less

    /** Ids of the operations with writes that need more than their values to be identified. */
    final BitSet apart = new BitSet();

    /**
     * Ids of the operations that have too many others at one of their pieces or at one of an operation
     * that shares pieces with them: the order of their writes is not judged.
     */
    final BitSet crowded = new BitSet();

    /** Ids of the crowded operations whose values are not judged either, because values of others there are unknown. */
    final BitSet vague = new BitSet();

    Contested(Program program) {
        program.operations().stream()
                .filter(op -> (op.kind() == OpKind.PUT || op.kind() == OpKind.GET) && op.length() > 0)
                .collect(groupingBy(Contested::node))
                .values()
                .forEach(this::clusters);
    }

    static int node(Operation op) {
        return op.kind() == OpKind.GET ? op.node() : op.target();
    }

    static int base(Operation op) {
        return op.kind() == OpKind.GET ? op.local() : op.remote();
    }

    /** Divides the operations that write to a node into clusters that do not overlap. */
    private void clusters(List<Operation> here) {
        here.sort(Comparator.comparingInt(Contested::base));
        int first = 0;
        long end = 0;
        for (int i = 0; i <= here.size(); i++) {
            if (i == here.size() || base(here.get(i)) >= end) {
                if (i - first > 1) {
                    new Cluster(here.subList(first, i)).tell();
                }
                first = i;
            }
            end = i == here.size()
                    ? end
                    : Math.max(end, (long) base(here.get(i)) + here.get(i).length());
        }
    }

    /** What equal pieces have in common: address and bytes of one piece, or the alignment of a whole pattern. */
    private record Mark(int address, int bytes, long content) {}

    private final class Cluster {
        private final List<Operation> ops;
        private final int[] parent; // of an operation: another one of its group, or itself
        private final Map<Mark, int[]> seen = new HashMap<>(); // first operation with the mark, and their number

        Cluster(List<Operation> ops) {
            this.ops = ops;
            parent = IntStream.range(0, ops.size()).toArray();
            Set<Mark> open = new HashSet<>();
            for (Operation op : ops) {
                for (int piece = 0; op.isUnknown() && piece < Checker.pieces(op.length()); piece++) {
                    open.add(open(op, piece));
                }
            }
            for (int i = 0; i < ops.size(); i++) {
                mark(i, ops.get(i), open);
            }
        }

        private void mark(int i, Operation op, Set<Mark> open) {
            int pieces = Checker.pieces(op.length());
            if (!op.isUnknown() && !op.literal()) {
                join(i, new Mark(base(op) & PIECE - 1, WHOLE, op.key() - (base(op) >> 3) * Mix.GOLDEN));
            }
            for (int piece = op.literal() || !open.isEmpty() ? 0 : pieces - 1; piece < pieces; piece++) {
                int bytes = bytes(op, piece);
                if (!op.isUnknown() && (op.literal() || bytes < SHORT)) {
                    long content = op.payloadWord(2 * piece) & Checker.mask(bytes);
                    join(i, new Mark(base(op) + PIECE * piece, bytes, content));
                }
                if (open.contains(open(op, piece))) {
                    join(i, open(op, piece));
                }
            }
        }

        private void join(int i, Mark mark) {
            int[] group = seen.computeIfAbsent(mark, any -> new int[] {i, 0});
            group[1]++;
            parent[first(i)] = first(group[0]);
        }

        private int first(int i) {
            int at = i;
            while (parent[at] != at) {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            return at;
        }

        private static Mark open(Operation op, int piece) {
            return new Mark(base(op) + PIECE * piece, UNKNOWN - bytes(op, piece), 0);
        }

        private static int bytes(Operation op, int piece) {
            return Math.min(PIECE, op.length() - PIECE * piece);
        }

        /** Names the operations that share a piece with another one. */
        void tell() {
            int[] most = new int[ops.size()]; // by the first of a group: operations that may write one piece
            BitSet unknown = new BitSet(); // by the first of a group
            for (int[] group : seen.values()) {
                most[first(group[0])] = Math.max(most[first(group[0])], group[1]);
            }
            for (int i = 0; i < ops.size(); i++) {
                if (ops.get(i).isUnknown()) {
                    unknown.set(first(i));
                }
            }
            for (int i = 0; i < ops.size(); i++) {
                boolean isCrowded = most[first(i)] > CROWD;
                if (most[first(i)] > 1) {
                    (isCrowded ? crowded : apart).set(ops.get(i).id());
                    vague.set(ops.get(i).id(), isCrowded && unknown.get(first(i)));
                }
            }
        }
    }
}
