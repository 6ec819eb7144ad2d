// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import fairlead.workload.collective.Transfer.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The transfers of one collective operation, by rounds. A member begins its next round when what it receives in the
 * present one has arrived and what it sends may be overwritten. Members are numbered from 0.
 */
public final class Schedule {
    private record Key(int round, int from, int to) implements Comparable<Key> {
        @Override
        public int compareTo(final Key other) {
            final int byRound = Integer.compare(round, other.round);
            final int byFrom = byRound != 0 ? byRound : Integer.compare(from, other.from);
            return byFrom != 0 ? byFrom : Integer.compare(to, other.to);
        }
    }

    private static final class Open {
        private final List<Piece> pieces = new ArrayList<>();
        private boolean combined;
    }

    private final int size;
    private final Map<Key, Open> open = new TreeMap<>();
    private final List<List<Piece>> copies =
            new ArrayList<>(); // by member: the copies that it makes in its own memory before round 0
    private final long[] work;

    /** @param size number of members */
    public Schedule(final int size) {
        this.size = size;
        work = new long[size];
        for (int member = 0; member < size; member++) {
            copies.add(new ArrayList<>());
        }
    }

    public int size() {
        return size;
    }

    /** Sends bytes that replace what lies at their target. */
    public void send(
            final int round,
            final int from,
            final int to,
            final MemberPlace source,
            final MemberPlace target,
            final int bytes) {
        add(round, from, to, source, target, bytes, false);
    }

    /** Sends bytes that the receiver combines with what lies at their target. */
    public void combine(
            final int round,
            final int from,
            final int to,
            final MemberPlace source,
            final MemberPlace target,
            final int bytes) {
        add(round, from, to, source, target, bytes, true);
    }

    /** Sends a signal without bytes. */
    public void signal(final int round, final int from, final int to) {
        open.computeIfAbsent(new Key(round, from, to), k -> new Open());
    }

    private void add(
            final int round,
            final int from,
            final int to,
            final MemberPlace source,
            final MemberPlace target,
            final int bytes,
            final boolean combined) {
        final Open transfer = open.computeIfAbsent(new Key(round, from, to), k -> new Open());
        transfer.combined = combined;
        if (bytes == 0) {
            return;
        }
        reserve(from, source, bytes);
        reserve(to, target, bytes);
        final int last = transfer.pieces.size() - 1;
        final Piece before = last < 0 ? null : transfer.pieces.get(last);
        if (before != null
                && before.source().continuesAt(before.bytes(), source)
                && before.target().continuesAt(before.bytes(), target)) {
            transfer.pieces.set(last, new Piece(before.source(), before.target(), before.bytes() + bytes));
        } else {
            transfer.pieces.add(new Piece(source, target, bytes));
        }
    }

    /** Copies bytes within a member's memory, at its start. */
    public void copy(final int member, final MemberPlace source, final MemberPlace target, final int bytes) {
        if (bytes > 0) {
            reserve(member, target, bytes);
            copies.get(member).add(new Piece(source, target, bytes));
        }
    }

    private void reserve(final int member, final MemberPlace place, final int bytes) {
        if (place.area() == MemberArea.WORK) {
            work[member] = Math.max(work[member], place.offset() + bytes);
        }
    }

    /** Returns all transfers, by round, sender and receiver. */
    public List<Transfer> transfers() {
        return open.entrySet().stream()
                .map(e -> new Transfer(
                        e.getKey().round(),
                        e.getKey().from(),
                        e.getKey().to(),
                        e.getValue().pieces,
                        e.getValue().combined))
                .toList();
    }

    public List<Piece> copies(final int member) {
        return List.copyOf(copies.get(member));
    }

    /** Returns the bytes of a member's area WORK. */
    public long workBytes(final int member) {
        return work[member];
    }

    /** Returns the number of rounds, which the literature calls steps. */
    public int rounds() {
        return open.keySet().stream().mapToInt(k -> k.round() + 1).max().orElse(0);
    }
}
