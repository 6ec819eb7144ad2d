// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.Topology.Edges;
import fairlead.mpi.Topology.Graph;
import fairlead.mpi.Topology.Grid;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Communicators with a topology; ranks stay where they are. */
final class TopologyCalls {
    private static final int UNWEIGHTED = -1; // as in mpi.h

    private final MpiRank rank;
    private final CommunicatorCalls comms;
    private final MemberExchange members;

    TopologyCalls(MpiRank rank, MpiCalls calls, CommunicatorCalls comms) {
        this.rank = rank;
        this.comms = comms;
        members = new MemberExchange(rank);
        calls.on("Cart_create", this::createGrid);
        calls.on("Cart_sub", this::sub);
        calls.on("Cartdim_get", r -> rank.put(r.at(1), grid(r).sides().length));
        calls.on("Cart_get", r -> {
            Grid grid = grid(r);
            putSome(r.at(2), r.number(1), grid.sides());
            int[] rings = IntStream.range(0, grid.sides().length)
                    .map(i -> grid.rings()[i] ? 1 : 0)
                    .toArray();
            putSome(r.at(3), r.number(1), rings);
            putSome(r.at(4), r.number(1), grid.coordinates(grid.me()));
        });
        calls.on("Cart_rank", r -> {
            int[] at = rank.ints(r.at(1), grid(r).sides().length);
            int found = grid(r).rank(at);
            if (found < 0) {
                throw new MpiError(ErrorClass.ARG, "the coordinates " + Arrays.toString(at) + " are outside");
            }
            rank.put(r.at(2), found);
        });
        calls.on("Cart_coords", r -> putSome(r.at(3), r.number(2), grid(r).coordinates(member(r, 1))));
        calls.on("Cart_shift", r -> {
            if (r.at(1) < 0 || r.at(1) >= grid(r).sides().length) {
                throw new MpiError(ErrorClass.ARG, "there is no dimension " + r.at(1));
            }
            rank.put(r.at(3), grid(r).shifted(r.number(1), -r.number(2)));
            rank.put(r.at(4), grid(r).shifted(r.number(1), r.number(2)));
        });
        calls.on("Cart_map", r -> map(r, Grid.size(sides(r))));
        calls.on("Dims_create", this::balance);
        calls.on("Topo_test", r -> {
            Topology topology = rank.comm(r.number(0)).topology;
            int kind = topology instanceof Graph ? 1 : topology instanceof Grid ? 2 : 3; // as in mpi.h
            rank.put(r.at(1), topology == null ? MpiRank.UNDEFINED : kind);
        });
        graphs(calls);
    }

    private void graphs(MpiCalls calls) {
        calls.on("Graph_create", this::createGraph);
        calls.on("Graphdims_get", r -> {
            rank.put(r.at(1), graph(r).index().length);
            rank.put(r.at(2), graph(r).edges().length);
        });
        calls.on("Graph_get", r -> {
            putSome(r.at(3), r.number(1), graph(r).index());
            putSome(r.at(4), r.number(2), graph(r).edges());
        });
        calls.on("Graph_map", r -> map(r, r.number(1)));
        calls.on("Graph_neighbors_count", r -> rank.put(r.at(2), graph(r).neighbours(member(r, 1)).length));
        calls.on("Graph_neighbors", r -> putSome(r.at(3), r.number(2), graph(r).neighbours(member(r, 1))));
        calls.on("Dist_graph_create_adjacent", this::createAdjacent);
        calls.on("Dist_graph_create", this::createEdges);
        calls.on("Dist_graph_neighbors_count", r -> {
            rank.put(r.at(1), edges(r).sources().length);
            rank.put(r.at(2), edges(r).destinations().length);
            rank.put(r.at(3), edges(r).weighted() ? 1 : 0);
        });
        calls.on("Dist_graph_neighbors", r -> {
            Edges edges = edges(r);
            putSome(r.at(2), r.number(1), edges.sources());
            putSome(r.at(5), r.number(4), edges.destinations());
            if (edges.weighted()) {
                putSome(r.at(3), r.number(1), edges.weights());
                putSome(r.at(6), r.number(4), edges.costs());
            }
        });
    }

