// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.verdict.ContestedPlace.Claim;
import fairlead.verdict.ContestedPlace.Owner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns the writes of the operations that {@link Contested} names: their address and value do not show whose they
 * are, so {@link ContestedPlace} also uses the packets at the entry and the exit of the network. What remains open is
 * noted in {@link OpTimes}, and no checker judges its order.
 */
final class ContestedWrites extends Checker {
    private record Key(int node, int address, int bytes) {}

    private final CommitLedger.CounterAccount counters;
    private final Contested contested = new Contested(program);
    private final boolean hasEpochs = has(op -> op.kind() == OpKind.EPOCH_OPEN);
    private final Map<Key, ContestedPlace> places = new HashMap<>();
    private final Map<Integer, Owner> open = new HashMap<>();
    private final Map<Long, Integer> inside = new HashMap<>(); // operations of packets in the network, by mixed header
    private long now;
    private long tails;
    long compared;

    ContestedWrites(JudgedRun run, CommitLedger.CounterAccount counters) {
        super(run, run.data);
        this.counters = counters;
        contested.crowded.stream().forEach(times::undecided);
    }

    boolean contains(Operation op) {
        return contested.apart.get(op.id());
    }

    /** Decides whether so many others write there that a write may be counted for another operation. */
    boolean isCrowded(int op) {
        return contested.crowded.get(op);
    }

    /** Decides whether any value may come where this operation writes. */
    boolean isVague(int op) {
        return contested.vague.get(op);
    }

    void posted(Operation op) {
        Owner owner = new Owner(op, hasEpochs || op.isAttempt());
        open.put(op.id(), owner);
        for (int i = 0; i < owner.claims.length; i++) {
            Key at = new Key(
                    Contested.node(op), Contested.base(op) + PIECE * i, Math.min(PIECE, op.length() - PIECE * i));
            owner.claims[i] = places.computeIfAbsent(
                            at, key -> new ContestedPlace(key.node, key.address, key.bytes, this))
                    .add(owner, i);
        }
    }

    // ---- packets

    void injected(Packet p) {
        boolean isResponse = p.type == PacketType.DATA;
        if (contested.apart.isEmpty() || !isResponse && p.type != PacketType.PUT) {
            return;
        }
        int origin = isResponse ? p.dst : p.src;
        int id = origin < 0 ? JudgedRun.NOBODY : run.owner(origin, p.tag);
        Owner owner = id < 0 ? null : open.get(id);
        if (owner != null && (owner.op.kind() == OpKind.GET) == isResponse) {
            inside.put(p.key, id);
            for (Claim claim : carried(owner, p)) {
                claim.port = (int) Header0.eport(p.w0);
                claim.isResponse = isResponse;
                claim.isTail = PIECE * claim.piece + claim.place.bytes
                        == Header1.addr(p.w1) - Contested.base(owner.op) + Header0.length(p.w0);
            }
        }
    }

    void delivered(Packet p) {
        Integer id = inside.isEmpty() ? null : inside.remove(p.key);
        Owner owner = id == null ? null : open.get(id);
        if (owner != null) {
            long tail = tails++;
            List<Claim> all = carried(owner, p);
            all.forEach(claim -> claim.tail = tail);
            all.forEach(claim -> claim.place.settle());
        }
    }

    private static List<Claim> carried(Owner owner, Packet p) {
        List<Claim> all = new ArrayList<>();
        long offset = Header1.addr(p.w1) - Contested.base(owner.op);
        for (long i = offset / PIECE; i * PIECE < offset + Header0.length(p.w0) && i < owner.claims.length; i++) {
            if (i >= 0 && owner.claims[(int) i] != null) {
                all.add(owner.claims[(int) i]);
            }
        }
        return all;
    }

    // ---- writes

