// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.Arithmetic.Op;
import fairlead.pe.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** MemberExchange. Reductions combine in the order of the ranks, so that all get equal bits. */
final class CollectiveCalls {
    private static final long IN_PLACE = -1; // as in mpi.h

    private final MpiRank rank;
    private final MemberExchange members;

    CollectiveCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        members = new MemberExchange(rank);
        calls.on("Barrier", r -> rank.meet(rank.comm(r.number(0))));
        calls.on("Bcast", this::broadcast);
        calls.on("Reduce", r -> {
            int root = root(r, 6);
            reduce(r, me -> i -> me == root);
        });
        calls.on("Allreduce", r -> reduce(r, me -> i -> true));
        calls.on("Scan", r -> reduce(r, me -> i -> i <= me));
        calls.on("Exscan", r -> reduce(r, me -> i -> i < me));
        calls.on("Reduce_scatter_block", r -> {
            int[] counts = new int[rank.comm(r.number(5)).size()];
            Arrays.fill(counts, r.number(2));
            reduceScatter(r, counts);
        });
        calls.on(
                "Reduce_scatter",
                r -> reduceScatter(r, rank.ints(r.at(2), rank.comm(r.number(5)).size())));
        calls.on("Reduce_local", this::reduceLocal);
        calls.on("Op_create", r -> rank.put(r.at(2), rank.arithmetic.create(r.at(0), r.at(1) != 0)));
        calls.on("Op_free", r -> rank.release(rank.arithmetic.ops, r.at(0)));
        calls.on(
                "Op_commutative",
                r -> rank.put(r.at(1), rank.arithmetic.op(r.number(0)).commutes() ? 1 : 0));
        calls.on("Gather", r -> gather(r, 6, even(r, 3), root(r, 7)));
        calls.on("Allgather", r -> gather(r, 6, even(r, 3), -1));
        calls.on("Gatherv", r -> gather(r, 7, uneven(r, 3, 7), root(r, 8)));
        calls.on("Allgatherv", r -> gather(r, 7, uneven(r, 3, 7), -1));
        calls.on("Scatter", r -> scatter(r, even(r, 0), 3, 6));
        calls.on("Scatterv", r -> scatter(r, uneven(r, 0, 7), 4, 7));
        calls.on("Alltoall", r -> exchange(r, even(r, 0), even(r, 3), 6));
        calls.on("Alltoallv", r -> exchange(r, uneven(r, 0, 8), uneven(r, 4, 8), 8));
        calls.on("Alltoallw", r -> exchange(r, typed(r, 0), typed(r, 4), 8));
    }

    // ---- buffers; blocks of one for each rank

    private int me(Request r) {
        return rank.comm(r.number(5)).me;
    }

    private int root(Request r, int argument) {
        int root = r.number(argument);
        int size = rank.comm(r.number(argument - 1)).size();
        if (root < 0 || root >= size) {
            throw new MpiError(ErrorClass.ROOT, "there is no root " + root + " among " + size + " ranks");
        }
        return root;
    }

    /** Blocks of buffer, count, type. */
    private IntFunction<Pieces> even(Request r, int first) {
        long count = r.at(first + 1);
        return i -> rank.type(r, first + 2).at(r.at(first) + i * count * rank.type(r, first + 2).extent, count);
    }

    /** Blocks of buffer, counts, places, type; the arrays are read if the buffer is used. */
    private IntFunction<Pieces> uneven(Request r, int first, int comm) {
        return i -> {
            int size = rank.comm(r.number(comm)).size();
            Datatype type = rank.type(r, first + 3);
            return type.at(r.at(first) + at(r.at(first + 2), i, size) * type.extent, at(r.at(first + 1), i, size));
        };
    }

    /** Blocks of buffer, counts, places in bytes, types. */
    private IntFunction<Pieces> typed(Request r, int first) {
        return i -> {
            int size = rank.comm(r.number(8)).size();
            Datatype type = rank.types.get(at(r.at(first + 3), i, size));
            return type.at(r.at(first) + at(r.at(first + 2), i, size), at(r.at(first + 1), i, size));
        };
    }

    private int at(long array, int i, int size) {
        try {
            return rank.ints(array, size)[i];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[][] read(IntFunction<Pieces> blocks, int size) throws IOException {
        byte[][] all = new byte[size][];
        for (int i = 0; i < size; i++) {
            all[i] = rank.read(blocks.apply(i));
        }
        return all;
    }

    private void write(Pieces into, byte[] bytes, int from) throws IOException {
        if (bytes.length > into.bytes()) {
            throw new MpiError(
                    ErrorClass.TRUNCATE, bytes.length + " bytes from rank " + from + " into " + into.bytes());
        }
        rank.write(into, bytes);
    }

    // ---- moves

    private void broadcast(Request r) throws IOException {
        int root = root(r, 5);
        Communicator comm = rank.comm(r.number(4));
        Pieces buffer = rank.buffer(r, 0);
        byte[] mine = comm.me == root ? rank.read(buffer) : new byte[0];
        byte[][] all = members.gather(comm, mine, i -> i == root && comm.me != root, (int) buffer.bytes());
        if (comm.me != root) {
            rank.write(buffer, all[root]);
        }
    }

    /** @param root who gets the result; -1 for all */
    private void gather(Request r, int comm, IntFunction<Pieces> into, int root) throws IOException {
        Communicator all = rank.comm(r.number(comm));
        boolean gets = root < 0 || root == all.me;
        byte[] mine = rank.read(r.at(0) == IN_PLACE ? into.apply(all.me) : rank.buffer(r, 0));
        byte[][] parts = new byte[all.size()][];
        Arrays.fill(parts, mine);
        byte[][] got = members.exchange(all, root < 0 ? parts : one(all.size(), root, mine), i -> gets);
        for (int i = 0; gets && i < got.length; i++) {
            write(into.apply(i), got[i], i);
        }
    }

    private static byte[][] one(int size, int to, byte[] bytes) {
        byte[][] parts = new byte[size][0];
        parts[to] = bytes;
        return parts;
    }

    private void scatter(Request r, IntFunction<Pieces> from, int into, int comm) throws IOException {
        int root = root(r, comm + 1);
        Communicator all = rank.comm(r.number(comm));
        byte[][] parts = all.me == root ? read(from, all.size()) : null;
        byte[] mine = members.exchange(all, parts, i -> i == root)[root];
        if (r.at(into) != IN_PLACE) {
            write(rank.buffer(r, into), mine, root);
        }
    }

    private void exchange(Request r, IntFunction<Pieces> from, IntFunction<Pieces> into, int comm) throws IOException {
        Communicator all = rank.comm(r.number(comm));
        byte[][] got = members.exchange(all, read(r.at(0) == IN_PLACE ? into : from, all.size()), i -> true);
        for (int i = 0; i < got.length; i++) {
            write(into.apply(i), got[i], i);
        }
    }

    // ---- reductions: in, out, count, type, op, comm

    private byte[] operand(Request r, long count) throws IOException {
        return rank.read(rank.type(r, 3).at(r.at(0) == IN_PLACE ? r.at(1) : r.at(0), count));
    }

    /** Returns the combination of what these members give; null if there is none. */
    private byte[] combined(Request r, byte[] mine, IntPredicate wanted) throws IOException {
        Datatype type = rank.type(r, 3);
        Op op = rank.arithmetic.op(r.number(4), type);
        byte[][] all = members.gather(rank.comm(r.number(5)), mine, wanted, mine.length);
        byte[] result = null;
        for (byte[] each : all) {
            if (each != null) {
                result = result == null ? each : rank.arithmetic.combine(op, type, r.number(3), result, each);
            }
        }
        return result;
    }

    /** Writes the combination of what members give, if there is one; by the rank of this member, which ones. */
    private void reduce(Request r, IntFunction<IntPredicate> wanted) throws IOException {
        IntPredicate givers = wanted.apply(me(r));
        byte[] result = combined(r, operand(r, r.at(2)), givers);
        if (result != null) {
            rank.write(rank.type(r, 3).at(r.at(1), r.at(2)), result);
        }
    }

    private void reduceScatter(Request r, int[] counts) throws IOException {
        int me = me(r);
        int before = IntStream.range(0, me).map(i -> counts[i]).sum();
        int size = rank.type(r, 3).size();
        byte[] result = combined(r, operand(r, Arrays.stream(counts).sum()), i -> true);
        byte[] part = Arrays.copyOfRange(result, before * size, (before + counts[me]) * size);
        rank.write(rank.type(r, 3).at(r.at(1), counts[me]), part);
    }

    private void reduceLocal(Request r) throws IOException {
        Datatype type = rank.type(r, 3);
        Op op = rank.arithmetic.op(r.number(4), type);
        Pieces into = type.at(r.at(1), r.at(2));
        byte[] in = rank.read(type.at(r.at(0), r.at(2)));
        rank.write(into, rank.arithmetic.combine(op, type, r.number(3), in, rank.read(into)));
    }
}
