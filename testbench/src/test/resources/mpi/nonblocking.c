// SPDX-License-Identifier: Apache-2.0
// Collectives that do not wait, and persistent ones: each also with others that have begun.
#include "check.h"

enum { MOST = 16 };

static int in[MOST], out[MOST], ones[MOST], places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];

static void fill(void) {
    for (int i = 0; i < MOST; i++) in[i] = 100 * me + i, out[i] = -1;
}

/* Waits, begins and repeats; the last argument of all is the communicator. */
#define THREE(name, begin, check, ...)                                            \
    do {                                                                          \
        MPI_Request requests[2];                                                  \
        fill();                                                                   \
        OK(MPI_##name(__VA_ARGS__ MPI_COMM_WORLD));                               \
        check;                                                                    \
        fill();                                                                   \
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]));                           \
        OK(MPI_I##begin(__VA_ARGS__ MPI_COMM_WORLD, &requests[1]));               \
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));                        \
        check;                                                                    \
        OK(MPI_##name##_init(__VA_ARGS__ MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0])); \
        for (int again = 0, done = 0; again < 2; again++, done = 0) {             \
            fill();                                                               \
            OK(MPI_Startall(1, requests));                                        \
            while (!done) OK(MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE));   \
            check;                                                                \
        }                                                                         \
        OK(MPI_Request_free(&requests[0]));                                       \
        CHECK(requests[0] == MPI_REQUEST_NULL);                                   \
    } while (0)

#define ALL(value) \
    for (int i = 0; i < ranks; i++) CHECK(out[i] == (value))
#define AT_ROOT(value) \
    for (int i = 0; i < ranks; i++) CHECK(out[i] == (me == root ? (value) : -1))

static void each_kind(void) {
    int n = ranks, root = ranks / 2, sum = 100 * (ranks * (ranks - 1) / 2), below = 100 * (me * (me - 1) / 2);
    for (int i = 0; i < ranks; i++) ones[i] = 1, places[i] = ranks - 1 - i, bytes[i] = 4 * places[i], types[i] = MPI_INT;
    THREE(Barrier, barrier, CHECK(1), );
    THREE(Bcast, bcast, CHECK(in[0] == 100 * root && in[1] == 100 * root + 1), in, 2, MPI_INT, root, );
    THREE(Reduce, reduce, AT_ROOT(sum + i * ranks), in, out, n, MPI_INT, MPI_SUM, root, );
    THREE(Allreduce, allreduce, ALL(sum + i * ranks), in, out, n, MPI_INT, MPI_SUM, );
    THREE(Scan, scan, ALL(below + 100 * me + i * (me + 1)), in, out, n, MPI_INT, MPI_SUM, );
    THREE(Exscan, exscan, ALL(me ? below + i * me : -1), in, out, n, MPI_INT, MPI_SUM, );
    THREE(Reduce_scatter_block, reduce_scatter_block, CHECK(out[0] == sum + me * ranks), in, out, 1, MPI_INT, MPI_SUM, );
    THREE(Reduce_scatter, reduce_scatter, CHECK(out[0] == sum + me * ranks), in, out, ones, MPI_INT, MPI_SUM, );
    THREE(Gather, gather, AT_ROOT(100 * i), in, 1, MPI_INT, out, 1, MPI_INT, root, );
    THREE(Gatherv, gatherv, AT_ROOT(100 * places[i]), in, 1, MPI_INT, out, ones, places, MPI_INT, root, );
    THREE(Scatter, scatter, CHECK(out[0] == 100 * root + me), in, 1, MPI_INT, out, 1, MPI_INT, root, );
    THREE(Scatterv, scatterv, CHECK(out[0] == 100 * root + places[me]), in, ones, places, MPI_INT, out, 1, MPI_INT, root, );
    THREE(Allgather, allgather, ALL(100 * i), in, 1, MPI_INT, out, 1, MPI_INT, );
    THREE(Allgatherv, allgatherv, ALL(100 * places[i]), in, 1, MPI_INT, out, ones, places, MPI_INT, );
    THREE(Alltoall, alltoall, ALL(100 * i + me), in, 1, MPI_INT, out, 1, MPI_INT, );
    THREE(Alltoallv, alltoallv, ALL(100 * places[i] + places[me]), in, ones, places, MPI_INT, out, ones, places, MPI_INT, );
    THREE(Alltoallw, alltoallw, ALL(100 * places[i] + places[me]), in, ones, bytes, types, out, ones, bytes, types, );
}

