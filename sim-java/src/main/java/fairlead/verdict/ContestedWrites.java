// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Assigns the writes of the operations that {@link Contested} names: their address and value do not show whose they
 * are, so {@link ContestedPlace} also uses the packets at the entry and the exit of the network. What remains open is
 * noted in {@link OpTimes}, and no checker judges its order.
 */
final class ContestedWrites {
    private static final int PIECE = 16;

    /** The place and size of a piece of memory. */
    private record Key(int node, int address, int bytes) {}

    private final Program program;
    private final Shape shape;
    private final OpTimes times;
    private final TagOwners tags;
    private final SourceHistory history; // or null
    private final Landings landings;
    private final BitSet contested;
    private final BitSet crowded;
    private final BitSet vague;
    private final boolean hasEpochs;
    private final Map<Key, ContestedPlace> places = new HashMap<>();
    private final Map<Integer, ContestedPlace.Owner> open = new HashMap<>();
    private final Map<Long, Integer> inside = new HashMap<>(); // operations of packets in the network, by mixed header
    private long now;
    private long tails;

    ContestedWrites(
            final Program program,
            final Shape shape,
            final OpTimes times,
            final TagOwners tags,
            final SourceHistory history,
            final Landings landings) {
        this.program = program;
        this.shape = shape;
        this.times = times;
        this.tags = tags;
        this.history = history;
        this.landings = landings;
        final Contested all = new Contested(program);
        contested = all.apart;
        crowded = all.crowded;
        vague = all.vague;
        crowded.stream().forEach(times::undecided);
        hasEpochs = program.operations().stream().anyMatch(op -> op.kind() == OpKind.EPOCH_OPEN);
    }

    boolean contains(final Operation op) {
        return contested.get(op.id());
    }

    /** Decides whether so many others write there that a write may be counted for another operation. */
    boolean isCrowded(final int op) {
        return crowded.get(op);
    }

    /** Decides whether any value may come where this operation writes. */
    boolean isVague(final int op) {
        return vague.get(op);
    }

    void posted(final Operation op) {
        final ContestedPlace.Owner owner =
                new ContestedPlace.Owner(op, (op.length() + PIECE - 1) / PIECE, hasEpochs || op.isAttempt());
        open.put(op.id(), owner);
        final int node = Contested.node(op);
        for (int i = 0; i < owner.claims.length; i++) {
            final int address = Contested.base(op) + PIECE * i;
            final int bytes = Math.min(PIECE, op.length() - PIECE * i);
            owner.claims[i] = places.computeIfAbsent(
                            new Key(node, address, bytes),
                            key -> new ContestedPlace(node, address, bytes, this::settled))
                    .add(owner, i);
        }
    }

    // ---- packets

    /** Notes a packet that enters the network. */
    void injected(final long w0, final long w1) {
        final boolean isResponse = Header0.ptype(w0) == PacketType.DATA;
        if (contested.isEmpty() || !isResponse && Header0.ptype(w0) != PacketType.PUT) {
            return;
        }
        final int origin = Routes.rank(shape, isResponse ? Header0.dst(w0) : Header0.src(w0));
        final int id = origin < 0 ? TagOwners.NOBODY : tags.owner(origin, (int) Header1.tag(w1));
        final ContestedPlace.Owner owner = id < 0 ? null : open.get(id);
        if (owner != null && (owner.op.kind() == OpKind.GET) == isResponse) {
            inside.put(mixed(w0, w1), id);
            each(owner, w0, w1, claim -> {
                claim.port = (int) Header0.eport(w0);
                claim.isResponse = isResponse;
                claim.isTail = PIECE * claim.piece + claim.place.bytes
                        == Header1.addr(w1) - Contested.base(owner.op) + Header0.length(w0);
            });
        }
    }

    /** Notes a packet that leaves the network. */
    void delivered(final long w0, final long w1) {
        final Integer id = inside.isEmpty() ? null : inside.remove(mixed(w0, w1));
        final ContestedPlace.Owner owner = id == null ? null : open.get(id);
        if (owner != null) {
            final long tail = tails++;
            final List<ContestedPlace> changed = new ArrayList<>();
            each(owner, w0, w1, claim -> {
                claim.tail = tail;
                changed.add(claim.place);
            });
            changed.forEach(ContestedPlace::settle);
        }
    }

    private static long mixed(final long w0, final long w1) {
        return Mix.mix64(w0 ^ Mix.mix64(w1));
    }

    /** Passes on the open claims whose bytes this packet carries. */
    private static void each(
            final ContestedPlace.Owner owner,
            final long w0,
            final long w1,
            final Consumer<ContestedPlace.Claim> action) {
        final long offset = Header1.addr(w1) - Contested.base(owner.op);
        for (long i = offset / PIECE; i * PIECE < offset + Header0.length(w0) && i < owner.claims.length; i++) {
            if (i >= 0 && owner.claims[(int) i] != null) {
                action.accept(owner.claims[(int) i]);
            }
        }
    }

    // ---- writes

    /** Returns the place that is written, or null if no contested operation writes it. */
    ContestedPlace place(final int node, final int address, final int bytes) {
        return contested.isEmpty() ? null : places.get(new Key(node, address, bytes));
    }