    boolean write(MemoryWrite w) {
        ContestedPlace place = contested.apart.isEmpty() ? null : places.get(new Key(w.node, w.address, w.bytes));
        if (place == null) {
            return false;
        }
        now = w.cycle;
        Map<Claim, Long> options = new LinkedHashMap<>();
        for (Claim claim : place.claims) {
            Operation op = claim.owner.op;
            long readBy = op.isUnknown() && run.history != null
                    ? run.history.heldUntil(op, PIECE * claim.piece, w)
                    : w.isOf(op, claim.piece) ? Long.MAX_VALUE : -1;
            if (readBy >= 0) {
                options.put(claim, readBy);
            }
        }
        if (options.isEmpty() || !place.take(w.cycle, w.port, options)) {
            misfit(place, w);
            return true;
        }
        compared += w.bytes;
        Set<Integer> told = new HashSet<>(); // a counter has at least the bytes that are surely its own
        options.keySet().stream()
                .map(claim -> claim.owner.op)
                .filter(op -> told.add(op.counter()))
                .forEach(op -> counters.committed(op, w.bytes));
        return true;
    }

    /**
     * Reports a write that fits no operation, with the nearest explanation. Its bytes count as those of the nearest
     * operation, so that one wrong write is reported once.
     */
    private void misfit(ContestedPlace place, MemoryWrite w) {
        String where = " address " + hex(w.address) + ": ";
        Claim latest = place.latest;
        Operation writer = latest == null || !w.isOf(latest.owner.op, latest.piece) ? null : latest.owner.op;
        Claim claim = place.spoil();
        if (claim != null && (writer == null || writer.isUnknown())) {
            place.remove(claim);
            written(claim, now);
            compared += w.bytes;
            Operation near = claim.owner.op;
            violations.add(at(w)
                    + where
                    + (near.isUnknown()
                            ? near + " brought " + w.bytes
                                    + " bytes that its source has not held since it was handed over"
                            : "wrong bytes of " + near));
        } else {
            violations.add(at(w)
                    + where
                    + (writer == null
                            ? w.bytes + " bytes that no operation may write"
                            : writer + " wrote " + w.bytes + " bytes a second time"));
        }
    }

    /** Notes whose a write is, and by when its bytes have been read, or Long.MAX_VALUE if it may be of another. */
    void settled(Claim claim, long cycle, long readBy) {
        if (run.history != null) {
            run.history.took(claim.owner.op.id(), claim.place.bytes, readBy);
        }
        written(claim, cycle);
    }

    private void written(Claim claim, long cycle) {
        Owner owner = claim.owner;
        owner.claims[claim.piece] = null;
        owner.first = Math.min(owner.first, cycle);
        owner.last = Math.max(owner.last, cycle);
        if (--owner.left == 0) {
            open.remove(owner.op.id());
            tell(owner);
            if (!owner.undecided) {
                run.fences.touched(owner.op.id(), owner.first, now);
                run.landed(owner.op.id(), owner.last, now);
            }
        }
    }

    private void tell(Owner owner) {
        if (owner.last >= 0) {
            times.committed(owner.op.id(), owner.first, owner.last);
        }
        if (owner.undecided) {
            times.undecided(owner.op.id());
        }
    }

    // ---- ends

    /**
     * Notes that the operation was refused.
     *
     * @param isPartial whether packets that were accepted may write
     * @return the first cycle in which the operation has written although it may not, or -1
     */
    long refused(Operation op, boolean isPartial) {
        Owner owner = open.get(op.id());
        if (owner == null) {
            return isPartial ? -1 : times.firstCommit(op.id());
        }
        if (isPartial) {
            owner.optional = true;
            return -1;
        }
        open.remove(op.id());
        long wrote = owner.last < 0 || owner.undecided ? -1 : owner.first;
        for (Claim claim : owner.claims) {
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
    void tell(boolean drained) {
        if (drained) {
            open.values().forEach(owner -> owner.isRefusable = false);
            places.values().forEach(ContestedPlace::settle);
        }
        for (ContestedPlace place : places.values()) {
            place.give();
            if (place.isInDisorder(drained)) {
                place.owners.forEach(owner -> times.undecided(owner.op.id()));
            }
        }
        open.values().forEach(this::tell);
    }

    void missing(BitSet missing) {
        open.keySet().forEach(missing::set);
    }

    void finish() {
        open.values().stream()
                .filter(owner -> !owner.optional)
                .sorted(Comparator.comparingInt(owner -> owner.op.id()))
                .forEach(owner -> violations.add(
                        owner.op + " lost " + owner.left + " of " + owner.claims.length + " pieces of 16 bytes"));
    }
}