/* Rank 0 receives what the others send before they come to the barrier; the last one comes late. */
static void no_deadlock(void) {
    MPI_Request barrier, sums[2];
    int value = -1, one = 1, all[2] = {0, 0};
    if (me == 0) {
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &barrier));
        for (int i = 1; i < ranks; i++) {
            OK(MPI_Recv(&value, 1, MPI_INT, i, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(value == i);
        }
    } else {
        OK(MPI_Ssend(&me, 1, MPI_INT, 0, 5, MPI_COMM_WORLD));
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &barrier));
    }
    /* two sums that end in another order, with a barrier that waits and a message between */
    OK(MPI_Iallreduce(&one, &all[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sums[0]));
    OK(MPI_Iallreduce(&me, &all[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sums[1]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Sendrecv(&me, 1, MPI_INT, next_rank(), 6, &value, 1, MPI_INT, last_rank(), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&sums[1], MPI_STATUS_IGNORE));
    OK(MPI_Wait(&sums[0], MPI_STATUS_IGNORE));
    CHECK(all[0] == ranks && all[1] == ranks * (ranks - 1) / 2 && value == last_rank());
    OK(MPI_Wait(&barrier, MPI_STATUS_IGNORE));
    CHECK(barrier == MPI_REQUEST_NULL);
}

/* A barrier that has begun ends only when all have come: a long one, which others see by Test. */
static void waits_for_all(void) {
    MPI_Request barrier;
    int done = 0, value = 0;
    if (ranks == 1) return;
    if (me == ranks - 1) {
        OK(MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &barrier));
    } else {
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &barrier));
        for (int i = 0; i < 20; i++) OK(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE));
        CHECK(!done || me);
        if (me == 0) OK(MPI_Send(&me, 1, MPI_INT, ranks - 1, 7, MPI_COMM_WORLD));
    }
    if (!done) OK(MPI_Wait(&barrier, MPI_STATUS_IGNORE));
}

/* Persistent requests match in the order in which they were made, whatever the order of their starts. */
static void any_order(void) {
    MPI_Request sums[2];
    int one = 1, all[2] = {0, 0};
    OK(MPI_Allreduce_init(&one, &all[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &sums[0]));
    OK(MPI_Allreduce_init(&me, &all[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &sums[1]));
    for (int i = 0; i < 2; i++) OK(MPI_Start(&sums[(me + i) % 2]));
    OK(MPI_Waitall(2, sums, MPI_STATUSES_IGNORE));
    CHECK(all[0] == ranks && all[1] == ranks * (ranks - 1) / 2);
    for (int i = 0; i < 2; i++) OK(MPI_Request_free(&sums[i]));
}

/* Intercommunicators of the even and the odd ranks. */
static void between(void) {
    if (ranks == 1) return;
    MPI_Comm half, inter, same;
    int other, mine, got[MOST], values[MOST], sum = -1;
    OK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 9, &inter));
    OK(MPI_Comm_dup(inter, &same));
    OK(MPI_Comm_remote_size(same, &other));
    OK(MPI_Comm_rank(same, &mine));
    OK(MPI_Barrier(inter));
    OK(MPI_Allgather(&me, 1, MPI_INT, got, 1, MPI_INT, inter));
    for (int i = 0; i < other; i++) CHECK(got[i] == 2 * i + 1 - me % 2), values[i] = 10 * me + i;
    OK(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_MAX, same));
    CHECK(sum == 2 * (other - 1) + 1 - me % 2);
    OK(MPI_Alltoall(values, 1, MPI_INT, got, 1, MPI_INT, inter));
    for (int i = 0; i < other; i++) CHECK(got[i] == 10 * (2 * i + 1 - me % 2) + mine);
    int root = me % 2 ? 0 : mine == 0 ? MPI_ROOT : MPI_PROC_NULL, value = me; /* rank 0 */
    OK(MPI_Bcast(&value, 1, MPI_INT, root, inter));
    CHECK(value == (me % 2 ? 0 : me));
    OK(MPI_Reduce(&me, &sum, 1, MPI_INT, MPI_MIN, root, inter));
    if (me == 0) CHECK(sum == 1);
    OK(MPI_Gather(&me, 1, MPI_INT, got, 1, MPI_INT, root, inter));
    for (int i = 0; me == 0 && i < other; i++) CHECK(got[i] == 2 * i + 1), got[i] = 7 * i;
    OK(MPI_Scatter(got, 1, MPI_INT, &value, 1, MPI_INT, root, inter));
    CHECK(value == (me % 2 ? 7 * mine : me));
    /* those of one colour in both groups; nobody is there for the last rank */
    OK(MPI_Comm_free(&same));
    OK(MPI_Comm_split(inter, me == ranks - 1 ? 1 : 0, -me, &same));
    CHECK((same == MPI_COMM_NULL) == (me == ranks - 1 || (ranks == 2 && me == 0)));
    if (same != MPI_COMM_NULL) {
        OK(MPI_Comm_remote_size(same, &other));
        OK(MPI_Allgather(&me, 1, MPI_INT, got, 1, MPI_INT, same));
        for (int i = 1; i < other; i++) CHECK(got[i] == got[i - 1] - 2);
        OK(MPI_Comm_free(&same));
    }
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
}

static void copies(void) {
    MPI_Comm one, other;
    MPI_Request request;
    MPI_Info info;
    int size;
    OK(MPI_Comm_idup(MPI_COMM_WORLD, &one, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_get_info(one, &info));
    OK(MPI_Comm_set_info(one, info));
    OK(MPI_Comm_dup_with_info(one, info, &other));
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_size(other, &size));
    CHECK(size == ranks);
    OK(MPI_Comm_free(&one));
    OK(MPI_Barrier(other));
    OK(MPI_Comm_free(&other));
}

int main(void) {
    begin();
    each_kind();
    no_deadlock();
    waits_for_all();
    any_order();
    between();
    copies();
    OK(MPI_Finalize());
    return 0;
}