    /** Takes a write to this place and returns the operations whose it may be, or an empty list if it is of none. */
    List<Operation> write(
            final ContestedPlace place, final long cycle, final int port, final long low, final long high) {
        now = cycle;
        final List<ContestedPlace.Option> options = new ArrayList<>(1);
        for (final ContestedPlace.Claim claim : place.claims()) {
            final long readBy = readBy(claim, place.bytes, low, high);
            if (readBy >= 0) {
                options.add(new ContestedPlace.Option(claim, readBy));
            }
        }
        final List<Operation> owners =
                options.stream().map(option -> option.claim().owner.op).toList();
        return !options.isEmpty() && place.take(new ContestedPlace.Write(cycle, port, options)) ? owners : List.of();
    }

    /** Returns the cycle by which the claim's bytes were read if this is its write, or -1 if it cannot be. */
    private long readBy(final ContestedPlace.Claim claim, final int bytes, final long low, final long high) {
        final Operation op = claim.owner.op;
        if (op.isUnknown()) {
            return history == null ? Long.MAX_VALUE : history.heldUntil(op.id(), PIECE * claim.piece, bytes, low, high);
        }
        return isWritten(op, claim.piece, bytes, low, high) ? Long.MAX_VALUE : -1;
    }

    private static boolean isWritten(
            final Operation op, final int piece, final int bytes, final long low, final long high) {
        return isWritten(op, 2 * piece, Math.min(bytes, Long.BYTES), low)
                && (bytes <= Long.BYTES || isWritten(op, 2 * piece + 1, bytes - Long.BYTES, high));
    }

    private static boolean isWritten(final Operation op, final int word, final int bytes, final long value) {
        final long mask = bytes >= Long.BYTES ? -1L : (1L << Byte.SIZE * bytes) - 1;
        return ((op.payloadWord(word) ^ value) & mask) == 0;
    }

    private void settled(
            final ContestedPlace.Write write, final ContestedPlace.Option option, final boolean isCertain) {
        final ContestedPlace.Claim claim = option.claim();
        final ContestedPlace.Owner owner = claim.owner;
        if (history != null) {
            history.took(owner.op.id(), claim.place.bytes, isCertain ? option.readBy() : Long.MAX_VALUE);
        }
        written(claim, write.cycle);
    }

    private void written(final ContestedPlace.Claim claim, final long cycle) {
        final ContestedPlace.Owner owner = claim.owner;
        owner.claims[claim.piece] = null;
        owner.first = Math.min(owner.first, cycle);
        owner.last = Math.max(owner.last, cycle);
        if (--owner.left == 0) {
            open.remove(owner.op.id());
            tell(owner);
            if (!owner.undecided) {
                landings.touched(owner.op.id(), owner.first, now);
                landings.landed(owner.op.id(), owner.last, now);
            }
        }
    }

    private void tell(final ContestedPlace.Owner owner) {
        if (owner.last >= 0) {
            times.committed(owner.op.id(), owner.first, owner.last);
        }
        if (owner.undecided) {
            times.undecided(owner.op.id());
        }
    }

    /**
     * Lets the operation that is the nearest one have a write that fits none, so that one wrong write is reported once,
     * and returns it; null if all have written, or if the write is a repetition.
     */
    Operation blame(final ContestedPlace place, final long cycle, final boolean isRepetition) {
        now = cycle;
        final ContestedPlace.Claim claim = place.spoil();
        if (claim == null || isRepetition) {
            return null;
        }
        place.remove(claim);
        written(claim, cycle);
        return claim.owner.op;
    }

    /** Returns the operation that wrote these bytes to the place before, or null. */
    static Operation writer(final ContestedPlace place, final long low, final long high) {
        final Operation op = place.latest() == null ? null : place.latest().owner.op;
        return op != null && (op.isUnknown() || isWritten(op, place.latest().piece, place.bytes, low, high))
                ? op
                : null;
    }

    // ---- ends

    /**
     * Notes that the operation was refused.
     *
     * @param isPartial whether packets that were accepted may write
     * @return the first cycle in which the operation has written although it may not, or -1
     */
    long refused(final Operation op, final boolean isPartial) {
        final ContestedPlace.Owner owner = open.get(op.id());
        if (owner == null) {
            return isPartial ? -1 : times.firstCommit(op.id());
        }
        if (isPartial) {
            owner.optional = true;
            return -1;
        }
        open.remove(op.id());
        long wrote = owner.last < 0 || owner.undecided ? -1 : owner.first;
        for (final ContestedPlace.Claim claim : owner.claims) {
            if (claim != null && !claim.place.remove(claim)) {
                wrote = wrote < 0 ? now : wrote;
            }
        }
        return wrote;
    }

    /**
     * Passes what is known of the open operations to {@link OpTimes}, after the last event.
     *
     * @param drained whether every refusal is known
     */
    void tell(final boolean drained) {
        if (drained) {
            open.values().forEach(owner -> owner.isRefusable = false);
            places.values().forEach(ContestedPlace::settle);
        }
        for (final ContestedPlace place : places.values()) {
            place.give();
            if (place.isInDisorder(drained)) {
                place.owners().forEach(owner -> times.undecided(owner.op.id()));
            }
        }
        open.values().forEach(this::tell);
    }

    /** Sets the operations that still miss bytes. */
    void missing(final BitSet missing) {
        open.keySet().forEach(missing::set);
    }

    /** Reports every operation that misses bytes at a drained end. */
    void finish(final Violations violations) {
        open.values().stream()
                .filter(owner -> !owner.optional)
                .sorted((a, b) -> a.op.id() - b.op.id())
                .forEach(owner -> violations.add(
                        owner.op + " lost " + owner.left + " of " + owner.claims.length + " pieces of 16 bytes"));
    }
}
