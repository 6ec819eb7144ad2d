// SPDX-License-Identifier: Apache-2.0
// Grids, graphs, and exchanges between neighbours.
#include "check.h"

enum { MOST = 16 };

static void sides(void) {
    static const int nodes[] = {12, 24, 30, 7, 1, 7488};
    static const int want[][3] = {{3, 2, 2}, {4, 3, 2}, {5, 3, 2}, {7, 1, 1}, {1, 1, 1}, {26, 18, 16}};
    for (int i = 0; i < 6; i++) {
        int dims[3] = {0};
        OK(MPI_Dims_create(nodes[i], 3, dims));
        CHECK(!memcmp(dims, want[i], sizeof dims));
    }
    int dims[2] = {0, 3};
    OK(MPI_Dims_create(6, 2, dims));
    CHECK(dims[0] == 2 && dims[1] == 3);
    int large[2] = {0, 0};
    OK(MPI_Dims_create(6469693, 2, large)); /* of primes that are not small */
    CHECK(large[0] >= large[1] && (long)large[0] * large[1] == 6469693);
}

static void grid(void) {
    int dims[2] = {0, 0}, rings[2] = {1, 0}, got[2], gotten[2], at[2], n, kind, other;
    MPI_Comm comm, line, same;
    OK(MPI_Dims_create(ranks, 2, dims));
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, rings, 1, &comm));
    OK(MPI_Topo_test(comm, &kind));
    OK(MPI_Cartdim_get(comm, &n));
    CHECK(kind == MPI_CART && n == 2);
    OK(MPI_Topo_test(MPI_COMM_WORLD, &kind));
    CHECK(kind == MPI_UNDEFINED);
    OK(MPI_Cart_get(comm, 2, got, gotten, at));
    CHECK(!memcmp(got, dims, sizeof got) && gotten[0] == 1 && gotten[1] == 0);
    CHECK(at[0] == me / dims[1] && at[1] == me % dims[1]);
    OK(MPI_Cart_coords(comm, ranks - 1, 2, got));
    CHECK(got[0] == dims[0] - 1 && got[1] == dims[1] - 1);
    OK(MPI_Cart_rank(comm, (int[]){at[0] - dims[0], at[1]}, &other)); /* around the ring */
    CHECK(other == me);
    OK(MPI_Cart_map(MPI_COMM_WORLD, 2, dims, rings, &other));
    CHECK(other == me);
    int source, dest, value = -1;
    OK(MPI_Cart_shift(comm, 0, 1, &source, &dest));
    OK(MPI_Sendrecv(&me, 1, MPI_INT, dest, 0, &value, 1, MPI_INT, source, 0, comm, MPI_STATUS_IGNORE));
    CHECK(value == source && source == (at[0] + dims[0] - 1) % dims[0] * dims[1] + at[1]);
    OK(MPI_Cart_shift(comm, 1, -1, &source, &dest));
    CHECK(dest == (at[1] ? me - 1 : MPI_PROC_NULL) && source == (at[1] < dims[1] - 1 ? me + 1 : MPI_PROC_NULL));
    /* a line of each column */
    OK(MPI_Cart_sub(comm, (int[]){1, 0}, &line));
    OK(MPI_Comm_rank(line, &other));
    OK(MPI_Comm_size(line, &n));
    CHECK(other == at[0] && n == dims[0]);
    OK(MPI_Cart_get(line, 1, got, gotten, at));
    CHECK(got[0] == dims[0] && gotten[0] == 1);
    OK(MPI_Allreduce(&me, &value, 1, MPI_INT, MPI_MIN, line));
    CHECK(value == me % dims[1]);
    OK(MPI_Comm_dup(line, &same));
    OK(MPI_Cartdim_get(same, &n));
    CHECK(n == 1);
    OK(MPI_Comm_free(&same));
    OK(MPI_Comm_free(&line));
    OK(MPI_Comm_free(&comm));
    /* not all ranks are on it */
    OK(MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &comm));
    CHECK((comm != MPI_COMM_NULL) == (me == 0));
    if (comm != MPI_COMM_NULL) OK(MPI_Comm_free(&comm));
}

/* a ring as a graph */
static void graph(void) {
    int index[MOST], edges[2 * MOST], got[2 * MOST], n, m, kind;
    for (int i = 0; i < ranks; i++) index[i] = 2 * (i + 1), edges[2 * i] = (i + 1) % ranks, edges[2 * i + 1] = (i + ranks - 1) % ranks;
    MPI_Comm comm;
    OK(MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 0, &comm));
    OK(MPI_Topo_test(comm, &kind));
    OK(MPI_Graphdims_get(comm, &n, &m));
    CHECK(kind == MPI_GRAPH && n == ranks && m == 2 * ranks);
    OK(MPI_Graph_get(comm, ranks, 2 * ranks, got, got));
    CHECK(!memcmp(got, edges, (size_t)m * sizeof *got));
    OK(MPI_Graph_neighbors_count(comm, 0, &n));
    OK(MPI_Graph_neighbors(comm, me, 2, got));
    CHECK(n == 2 && got[0] == next_rank() && got[1] == last_rank());
    OK(MPI_Graph_map(MPI_COMM_WORLD, ranks, index, edges, &n));
    CHECK(n == me);
    OK(MPI_Neighbor_allgather(&me, 1, MPI_INT, got, 1, MPI_INT, comm));
    CHECK(got[0] == next_rank() && got[1] == last_rank());
    OK(MPI_Comm_free(&comm));
}

