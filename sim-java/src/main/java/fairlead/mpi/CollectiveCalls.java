// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.Arithmetic.Op;
import fairlead.mpi.MessageExchange.Then;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Collectives: those that wait by MemberExchange, others, those of neighbours and of intercommunicators by
 * MessageExchange. Reductions combine in the order of the ranks, so that all get equal bits.
 */
final class CollectiveCalls {
    private static final long IN_PLACE = -1; // as in mpi.h
    private static final int ROOT = -3;
    private static final int COMM = 12; // arguments of calls that do not wait
    private static final int REQUEST = 13;

    private final MpiRank rank;
    private final MemberExchange members;
    private final MessageExchange messages;
    private final RankBlocks blocks;
    private Integer tag; // of the present call, null if it waits
    private MpiRequest begun;

    CollectiveCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        members = new MemberExchange(rank);
        messages = new MessageExchange(rank);
        blocks = new RankBlocks(rank);
        on(calls, "Barrier", this::barrier);
        on(calls, "Bcast", this::broadcast);
        on(calls, "Reduce", this::reduceToRoot);
        on(calls, "Allreduce", r -> reduce(r, i -> true, i -> true));
        on(calls, "Scan", r -> reduce(r, i -> i >= me(r), i -> i <= me(r)));
        on(calls, "Exscan", r -> reduce(r, i -> i > me(r), i -> i < me(r)));
        on(calls, "Reduce_scatter_block", r -> {
            int[] counts = new int[rank.comm(r.number(5)).size()];
            Arrays.fill(counts, r.number(2));
            reduceScatter(r, counts);
        });
        on(
                calls,
                "Reduce_scatter",
                r -> reduceScatter(r, rank.ints(r.at(2), rank.comm(r.number(5)).size())));
        calls.on("Reduce_local", this::reduceLocal);
        calls.on("Op_create", r -> rank.put(r.at(2), rank.arithmetic.create(r.at(0), r.at(1) != 0)));
        calls.on("Op_free", r -> rank.release(rank.arithmetic.ops, r.at(0)));
        calls.on(
                "Op_commutative",
                r -> rank.put(r.at(1), rank.arithmetic.op(r.number(0)).commutes() ? 1 : 0));
        on(calls, "Gather", r -> gatherAtRoot(r, 6, blocks.even(r, 3)));
        on(calls, "Allgather", r -> gather(r, 6, blocks.even(r, 3), i -> true, true, true));
        on(calls, "Gatherv", r -> gatherAtRoot(r, 7, blocks.uneven(r, 3)));
        on(calls, "Allgatherv", r -> gather(r, 7, blocks.uneven(r, 3), i -> true, true, true));
        on(calls, "Scatter", r -> scatter(r, blocks.even(r, 0), 3, 6));
        on(calls, "Scatterv", r -> scatter(r, blocks.uneven(r, 0), 4, 7));
        on(calls, "Alltoall", r -> exchange(r, blocks.even(r, 0), blocks.even(r, 3), 6));
        on(calls, "Alltoallv", r -> exchange(r, blocks.uneven(r, 0), blocks.uneven(r, 4), 8));
        on(
                calls,
                "Alltoallw",
                r -> exchange(r, blocks.typed(r, 0, Integer.BYTES), blocks.typed(r, 4, Integer.BYTES), 8));
        on(calls, "Neighbor_allgather", r -> neighbours(r, i -> rank.buffer(r, 0), blocks.even(r, 3), 6));
        on(calls, "Neighbor_allgatherv", r -> neighbours(r, i -> rank.buffer(r, 0), blocks.uneven(r, 3), 7));
        on(calls, "Neighbor_alltoall", r -> neighbours(r, blocks.even(r, 0), blocks.even(r, 3), 6));
        on(calls, "Neighbor_alltoallv", r -> neighbours(r, blocks.uneven(r, 0), blocks.uneven(r, 4), 8));
        on(
                calls,
                "Neighbor_alltoallw",
                r -> neighbours(r, blocks.typed(r, 0, Long.BYTES), blocks.typed(r, 4, Long.BYTES), 8));
    }

    /** A collective, and the calls that begin it and that make a persistent request of it. */
    private void on(MpiCalls calls, String name, MpiCalls.Action action) {
        calls.on(name, action);
        calls.on("I" + name.toLowerCase(Locale.ROOT), r -> {
            MpiRequest request = begin(action, r, rank.comm(r.number(COMM)).next());
            rank.put(r.at(REQUEST), rank.requests.add(request));
        });
        calls.on(name + "_init", r -> {
            int own = rank.comm(r.number(COMM)).next();
            rank.put(r.at(REQUEST), rank.requests.add(MpiRequest.persistent(() -> begin(action, r, own))));
        });
    }

    private MpiRequest begin(MpiCalls.Action action, Request r, int own) throws IOException {
        tag = own;
        try {
            action.act(r);
            return begun;
        } finally {
            tag = null;
        }
    }

    // ---- exchanges; the call waits unless it has a tag

    private void begin(
            Communicator comm, int[] to, byte[][] parts, int[] from, int[] arrivals, boolean waits, Then then)
            throws IOException {
        begun = messages.begin(comm, waits ? comm.next() : tag, to, parts, from, arrivals, then);
        if (waits) {
            rank.messages.await(begun);
            rank.messages.learn(begun);
            if (begun.error != null) {
                throw begun.error;
            }
        }
    }

    private void begin(Communicator comm, byte[][] parts, IntPredicate to, IntPredicate from, Then then)
            throws IOException {
        boolean within = comm.remote == null;
        int size = comm.peers().length;
        IntPredicate other = i -> !within || i != comm.me;
        int[] targets = IntStream.range(0, size).filter(to.and(other)).toArray();
        int[] sources = IntStream.range(0, size).filter(from.and(other)).toArray();
        byte[][] given = Arrays.stream(targets).mapToObj(i -> parts[i]).toArray(byte[][]::new);
        int[] order = IntStream.range(0, sources.length).toArray();
        begin(comm, targets, given, sources, order, tag == null, got -> {
            byte[][] all = new byte[size][];
            for (int i = 0; i < got.length; i++) {
                all[sources[i]] = got[i];
            }
            if (within && from.test(comm.me)) {
                all[comm.me] = parts[comm.me];
            }
            then.take(all);
        });
    }

    /** Moves a part to each of some ranks and from others; `parts` is null if there is none. */
    private void move(Communicator comm, byte[][] parts, IntPredicate to, IntPredicate from, Then then)
            throws IOException {
        if (tag == null && comm.remote == null) {
            then.take(members.exchange(comm, parts, from));
        } else {
            begin(comm, parts, to, from, then);
        }
    }

    /** Moves the same bytes to all, of which each gives as many. */
    private void share(Communicator comm, byte[] mine, IntPredicate to, IntPredicate from, long bytes, Then then)
            throws IOException {
        if (tag == null && comm.remote == null) {
            then.take(members.gather(comm, mine, from, Math.toIntExact(bytes)));
            return;
        }
        byte[][] parts = new byte[comm.peers().length][];
        Arrays.fill(parts, mine);
        begin(comm, parts, to, from, all -> {
            for (int i = 0; i < all.length; i++) {
                if (all[i] != null && all[i].length != bytes) {
                    throw new MpiError(
                            ErrorClass.TRUNCATE,
                            "rank " + i + " gives " + all[i].length + " bytes, and rank " + comm.me + " expects "
                                    + bytes);
                }
            }
            then.take(all);
        });
    }

    private void barrier(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        if (tag == null && comm.remote == null) {
            rank.meet(comm);
        } else {
            share(comm, new byte[0], i -> true, i -> true, 0, all -> {});
        }
    }

    // ---- roots and buffers

    private int me(Request r) {
        Communicator comm = rank.comm(r.number(5));
        comm.requireWithin();
        return comm.me;
    }

    /** Returns the root; of an intercommunicator it may be MPI_ROOT or MPI_PROC_NULL. */
    private int root(Request r, int argument) {
        int root = r.number(argument);
        Communicator comm = rank.comm(r.number(argument - 1));
        int size = comm.peers().length;
        boolean outside = comm.remote != null && (root == ROOT || root == MpiRank.PROC_NULL);
        if (!outside && (root < 0 || root >= size)) {
            throw new MpiError(ErrorClass.ROOT, "there is no root " + root + " among " + size + " ranks");
        }
        return root;
    }

    private static boolean isRoot(Communicator comm, int root) {
        return comm.remote == null ? comm.me == root : root == ROOT;
    }

    private void write(Pieces into, byte[] bytes, int from) throws IOException {
        if (bytes.length > into.bytes()) {
            throw new MpiError(
                    ErrorClass.TRUNCATE, bytes.length + " bytes from rank " + from + " into " + into.bytes());
        }
        rank.write(into, bytes);
    }

    private void write(Pieces[] into, byte[][] got) throws IOException {
        for (int i = 0; i < into.length; i++) {
            if (got[i] != null) {
                write(into[i], got[i], i);
            }
        }
    }

    // ---- moves

    private void broadcast(Request r) throws IOException {
        int root = root(r, 5);
        Communicator comm = rank.comm(r.number(4));
        boolean gives = isRoot(comm, root);
        Pieces buffer = rank.buffer(r, 0);
        byte[] mine = gives ? rank.read(buffer) : new byte[0];
        share(comm, mine, i -> gives, i -> !gives && i == root, buffer.bytes(), all -> {
            if (!gives && root >= 0) {
                rank.write(buffer, all[root]);
            }
        });
    }

    private void gatherAtRoot(Request r, int comm, IntFunction<Pieces> into) throws IOException {
        int root = root(r, comm + 1);
        boolean gets = isRoot(rank.comm(r.number(comm)), root);
        gather(r, comm, into, i -> i == root, root >= 0, gets);
    }

    private void gather(Request r, int comm, IntFunction<Pieces> into, IntPredicate to, boolean gives, boolean gets)
            throws IOException {
        Communicator all = rank.comm(r.number(comm));
        Pieces[] places = RankBlocks.all(into, gets ? all.peers().length : 0);
        byte[] mine = {};
        if (gives) {
            mine = rank.read(r.at(0) == IN_PLACE ? into.apply(all.me) : rank.buffer(r, 0));
        }
        byte[][] parts = new byte[all.peers().length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = to.test(i) ? mine : new byte[0];
        }
        move(all, parts, to, i -> gets, got -> write(places, got));
    }

    private void scatter(Request r, IntFunction<Pieces> from, int into, int comm) throws IOException {
        int root = root(r, comm + 1);
        Communicator all = rank.comm(r.number(comm));
        boolean gives = isRoot(all, root);
        byte[][] parts = gives ? blocks.read(from, all.peers().length) : null;
        Pieces place = root < 0 || r.at(into) == IN_PLACE ? null : rank.buffer(r, into);
        move(all, parts, i -> gives, i -> i == root, got -> {
            if (place != null) {
                write(place, got[root], root);
            }
        });
    }

    private void exchange(Request r, IntFunction<Pieces> from, IntFunction<Pieces> into, int comm) throws IOException {
        Communicator all = rank.comm(r.number(comm));
        int size = all.peers().length;
        byte[][] parts = blocks.read(r.at(0) == IN_PLACE ? into : from, size);
        Pieces[] places = RankBlocks.all(into, size);
        move(all, parts, i -> true, i -> true, got -> write(places, got));
    }

    private void neighbours(Request r, IntFunction<Pieces> from, IntFunction<Pieces> into, int comm)
            throws IOException {
        Communicator all = rank.comm(r.number(comm));
        Topology topology = all.topology;
        if (topology == null) {
            throw new MpiError(ErrorClass.TOPOLOGY, all + " has no neighbours");
        }
        int[] to = topology.destinations();
        Pieces[] places = RankBlocks.all(into, topology.sources().length);
        begin(
                all,
                to,
                blocks.read(from, to.length),
                topology.sources(),
                topology.arrivals(),
                tag == null,
                got -> write(places, got));
    }

    // ---- reductions: in, out, count, type, op, comm

    private Datatype type(Request r) {
        rank.comm(r.number(5)); // whose handler gets an error
        return rank.type(r, 3);
    }

    private byte[] operand(Request r, long count) throws IOException {
        return rank.read(rank.type(r, 3).at(r.at(0) == IN_PLACE ? r.at(1) : r.at(0), count));
    }

    /** Gets a combination. */
    @FunctionalInterface
    private interface Combined {
        void take(byte[] bytes) throws IOException;
    }

    /** Combines what some ranks give, if there are any; `mine` goes to others. */
    private void combine(Request r, byte[] mine, long count, IntPredicate to, IntPredicate from, Combined then)
            throws IOException {
        Datatype type = rank.type(r, 3);
        Op op = rank.arithmetic.op(r.number(4), type);
        share(rank.comm(r.number(5)), mine, to, from, count * type.size(), all -> {
            byte[] result = null;
            for (byte[] each : all) {
                if (each != null) {
                    result = result == null ? each : rank.arithmetic.combine(op, type, r.number(3), result, each);
                }
            }
            if (result != null) {
                then.take(result);
            }
        });
    }

    private void reduceToRoot(Request r) throws IOException {
        int root = root(r, 6);
        boolean gets = isRoot(rank.comm(r.number(5)), root);
        Pieces out = gets ? rank.type(r, 3).at(r.at(1), r.at(2)) : null;
        byte[] mine = root < 0 ? new byte[0] : operand(r, r.at(2));
        combine(r, mine, r.at(2), i -> i == root, i -> gets, result -> rank.write(out, result));
    }

    private void reduce(Request r, IntPredicate to, IntPredicate from) throws IOException {
        Pieces out = type(r).at(r.at(1), r.at(2));
        combine(r, operand(r, r.at(2)), r.at(2), to, from, result -> rank.write(out, result));
    }

    private void reduceScatter(Request r, int[] counts) throws IOException {
        Datatype type = type(r);
        int me = rank.comm(r.number(5)).me;
        int before = type.size() * IntStream.range(0, me).map(i -> counts[i]).sum();
        int end = before + type.size() * counts[me];
        int count = Arrays.stream(counts).sum();
        Pieces out = type.at(r.at(1), counts[me]);
        combine(
                r,
                operand(r, count),
                count,
                i -> true,
                i -> true,
                result -> rank.write(out, Arrays.copyOfRange(result, before, end)));
    }

    private void reduceLocal(Request r) throws IOException {
        Datatype type = rank.type(r, 3);
        Op op = rank.arithmetic.op(r.number(4), type);
        Pieces into = type.at(r.at(1), r.at(2));
        byte[] in = rank.read(type.at(r.at(0), r.at(2)));
        rank.write(into, rank.arithmetic.combine(op, type, r.number(3), in, rank.read(into)));
    }
}
