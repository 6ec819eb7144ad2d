// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The transfers of one collective operation, by rounds. A member begins its next round when what it receives in the
 * present one has arrived and what it sends may be overwritten. Members are numbered from 0.
 */
public class Schedule {
    /** A region of a member's memory that an algorithm uses. */
    public enum MemberArea {
        /** The operand, where it lies before the operation. */
        OPERAND,
        /** The result; the same bytes as the operand for operations that work in place. */
        RESULT,
        /** Memory of the algorithm itself. */
        WORK
    }

    public record MemberPlace(MemberArea area, long offset) {
        public static MemberPlace operand(long offset) {
            return new MemberPlace(MemberArea.OPERAND, offset);
        }

        public static MemberPlace result(long offset) {
            return new MemberPlace(MemberArea.RESULT, offset);
        }

        public static MemberPlace work(long offset) {
            return new MemberPlace(MemberArea.WORK, offset);
        }

        private boolean continuesAt(int bytes, MemberPlace next) {
            return area == next.area && offset + bytes == next.offset;
        }
    }

    /**
     * What one member sends to another in one round: pieces of memory, then one signal.
     *
     * @param pieces none for a signal alone
     * @param combined true if the receiver combines the pieces with what lies at their places, false if they replace it
     */
    public record Transfer(int round, int from, int to, List<Piece> pieces, boolean combined) {
        /** Contiguous bytes, from a place of the sender to a place of the receiver. */
        public record Piece(MemberPlace source, MemberPlace target, int bytes) {}

        public int bytes() {
            return pieces.stream().mapToInt(Piece::bytes).sum();
        }
    }

    private final TreeMap<Long, Transfer> transfers = new TreeMap<>(); // by round, sender and receiver
    private final List<List<Transfer.Piece>> copies = new ArrayList<>(); // by member: what it copies before round 0
    private final long[] work;

    Schedule(int size) {
        work = new long[size];
        for (int member = 0; member < size; member++) {
            copies.add(new ArrayList<>());
        }
    }

    /** Returns the least n with 2^n at least `value`. */
    public static int ceilLog2(int value) {
        return value <= 1 ? 0 : 1 + coreBits(value - 1);
    }

    /** Returns the greatest n with 2^n at most `size`. */
    public static int coreBits(int size) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
    }

    /** Sends bytes that replace what lies at their target; 0 bytes are a signal alone. */
    void send(int round, int from, int to, MemberPlace source, MemberPlace target, int bytes) {
        add(round, from, to, false, source, target, bytes);
    }

    /** Sends bytes to the place where the sender has them. */
    void send(int round, int from, int to, MemberPlace place, int bytes) {
        add(round, from, to, false, place, place, bytes);
    }

    /** Sends bytes that the receiver combines with what it has at the same place. */
    void combine(int round, int from, int to, MemberPlace place, int bytes) {
        add(round, from, to, true, place, place, bytes);
    }

    private void add(int round, int from, int to, boolean combined, MemberPlace source, MemberPlace target, int bytes) {
        long key = ((long) round * work.length + from) * work.length + to;
        List<Transfer.Piece> pieces = transfers
                .computeIfAbsent(key, k -> new Transfer(round, from, to, new ArrayList<>(), combined))
                .pieces();
        if (bytes == 0) {
            return;
        }
        reserve(from, source, bytes);
        reserve(to, target, bytes);
        int last = pieces.size() - 1;
        Transfer.Piece before = last < 0 ? null : pieces.get(last);
        if (before != null
                && before.source().continuesAt(before.bytes(), source)
                && before.target().continuesAt(before.bytes(), target)) {
            pieces.set(last, new Transfer.Piece(before.source(), before.target(), before.bytes() + bytes));
        } else {
            pieces.add(new Transfer.Piece(source, target, bytes));
        }
    }

    /** Copies bytes within a member's memory, at its start. */
    void copy(int member, MemberPlace source, MemberPlace target, int bytes) {
        if (bytes > 0) {
            reserve(member, target, bytes);
            copies.get(member).add(new Transfer.Piece(source, target, bytes));
        }
    }

    private void reserve(int member, MemberPlace place, int bytes) {
        if (place.area() == MemberArea.WORK) {
            work[member] = Math.max(work[member], place.offset() + bytes);
        }
    }

    public List<Transfer> transfers() {
        return List.copyOf(transfers.values());
    }

    List<Transfer.Piece> copies(int member) {
        return copies.get(member);
    }

    long workBytes(int member) {
        return work[member];
    }

    /** Returns the number of rounds, which the literature calls steps. */
    public int rounds() {
        return transfers.isEmpty() ? 0 : transfers.lastEntry().getValue().round() + 1;
    }
}