/* each rank sends to the next one, and rank 0 to all */
static void edges(void) {
    int n, m, weighted, kind, sources[MOST], weights[MOST], dests[2 * MOST], costs[2 * MOST], out = me ? 1 : ranks + 1;
    for (int i = 0; i < out; i++) dests[i] = i ? i - 1 : next_rank(), costs[i] = 10 * me + i;
    MPI_Comm comm, near;
    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, &out, dests, costs, MPI_INFO_NULL, 0, &comm));
    OK(MPI_Topo_test(comm, &kind));
    OK(MPI_Dist_graph_neighbors_count(comm, &n, &m, &weighted));
    CHECK(kind == MPI_DIST_GRAPH && n == 2 && m == out && weighted);
    OK(MPI_Dist_graph_neighbors(comm, 2, sources, weights, 2 * MOST, dests, costs));
    int other = sources[0] == last_rank() && weights[0] == 10 * last_rank(); /* where that of rank 0 is */
    CHECK(sources[other] == 0 && weights[other] == me + 1 && sources[1 - other] == last_rank());
    int in[2 * MOST], got[2];
    for (int i = 0; i < m; i++) in[i] = costs[i];
    OK(MPI_Neighbor_alltoall(in, 1, MPI_INT, got, 1, MPI_INT, comm));
    CHECK(got[0] == weights[0] && got[1] == weights[1]);
    OK(MPI_Comm_free(&comm));
    int next = next_rank(), last = last_rank();
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &last, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &near));
    OK(MPI_Dist_graph_neighbors_count(near, &n, &m, &weighted));
    CHECK(n == 1 && m == 1 && !weighted);
    OK(MPI_Neighbor_allgather(&me, 1, MPI_INT, got, 1, MPI_INT, near));
    CHECK(got[0] == last);
    OK(MPI_Comm_free(&near));
}

static MPI_Comm ring;
static int in[8], got[8], counts[2] = {1, 2}, places[2] = {0, 3};
static MPI_Aint bytes[2] = {0, 3 * sizeof(int)};
static MPI_Datatype types[2];

static void fill(void) {
    for (int i = 0; i < 8; i++) in[i] = 10 * me + i, got[i] = -1;
}

/* Waits, begins and repeats. */
#define THREE(name, begin, check, ...)                                   \
    do {                                                                 \
        MPI_Request request;                                             \
        fill();                                                          \
        OK(MPI_##name(__VA_ARGS__, ring));                               \
        check;                                                           \
        fill();                                                          \
        OK(MPI_I##begin(__VA_ARGS__, ring, &request));                   \
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                       \
        check;                                                           \
        OK(MPI_##name##_init(__VA_ARGS__, ring, MPI_INFO_NULL, &request)); \
        for (int again = 0; again < 2; again++) {                        \
            fill();                                                      \
            OK(MPI_Start(&request));                                     \
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                   \
            check;                                                       \
        }                                                                \
        OK(MPI_Request_free(&request));                                  \
    } while (0)

/* On a ring what goes down comes from above, with two ranks and with one, too. */
static void neighbours(void) {
    int next = 10 * next_rank(), last = 10 * last_rank();
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, (int[]){1}, 0, &ring));
    OK(MPI_Type_dup(MPI_INT, &types[0]));
    types[1] = MPI_INT;
    THREE(Neighbor_allgather, neighbor_allgather, CHECK(got[0] == last && got[1] == next), in, 1, MPI_INT, got, 1, MPI_INT);
    THREE(Neighbor_allgatherv, neighbor_allgatherv, CHECK(got[0] == last && got[3] == next), in, 1, MPI_INT, got, counts, places, MPI_INT);
    THREE(Neighbor_alltoall, neighbor_alltoall, CHECK(got[0] == last + 2 && got[3] == next + 1), in, 2, MPI_INT, got, 2, MPI_INT);
    THREE(Neighbor_alltoallv, neighbor_alltoallv, CHECK(got[0] == last + 3 && got[3] == next && got[5] == -1), in,
          ((int[]){1, 1}), places, MPI_INT, got, counts, places, MPI_INT);
    THREE(Neighbor_alltoallw, neighbor_alltoallw, CHECK(got[0] == last + 3 && got[3] == next && got[5] == -1), in,
          ((int[]){1, 1}), bytes, types, got, counts, bytes, types);
    OK(MPI_Type_free(&types[0]));
    OK(MPI_Comm_free(&ring));
}

int main(void) {
    begin();
    sides();
    grid();
    graph();
    edges();
    neighbours();
    OK(MPI_Finalize());
    return 0;
}
