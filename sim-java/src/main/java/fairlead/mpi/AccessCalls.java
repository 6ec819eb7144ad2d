// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.pe.Conflicts;
import fairlead.pe.Frames;
import fairlead.pe.Pe;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
        calls.on("Rput", r -> ended(r, move(r, true), 8));
        calls.on("Rget", r -> ended(r, move(r, false), 8));
        calls.on("Raccumulate", r -> ended(r, accumulate(r, false), 9));
        calls.on("Rget_accumulate", r -> ended(r, accumulate(r, true), 12));
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

    private Target ended(Request r, Target target, int result) throws IOException {
        if (target != null) {
            rank.pe.flush(target.pe);
        }
        rank.put(r.at(result), rank.requests.add(MpiRequest.ended()));
        return target;
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
        byte[] found = accumulator.accumulate(target, op, operand, fetches);
        if (fetches) {
            rank.write(rank.buffer(r, 9), found);
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
        rank.pe.memory.write(r.at(7), accumulator.compareAndSwap(target, compare, value));
    }
}
