// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static java.util.stream.Collectors.toMap;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.verdict.ExpectedWrites.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides whose the writes are where several open operations expect bytes at one address, by three facts: the value,
 * the memory port, and the order in which packets have left the network. A node writes what leaves the network by one
 * port and in one class in the order of the tails (docs/spec/dma-engine-rx.md, rules 2, 5 and 8). Two classes share a
 * port flit by flit, so their tails show only the order of last pieces, and a refused packet writes nothing. A write
 * stays loose until one operation is left. What is loose at the end is noted in {@link OpTimes}, and no checker judges
 * the order of these operations.
 */
final class ContestedWrites extends Checker {
    private static final int CROWD = 32; // open operations that a write may be of; more are not told apart

    private record Key(int node, int address, int bytes) {}

    /** A write whose operation is not known yet, and the rows that it may be of with the cycle of their read. */
    private record Loose(long cycle, int port, long low, long high, Map<Row, Long> options) {}

    private static final class Place {
        final List<Loose> loose = new ArrayList<>(1);
        final BitSet owners = new BitSet(); // operations that have written here
        int crowd; // operations that had been handed over when those here were last looked at, or 0 for no crowd
        boolean isVague; // any value may come, because the bytes of one of the crowd are unknown
        boolean isSpoilt; // a write is lost or of nobody: then the order does not show whose the others are
    }

    private final List<ExpectedWrites> expected;
    private final CommitLedger.CounterAccount counters;
    private final boolean hasEpochs = has(kind -> kind == OpKind.EPOCH_OPEN);
    private final Map<Key, Place> places = new LinkedHashMap<>();
    private boolean isOver; // every refusal is known
    private long now;
    private long tails;

    ContestedWrites(JudgedRun run, List<ExpectedWrites> expected, CommitLedger.CounterAccount counters) {
        super(run, run.data);
        this.expected = expected;
        this.counters = counters;
    }

    private static Key key(Operation op, int piece) {
        int at = ExpectedWrites.base(op) + PIECE * piece;
        return new Key(ExpectedWrites.node(op), at, Math.min(PIECE, op.length() - PIECE * piece));
    }

    private static int piece(Row row, Key key) {
        return (key.address - row.base) / PIECE;
    }

    private static boolean isOpen(Row row, Key key) {
        return row.isMissing(piece(row, key));
    }

    /** Notes that a packet has left the network, and how many packets have done so before. */
    void delivered(Packet p) {
        boolean responds = p.type == PacketType.DATA;
        if (!expected.get(p.node).meets() || !responds && p.type != PacketType.PUT) {
            return;
        }
        int origin = responds ? p.node : p.src;
        int from = (int) Header1.addr(p.w1);
        int to = from + (int) Header0.length(p.w0);
        List<Row> carried = expected.get(p.node).rows().stream()
                .filter(row -> row.isShared()
                        && row.tag == p.tag
                        && row.op.node() == origin
                        && (row.op.kind() == OpKind.GET) == responds
                        && from >= row.base
                        && from < row.base + row.op.length())
                .toList();
        for (Row row : carried) {
            row.port = (int) Header0.eport(p.w0);
            for (int i = (from - row.base) / PIECE; i < row.tails.length && row.base + PIECE * i < to; i++) {
                row.tails[i] = tails;
                Key key = key(row.op, i);
                settle(key, places.get(key));
            }
        }
        tails++;
    }

