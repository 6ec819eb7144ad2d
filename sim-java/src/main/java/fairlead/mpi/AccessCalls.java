// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.mpi.Datatype.Basic;
import fairlead.pe.Conflicts;
import fairlead.pe.Frames;
import fairlead.pe.Pe;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Accesses to windows. Those with a request have ended when it is made. */
final class AccessCalls {
    private static final int GAP = 64; // bytes between two pieces that are compared together

    private final MpiRank rank;
    private final RmaLocks locks;
    private final Accumulator accumulator;

    AccessCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        locks = new RmaLocks(rank);
        accumulator = new Accumulator(rank, this);
        calls.on("Put", r -> move(r, true));
        calls.on("Get", r -> move(r, false));
        calls.on("Accumulate", r -> accumulate(r, false));
        calls.on("Get_accumulate", r -> accumulate(r, true));
        calls.on("Fetch_and_op", r -> accumulate(r, true));
        calls.on("Compare_and_swap", this::compareAndSwap);
        calls.on("Rput", r -> requested(r, 8, () -> move(r, true)));
        calls.on("Rget", r -> requested(r, 8, () -> move(r, false)));
        calls.on("Raccumulate", r -> requested(r, 9, () -> accumulate(r, false)));
        calls.on("Rget_accumulate", r -> requested(r, 12, () -> accumulate(r, true)));
    }

    /** Where an access goes: arguments window, target, displacement, count, type. */
    record Target(RmaWindow window, int rank, int pe, Pieces pieces, Datatype type) {}

    /** Returns where an access goes, which an epoch must allow; null for no rank. */
    private Target target(Request r) {
        RmaWindow window = rank.window(r.number(0));
        int target = r.number(1);
        window.comm.require(target);
        if (target == MpiRank.PROC_NULL) {
            return null;
        }
        if (!window.mayAccess(target)) {
            throw new MpiError(
                    ErrorClass.RMA_SYNC,
                    "no epoch lets this rank access rank " + target + " of " + window
                            + ": MPI_Win_fence, MPI_Win_start or a lock is missing");
        }
        Datatype type = rank.type(r, 4);
        long address = window.at(target, r.at(2), type.at(0, r.at(3)));
        if (window.all && !window.locked.get(target)) {
            locks.acquire(window, target, false);
        }
        return new Target(window, target, window.comm.ranks[target], type.at(address, r.at(3)), type);
    }

    @FunctionalInterface
    private interface Begun {
        Target get() throws IOException;
    }

    /** Does an access and makes its request, whose variable is an argument. */
    private void requested(Request r, int result, Begun begun) throws IOException {
        MpiRequest request = MpiRequest.ended();
        rank.pe.order.request(request);
        Target target = begun.get();
        rank.pe.order.request(null);
        if (target != null) {
            rank.pe.flush(target.pe);
        }
        rank.put(r.at(result), rank.requests.add(request));
    }

    private static void requireEqual(long bytes, Target target) {
        if (bytes != target.pieces.bytes()) {
            throw new MpiError(
                    ErrorClass.TYPE, bytes + " bytes of this rank and " + target.pieces.bytes() + " of the target");
        }
    }

    // ---- memory of both ends

    /** Stores what the program of this rank has changed in its own pieces. */
    void pushOwn(Pieces pieces) throws IOException {
        Pieces wider = pieces.wider(GAP);
        for (int i = 0; i < wider.count(); i++) {
            rank.pe.memory.push(wider.place(i), wider.length(i));
        }
    }

    /** Stores what the target's program has changed there, and keeps its pages in their frames, for an access. */
    void pushThere(int pe, Pieces pieces, Conflicts.Kind kind) throws IOException {
        Pe other = rank.pe.other(pe);
        Pieces wider = pieces.wider(GAP);
        for (int i = 0; i < wider.count(); i++) {
            long end = wider.place(i) + wider.length(i);
            for (long at = wider.place(i); at < end; at += Frames.left(at)) {
                other.memory.keep(at);
            }
            other.memory.push(wider.place(i), wider.length(i));
            rank.pe.accesses(pe, wider.place(i), wider.length(i), kind);
        }
    }

    // ---- puts and gets

    private Target move(Request r, boolean puts) throws IOException {
        Target target = target(r);
        if (target == null) {
            return null;
        }
        Pieces own = rank.buffer(r, 5);
        requireEqual(own.bytes(), target);
        pushThere(target.pe, target.pieces, puts ? Conflicts.Kind.WRITES : Conflicts.Kind.READS);
        if (puts) {
            pushOwn(own);
        }
        List<Step> steps = new ArrayList<>();
        own.with(
                target.pieces,
                (here, there, bytes) ->
                        rank.pe.move(puts, target.pe, here, there, bytes, SoftwareMemory.PART, 0, steps));
        if (puts) {
            source(target, own);
            put(target, true, null);
        } else {
            get(target, own);
        }
        if (!puts) {
            steps.forEach(rank.pe::leave);
        } else if (own.bytes() > 0) {
            rank.pe.touched(target.pe);
        }
        return target;
    }

    // ---- accumulates: own buffer, count, type, op, result, its count, type

    private Target accumulate(Request r, boolean fetches) throws IOException {
        Target target = target(r);
        Arithmetic.Op op = rank.arithmetic.op(r.number(8));
        if (target == null) {
            return null;
        }
        if (target.type.basic == null || op.function() != 0) {
            throw new MpiError(ErrorClass.OP, "accumulates have predefined operations and elements of one type");
        }
        rank.arithmetic.op(r.number(8), target.type);
        byte[] operand = op.isNoOp() ? new byte[(int) target.pieces.bytes()] : rank.read(rank.buffer(r, 5));
        requireEqual(operand.length, target);
        if (!op.isNoOp()) {
            source(target, rank.buffer(r, 5));
        }
        put(target, !op.isNoOp(), target.type.basic);
        byte[] found = accumulator.accumulate(target, op, operand, fetches);
        if (fetches) {
            rank.write(rank.buffer(r, 9), found);
            landing(target, rank.buffer(r, 9));
            learn(target);
        }
        return target;
    }

    private void compareAndSwap(Request r) throws IOException {
        Target target = target(r);
        if (target == null) {
            return;
        }
        int size = target.type.size();
        if (target.type.basic == null || size > Long.BYTES) {
            throw new MpiError(ErrorClass.TYPE, target.type + " cannot be compared and swapped");
        }
        byte[] value = rank.pe.memory.read(r.at(5), size);
        byte[] compare = rank.pe.memory.read(r.at(6), size);
        put(target, true, target.type.basic);
        rank.pe.memory.write(r.at(7), accumulator.compareAndSwap(target, compare, value));
        source(target, target.type.at(r.at(5), 1));
        source(target, target.type.at(r.at(6), 1));
        landing(target, target.type.at(r.at(7), 1));
        learn(target);
    }

    // ---- what accesses do until they are completed, for those who look for races

    private void source(Target target, Pieces own) {
        each(own, (at, bytes) -> rank.pe.order.source(target.window, target.pe, at, bytes));
    }

    private void landing(Target target, Pieces own) {
        each(own, (at, bytes) -> rank.pe.order.landing(target.window, target.pe, at, bytes));
    }

    private void get(Target target, Pieces own) {
        each(target.pieces, (at, bytes) -> rank.pe.order.get(target.window, target.pe, at, bytes));
        landing(target, own);
    }

    /**
     * Writes or reads at the target.
     *
     * @param type of an accumulate, whose elements at the same places are atomic to each other; null for a put
     */
    private void put(Target target, boolean writes, Basic type) {
        each(target.pieces, (at, bytes) -> {
            int kind = type == null ? 0 : 1 + kind(type) * type.size() + (int) (at % type.size());
            rank.pe.order.put(target.window, target.pe, at, bytes, writes, kind);
            if (type != null && writes) {
                rank.pe.order.releaseAt(target.pe, at, bytes);
            }
        });
    }

    /** Knows what those have let know whose values an accumulate has found. */
    private void learn(Target target) {
        each(target.pieces, (at, bytes) -> rank.pe.order.acquireAt(target.pe, at, bytes));
    }

    private static int kind(Basic type) {
        boolean integer = (type.functions() >> Arithmetic.AND & 1) != 0;
        return 2 * type.size() + (integer ? 1 : 0);
    }

    private void each(Pieces pieces, BiConsumer<Long, Long> with) {
        for (int i = 0; i < pieces.count() && rank.pe.order.isOn(); i++) {
            with.accept(pieces.place(i), (long) pieces.length(i));
        }
    }
}
