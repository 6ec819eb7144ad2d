// SPDX-License-Identifier: Apache-2.0
// Messages: order, wildcards, probes, and all ways to end a request.
#include "check.h"

enum { MANY = 40, LONG = 5000 };

static void kinds(void) {
    int value = me, got[4];
    MPI_Request requests[8];
    char buffer[256];
    void* old;
    int bytes;
    OK(MPI_Buffer_attach(buffer, sizeof buffer));
    for (int i = 0; i < 4; i++) OK(MPI_Irecv(&got[i], 1, MPI_INT, last_rank(), i, MPI_COMM_WORLD, &requests[i]));
    OK(MPI_Isend(&value, 1, MPI_INT, next_rank(), 3, MPI_COMM_WORLD, &requests[4]));
    OK(MPI_Issend(&value, 1, MPI_INT, next_rank(), 2, MPI_COMM_WORLD, &requests[5]));
    OK(MPI_Ibsend(&value, 1, MPI_INT, next_rank(), 1, MPI_COMM_WORLD, &requests[6]));
    OK(MPI_Irsend(&value, 1, MPI_INT, next_rank(), 0, MPI_COMM_WORLD, &requests[7]));
    MPI_Status statuses[8];
    OK(MPI_Waitall(8, requests, statuses));
    for (int i = 0; i < 4; i++) {
        CHECK(got[i] == last_rank() && statuses[i].MPI_TAG == i && statuses[i].MPI_SOURCE == last_rank());
        CHECK(requests[i] == MPI_REQUEST_NULL);
    }
    for (int i = 0; i < 4; i++) OK(MPI_Irecv(&got[i], 1, MPI_INT, last_rank(), i, MPI_COMM_WORLD, &requests[i]));
    OK(MPI_Send(&value, 1, MPI_INT, next_rank(), 0, MPI_COMM_WORLD));
    OK(MPI_Bsend(&value, 1, MPI_INT, next_rank(), 1, MPI_COMM_WORLD));
    OK(MPI_Rsend(&value, 1, MPI_INT, next_rank(), 2, MPI_COMM_WORLD));
    OK(MPI_Ssend(&value, 1, MPI_INT, next_rank(), 3, MPI_COMM_WORLD));
    int seen = 0, index, number, indices[4];
    OK(MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE));
    seen |= 1 << index;
    OK(MPI_Waitsome(4, requests, &number, indices, MPI_STATUSES_IGNORE));
    for (int i = 0; i < number; i++) seen |= 1 << indices[i];
    OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    OK(MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE));
    CHECK(index == MPI_UNDEFINED && seen);
    OK(MPI_Waitsome(4, requests, &number, indices, MPI_STATUSES_IGNORE));
    CHECK(number == MPI_UNDEFINED);
    OK(MPI_Buffer_detach(&old, &bytes));
    CHECK(old == buffer && bytes == sizeof buffer);
}

static void tests(void) {
    int got = -1, flag = 0, index = 0, number = 0, indices[2];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;
    OK(MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE));
    CHECK(flag);
    OK(MPI_Irecv(&got, 1, MPI_INT, last_rank(), 9, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Test(&requests[1], &flag, &status));
    OK(MPI_Testany(2, requests, &index, &flag, &status));
    OK(MPI_Testsome(2, requests, &number, indices, MPI_STATUSES_IGNORE));
    CHECK(!flag && number == 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Request_get_status(requests[1], &flag, &status));
    CHECK(!flag);
    OK(MPI_Send(&me, 1, MPI_INT, next_rank(), 9, MPI_COMM_WORLD));
    for (flag = 0; !flag;) OK(MPI_Test(&requests[1], &flag, &status));
    CHECK(got == last_rank() && status.MPI_TAG == 9 && requests[1] == MPI_REQUEST_NULL);
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag);
    OK(MPI_Isend(&me, 1, MPI_INT, next_rank(), 8, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Recv(&got, 1, MPI_INT, last_rank(), 8, MPI_COMM_WORLD, &status));
    OK(MPI_Status_set_elements(&status, MPI_INT, 3));
    OK(MPI_Status_set_cancelled(&status, 0));
    OK(MPI_Get_count(&status, MPI_INT, &number));
    CHECK(number == 3);
    OK(MPI_Get_count(&status, MPI_LONG, &number));
    CHECK(number == MPI_UNDEFINED);
    OK(MPI_Get_elements(&status, MPI_SHORT, &number));
    CHECK(number == 6);
}

/* All send to rank 0, which receives in any order of ranks, but in the order of each. */
static void wildcards(void) {
    int next[64] = {0};
    if (me) {
        for (int i = 0; i < MANY; i++) OK(MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD));
    }
    for (int i = 0; !me && i < MANY * (ranks - 1); i++) {
        int got, count, flag;
        MPI_Status status, probed;
        OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &probed));
        OK(MPI_Get_count(&probed, MPI_INT, &count));
        CHECK(count == 1);
        OK(MPI_Iprobe(probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD, &flag, &status));
        CHECK(flag && status.MPI_TAG == probed.MPI_TAG);
        OK(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        CHECK(status.MPI_SOURCE == probed.MPI_SOURCE && got == next[status.MPI_SOURCE]++ && got == status.MPI_TAG);
    }
    int flag = 1;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
}

/* Long messages, and receives in the reverse order. */
static void long_ones(void) {
    static double out[LONG], in[2][LONG];
    MPI_Status status;
    int count;
    for (int i = 0; i < LONG; i++) out[i] = me + i * 0.5;
    OK(MPI_Send(out, LONG, MPI_DOUBLE, next_rank(), 1, MPI_COMM_WORLD));
    OK(MPI_Send(out + 1, LONG - 1, MPI_DOUBLE, next_rank(), 2, MPI_COMM_WORLD));
    OK(MPI_Recv(in[1], LONG, MPI_DOUBLE, last_rank(), 2, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_DOUBLE, &count));
    CHECK(count == LONG - 1);
    OK(MPI_Recv(in[0], LONG, MPI_DOUBLE, last_rank(), 1, MPI_COMM_WORLD, &status));
    for (int i = 0; i < LONG; i++) CHECK(in[0][i] == last_rank() + i * 0.5);
    CHECK(!memcmp(in[1], in[0] + 1, (LONG - 1) * sizeof(double)));
    OK(MPI_Sendrecv_replace(out, LONG, MPI_DOUBLE, next_rank(), 3, last_rank(), 3, MPI_COMM_WORLD, &status));
    CHECK(!memcmp(out, in[0], sizeof out));
    OK(MPI_Send(out, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Recv(out, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

/* A synchronous send ends although its receiver is in a barrier of a part, because its receive has begun. */
static void progress(void) {
    MPI_Request request;
    int got = -1;
    OK(MPI_Irecv(&got, 1, MPI_INT, last_rank(), 5, MPI_COMM_WORLD, &request));
    if (me == 0) OK(MPI_Ssend(&me, 1, MPI_INT, next_rank(), 5, MPI_COMM_WORLD));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (me != 0) OK(MPI_Ssend(&me, 1, MPI_INT, next_rank(), 5, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(got == last_rank());
}

int main(void) {
    begin();
    kinds();
    tests();
    wildcards();
    long_ones();
    progress();
    OK(MPI_Finalize());
    return 0;
}