    /** Takes a write to a shared piece; returns false if it is of no operation that expects one here. */
    boolean write(MemoryWrite w) {
        Key key = new Key(w.node, w.address, w.bytes);
        Place place = places.computeIfAbsent(key, any -> new Place());
        now = w.cycle;
        List<Row> fitting =
                place.crowd > 0 ? List.of() : fitting(w).limit(CROWD + 1).toList();
        if (place.crowd > 0 || fitting.size() > CROWD) {
            return crowd(key, place, w);
        }
        Map<Row, Long> options = options(w, fitting);
        long alike = place.loose.stream()
                .filter(one -> one.low == w.low && one.high == w.high)
                .count();
        if (options.size() <= alike || !isFree(w)) {
            place.isSpoilt = true;
            return false;
        }
        options.keySet().stream() // a counter has at least the bytes that are surely its own
                .map(row -> row.op)
                .collect(toMap(Operation::counter, op -> op, (one, other) -> one))
                .values()
                .forEach(op -> counters.committed(op, w.bytes));
        place.loose.add(new Loose(w.cycle, w.port, w.low, w.high, options));
        settle(key, place);
        return true;
    }

    /**
     * Gives a write to the oldest of too many operations, whose order is not judged. From then on this is done with all
     * writes of the piece until no operation expects one.
     */
    private boolean crowd(Key key, Place place, MemoryWrite w) {
        give(key, place);
        if (place.crowd < times.count()) {
            place.crowd = times.count();
            place.isVague |= expecting(w).anyMatch(row -> row.op.isUnknown());
            expecting(w).forEach(row -> times.undecided(row.op.id()));
        }
        Stream<Row> all = place.isVague ? Stream.concat(fitting(w), expecting(w)) : fitting(w);
        Row oldest = all.findFirst().orElse(null);
        if (oldest != null) {
            counters.committed(oldest.op, w.bytes);
            settle(key, place, new Loose(w.cycle, w.port, w.low, w.high, Map.of(oldest, Long.MAX_VALUE)), oldest);
        }
        if (expecting(w).findAny().isEmpty()) {
            place.crowd = 0;
            place.isVague = false;
        }
        return oldest != null;
    }

    private Stream<Row> fitting(MemoryWrite w) {
        return expecting(w).filter(row -> w.isOf(row.op, row.piece(w)));
    }

    private Stream<Row> expecting(MemoryWrite w) {
        return expected.get(w.node).rows().stream().filter(row -> row.expects(w));
    }

    /** Returns whether more operations expect this piece than have a loose write there. */
    boolean isFree(MemoryWrite w) {
        Place place = places.get(new Key(w.node, w.address, w.bytes));
        return place == null || expecting(w).count() > place.loose.size();
    }

    /** Returns the rows that the write may be of, each with the cycle by which its bytes have been read then. */
    private Map<Row, Long> options(MemoryWrite w, List<Row> fitting) {
        Map<Row, Long> all = new LinkedHashMap<>();
        for (Row row : fitting) {
            long readBy = row.op.isUnknown() && run.history != null
                    ? run.history.heldUntil(row.op, w.address - row.base, w)
                    : Long.MAX_VALUE;
            if (readBy >= 0) {
                all.put(row, readBy);
            }
        }
        // what has sent no packet has written nothing, unless no packets were seen
        if (all.keySet().stream().anyMatch(row -> times.hasLeft(row.op.id()))) {
            all.keySet().removeIf(row -> !times.hasLeft(row.op.id()));
        }
        return all;
    }

    /** Settles the writes of a place that are of one operation by now; a tail may have come, or a row may be gone. */
    private void settle(Key key, Place place) {
        for (int i = 0; place != null && i < place.loose.size(); ) {
            Loose write = place.loose.get(i);
            write.options.keySet().removeIf(row -> !isOpen(row, key));
            if (write.options.keySet().stream().anyMatch(row -> row.port == write.port)) {
                write.options.keySet().removeIf(row -> row.port >= 0 && row.port != write.port);
            }
            Row row = write.options.size() == 1
                    ? write.options.keySet().iterator().next()
                    : isOldest(place, i) ? inOrder(write, key) : null;
            if (row == null) {
                i++;
            } else {
                settle(key, place, write, row);
                i = 0; // others may follow
            }
        }
    }

    private static boolean isOldest(Place place, int at) {
        return place.loose.subList(0, at).stream().noneMatch(one -> one.port == place.loose.get(at).port);
    }