    private <T extends Topology> T of(Request r, Class<T> kind, String what) {
        Communicator comm = rank.comm(r.number(0));
        if (!kind.isInstance(comm.topology)) {
            throw new MpiError(ErrorClass.TOPOLOGY, comm + " has no " + what);
        }
        return kind.cast(comm.topology);
    }

    private Grid grid(Request r) {
        return of(r, Grid.class, "Cartesian topology");
    }

    private Graph graph(Request r) {
        return of(r, Graph.class, "graph");
    }

    private Edges edges(Request r) {
        return of(r, Edges.class, "distributed graph");
    }

    /** Returns a rank that a communicator has. */
    private int member(Request r, int argument) {
        Communicator comm = rank.comm(r.number(0));
        int member = r.number(argument);
        if (member < 0) {
            throw new MpiError(ErrorClass.RANK, "there is no rank " + member);
        }
        comm.require(member);
        return member;
    }

    private void putSome(long address, int most, int[] values) throws IOException {
        if (address != 0 && address != UNWEIGHTED) {
            rank.put(address, Arrays.copyOf(values, Math.max(0, Math.min(most, values.length))));
        }
    }

    private int[] sides(Request r) throws IOException {
        requireCount(r.number(1));
        int[] sides = rank.ints(r.at(2), r.number(1));
        if (Arrays.stream(sides).anyMatch(side -> side < 1)) {
            throw new MpiError(ErrorClass.DIMS, "the sides " + Arrays.toString(sides));
        }
        return sides;
    }

    private static void requireCount(int... counts) {
        for (int count : counts) {
            if (count < 0) {
                throw new MpiError(ErrorClass.ARG, "a count of " + count);
            }
        }
    }

    /** Makes a communicator of those members that are in it, which some are. */
    private void make(Communicator comm, Object part, IntPredicate in, Topology topology, long result)
            throws IOException {
        rank.meet(comm);
        Object key = List.of(comm.context, comm.next(), part);
        if (!in.test(comm.me)) {
            rank.put(result, 0);
            return;
        }
        int[] ranks = IntStream.range(0, comm.size())
                .filter(in)
                .map(i -> comm.ranks[i])
                .toArray();
        comms.make(comm, key, ranks, result).topology = topology;
    }

    private void requireRoom(Communicator comm, long size) {
        if (size > comm.size()) {
            throw new MpiError(ErrorClass.ARG, size + " nodes for the " + comm.size() + " ranks of " + comm);
        }
    }

