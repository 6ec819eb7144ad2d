// SPDX-License-Identifier: Apache-2.0
// Collectives, with all roots, in place, and with an operation of the program.
#include "check.h"

enum { MOST = 16 };

static void moves(void) {
    int in[MOST], out[MOST], counts[MOST], places[MOST];
    for (int root = 0; root < ranks; root++) {
        int value[2] = {me == root ? root : -1, me == root ? 7 : -1};
        OK(MPI_Bcast(value, 2, MPI_INT, root, MPI_COMM_WORLD));
        CHECK(value[0] == root && value[1] == 7);
        OK(MPI_Gather(&me, 1, MPI_INT, out, 1, MPI_INT, root, MPI_COMM_WORLD));
        for (int i = 0; me == root && i < ranks; i++) CHECK(out[i] == i), in[i] = 10 * i;
        int mine = -1;
        OK(MPI_Scatter(in, 1, MPI_INT, &mine, 1, MPI_INT, root, MPI_COMM_WORLD));
        CHECK(mine == 10 * me);
        /* rank i has i elements */
        int parts[MOST];
        for (int i = 0, at = 0; i < ranks; i++) counts[i] = i, places[i] = at, at += i + 1;
        for (int i = 0; i < me; i++) parts[i] = me;
        int all[MOST * MOST];
        OK(MPI_Gatherv(parts, me, MPI_INT, all, counts, places, MPI_INT, root, MPI_COMM_WORLD));
        for (int i = 0; me == root && i < ranks; i++)
            for (int k = 0; k < i; k++) CHECK(all[places[i] + k] == i);
        memset(parts, 0, sizeof parts);
        OK(MPI_Scatterv(all, counts, places, MPI_INT, parts, me, MPI_INT, root, MPI_COMM_WORLD));
        for (int i = 0; i < me; i++) CHECK(parts[i] == me);
    }
    OK(MPI_Allgather(&me, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[i] == i), out[i] = i == me ? 3 * me : -1;
    OK(MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[i] == 3 * i), counts[i] = 1, places[i] = ranks - 1 - i;
    OK(MPI_Allgatherv(&me, 1, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[i] == ranks - 1 - i), in[i] = 100 * me + i;
    OK(MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[i] == 100 * i + me);
    OK(MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[places[i]] == 100 * i + places[me]);
    for (int i = 0; i < ranks; i++) places[i] *= (int)sizeof(int);
    MPI_Datatype types[MOST];
    for (int i = 0; i < ranks; i++) types[i] = MPI_INT;
    OK(MPI_Alltoallw(in, counts, places, types, out, counts, places, types, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) CHECK(out[places[i] / (int)sizeof(int)] == 100 * i + ranks - 1 - me);
}

/* the product of matrices of 2 x 2, which does not commute */
static void product(void* in, void* inout, int* n, MPI_Datatype* type) {
    (void)type;
    const int* a = in;
    int* b = inout;
    for (int i = 0; i < *n; i++, a += 4, b += 4) {
        int c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
        memcpy(b, c, sizeof c);
    }
}

static void reductions(void) {
    int sum = -1, before = -1, in[MOST];
    long most = me;
    OK(MPI_Reduce(&me, &sum, 1, MPI_INT, MPI_SUM, ranks - 1, MPI_COMM_WORLD));
    CHECK(me < ranks - 1 || sum == ranks * (ranks - 1) / 2);
    OK(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD));
    CHECK(most == ranks - 1);
    OK(MPI_Scan(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Exscan(&me, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == me * (me + 1) / 2 && before == (me ? me * (me - 1) / 2 : -1));
    int counts[MOST];
    for (int i = 0; i < ranks; i++) in[i] = i, counts[i] = 1;
    OK(MPI_Reduce_scatter_block(in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK(sum == ranks * me);
    OK(MPI_Reduce_scatter(in, &sum, counts, MPI_INT, MPI_PROD, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) before = i ? before * me : 1;
    CHECK(sum == before * me);
    struct { double value; int place; } pair = {me == 1 ? -1.5 : me, me}, least;
    OK(MPI_Allreduce(&pair, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    CHECK(ranks < 2 || (least.value == -1.5 && least.place == 1));
    MPI_Op op;
    MPI_Datatype matrix;
    int commutes = 1;
    OK(MPI_Type_contiguous(4, MPI_INT, &matrix));
    OK(MPI_Type_commit(&matrix));
    OK(MPI_Op_create(product, 0, &op));
    OK(MPI_Op_commutative(op, &commutes));
    CHECK(!commutes);
    int mine[4] = {1, me, me, me * me + 1}, all[4], want[4] = {1, 0, 0, 1};
    OK(MPI_Allreduce(mine, all, 1, matrix, op, MPI_COMM_WORLD));
    for (int i = 0; i < ranks; i++) {
        int next[4] = {1, i, i, i * i + 1};
        product(want, next, &(int){1}, NULL);
        memcpy(want, next, sizeof want);
    }
    CHECK(!memcmp(all, want, sizeof all));
    OK(MPI_Reduce_local(want, all, 1, matrix, op));
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&matrix));
    CHECK(op == MPI_OP_NULL);
}

/* more than a frame of 64 KiB */
static void large(void) {
    enum { N = 20000 };
    static int in[N], out[N];
    for (int i = 0; i < N; i++) in[i] = i + me;
    OK(MPI_Allreduce(in, out, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    for (int i = 0; i < N; i++) CHECK(out[i] == ranks * i + ranks * (ranks - 1) / 2);
    OK(MPI_Bcast(in, N, MPI_INT, 0, MPI_COMM_WORLD));
    for (int i = 0; i < N; i++) CHECK(in[i] == i);
}

int main(void) {
    begin();
    moves();
    reductions();
    large();
    OK(MPI_Finalize());
    return 0;
}