    /** Returns the first operation by the order of the tails, or null if that order does not show it. */
    private Row inOrder(Loose write, Key key) {
        Row first = null;
        boolean mixed = false; // packets of both classes
        boolean whole = true; // each piece is the last one of its packet
        for (Row row : write.options.keySet()) {
            int piece = piece(row, key);
            if (row.isBlind && row.tails[piece] == Long.MAX_VALUE) {
                return null;
            }
            whole &= piece == row.tails.length - 1 || (piece + 1) * PIECE % HwLayout.MAX_PAYLOAD == 0;
            mixed |= first != null && (row.op.kind() == OpKind.GET) != (first.op.kind() == OpKind.GET);
            first = first == null || row.tails[piece] < first.tails[piece(first, key)] ? row : first;
        }
        boolean mayBeRefused = first != null && !isOver && (hasEpochs || first.op.isAttempt());
        return first == null
                        || mayBeRefused
                        || mixed && !whole
                        || first.port != write.port
                        || first.tails[piece(first, key)] == Long.MAX_VALUE
                ? null
                : first;
    }

    private void settle(Key key, Place place, Loose write, Row row) {
        place.loose.remove(write);
        place.owners.set(row.op.id());
        if (run.history != null) {
            run.history.took(row.op.id(), key.bytes, write.options.get(row));
        }
        expected.get(key.node).take(row, piece(row, key), write.cycle);
        if (row.left == 0 && !times.isUndecided(row.op.id())) {
            run.fences.touched(row.op.id(), row.first, now);
            run.landed(row.op.id(), row.last, now);
        }
    }

    /**
     * Notes that the operation, the row of which is gone, was refused. Returns the cycle of a write that can be of no
     * other one, or -1.
     */
    long refused(Operation op) {
        long wrote = NEVER;
        for (int i = 0; i < pieces(op.length()); i++) {
            Key key = key(op, i);
            Place place = places.get(key);
            if (place != null) {
                place.loose.forEach(one -> one.options.keySet().removeIf(row -> row.op == op));
                settle(key, place);
                for (Loose one : place.loose) {
                    wrote = one.options.isEmpty() ? one.cycle : wrote;
                }
                place.loose.removeIf(one -> one.options.isEmpty());
            }
        }
        return wrote;
    }

    /** Gives the loose writes of a place to any operations that they may be of. */
    private void give(Key key, Place place) {
        Map<Row, Loose> given = new LinkedHashMap<>();
        for (Loose write : place.loose) {
            write.options.keySet().removeIf(row -> !isOpen(row, key));
            write.options.keySet().forEach(row -> times.undecided(row.op.id()));
            match(write, given, new HashSet<>());
        }
        given.forEach((row, write) -> settle(key, place, write, row));
    }

    /** Gives a write to one of its operations, if need be after other writes have been given to others. */
    private static boolean match(Loose write, Map<Row, Loose> given, Set<Row> tried) {
        for (Row row : write.options.keySet()) {
            if (tried.add(row) && (!given.containsKey(row) || match(given.get(row), given, tried))) {
                given.put(row, write);
                return true;
            }
        }
        return false;
    }

    /**
     * Gives the loose writes to any operation that they may be of, after the last event.
     *
     * @param drained whether every refusal is known
     */
    void tell(boolean drained) {
        isOver = drained;
        places.forEach(this::settle);
        places.forEach(this::give);
        for (ExpectedWrites here : expected) {
            for (Row row : here.rows()) {
                for (int i = 0; row.isShared() && !row.optional && i < row.tails.length; i++) {
                    Place place = row.isMissing(i) ? places.get(key(row.op, i)) : null;
                    if (place != null) {
                        place.owners.set(row.op.id());
                        place.isSpoilt |= drained;
                    }
                }
            }
        }
        places.values().stream().filter(place -> place.isSpoilt).forEach(place -> place.owners.stream()
                .forEach(times::undecided));
    }
}