    private void map(Request r, long size) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        requireRoom(comm, size);
        rank.put(r.at(3), comm.me < size ? comm.me : MpiRank.UNDEFINED);
    }

    private void createGrid(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        int[] sides = sides(r);
        int[] periods = rank.ints(r.at(3), sides.length);
        boolean[] rings = new boolean[sides.length];
        for (int i = 0; i < rings.length; i++) {
            rings[i] = periods[i] != 0;
        }
        long size = Grid.size(sides);
        requireRoom(comm, size);
        make(comm, "grid", i -> i < size, new Grid(sides, rings, comm.me), r.at(5));
    }

    /** Ranks stay together whose other coordinates are equal. */
    private void sub(Request r) throws IOException {
        Grid grid = grid(r);
        int[] remain = rank.ints(r.at(1), grid.sides().length);
        int[] kept =
                IntStream.range(0, remain.length).filter(i -> remain[i] != 0).toArray();
        int[] gone =
                IntStream.range(0, remain.length).filter(i -> remain[i] == 0).toArray();
        int[] mine = select(grid.coordinates(grid.me()), gone);
        boolean[] rings = new boolean[kept.length];
        for (int i = 0; i < kept.length; i++) {
            rings[i] = grid.rings()[kept[i]];
        }
        int[] sides = select(grid.sides(), kept);
        int me = new Grid(sides, rings, 0).rank(select(grid.coordinates(grid.me()), kept));
        make(
                rank.comm(r.number(0)),
                Arrays.toString(mine),
                i -> Arrays.equals(select(grid.coordinates(i), gone), mine),
                new Grid(sides, rings, me),
                r.at(2));
    }

    private static int[] select(int[] values, int[] indices) {
        return Arrays.stream(indices).map(i -> values[i]).toArray();
    }

    private void balance(Request r) throws IOException {
        requireCount(r.number(1));
        int[] sides = rank.ints(r.at(2), r.number(1));
        int[] fixed = Arrays.stream(sides).filter(side -> side != 0).toArray();
        long given = Grid.size(fixed);
        int open = sides.length - fixed.length;
        if (r.at(0) < 1
                || Arrays.stream(sides).anyMatch(side -> side < 0)
                || r.at(0) % given != 0
                || open == 0 && given != r.at(0)) {
            throw new MpiError(ErrorClass.DIMS, r.at(0) + " nodes in the sides " + Arrays.toString(sides));
        }
        int[] found = Grid.balanced((int) (r.at(0) / given), open);
        int next = 0;
        for (int i = 0; i < sides.length; i++) {
            sides[i] = sides[i] == 0 ? found[next++] : sides[i];
        }
        rank.put(r.at(2), sides);
    }

    private void createGraph(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        int size = r.number(1);
        requireCount(size);
        requireRoom(comm, size);
        int[] index = rank.ints(r.at(2), size);
        requireCount(IntStream.range(0, size)
                .map(i -> i == 0 ? index[0] : index[i] - index[i - 1])
                .toArray());
        int[] edges = rank.ints(r.at(3), size == 0 ? 0 : index[size - 1]);
        if (Arrays.stream(edges).anyMatch(node -> node < 0 || node >= size)) {
            throw new MpiError(ErrorClass.ARG, "an edge to a node that is not there");
        }
        make(comm, "graph", i -> i < size, new Graph(index, edges, comm.me), r.at(5));
    }

    // ---- distributed graphs

    private int[] members(Communicator comm, long address, int count) throws IOException {
        requireCount(count);
        int[] all = rank.ints(address, count);
        for (int each : all) {
            if (each < 0) {
                throw new MpiError(ErrorClass.RANK, "there is no rank " + each);
            }
            comm.require(each);
        }
        return all;
    }

    private int[] weights(long address, int count) throws IOException {
        return address == UNWEIGHTED || count == 0 ? new int[count] : rank.ints(address, count);
    }

    private void createAdjacent(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        Edges edges = new Edges(
                members(comm, r.at(2), r.number(1)),
                weights(r.at(3), r.number(1)),
                members(comm, r.at(5), r.number(4)),
                weights(r.at(6), r.number(4)),
                r.at(3) != UNWEIGHTED);
        make(comm, "edges", i -> true, edges, r.at(9));
    }

    /** All tell all edges: source, destination, weight. */
    private void createEdges(Request r) throws IOException {
        Communicator comm = rank.comm(r.number(0));
        int[] sources = members(comm, r.at(2), r.number(1));
        int[] degrees = rank.ints(r.at(3), sources.length);
        requireCount(degrees);
        int count = Arrays.stream(degrees).sum();
        int[] destinations = members(comm, r.at(4), count);
        int[] weights = weights(r.at(5), count);
        long[] told = new long[3 * count];
        for (int i = 0, next = 0; i < sources.length; i++) {
            for (int k = 0; k < degrees[i]; k++, next++) {
                told[3 * next] = sources[i];
                told[3 * next + 1] = destinations[next];
                told[3 * next + 2] = weights[next];
            }
        }
        byte[][] parts = new byte[comm.size()][];
        Arrays.fill(parts, SoftwareMemory.bytes(told));
        byte[][] all = members.exchange(comm, parts, i -> true);
        Edges edges = new Edges(
                ends(all, 1, comm.me, 0),
                ends(all, 1, comm.me, 2),
                ends(all, 0, comm.me, 1),
                ends(all, 0, comm.me, 2),
                r.at(5) != UNWEIGHTED);
        make(comm, "edges", i -> true, edges, r.at(8));
    }

    /** Returns a word of each edge that has this rank in another. */
    private static int[] ends(byte[][] all, int key, int me, int word) {
        return Arrays.stream(all)
                .flatMapToInt(part -> IntStream.range(0, part.length / (3 * Long.BYTES))
                        .map(i -> 3 * Long.BYTES * i)
                        .filter(at -> SoftwareMemory.word(part, at + key * Long.BYTES) == me)
                        .map(at -> (int) SoftwareMemory.word(part, at + word * Long.BYTES)))
                .toArray();
    }
}
