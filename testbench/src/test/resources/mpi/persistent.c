// SPDX-License-Identifier: Apache-2.0
// Messages that are sent again and again, matched ones, and receives that are cancelled.
#include "check.h"

static void repeated(void) {
    MPI_Request requests[5];
    MPI_Status status;
    int sent[4], got = -1, index, done, sum = 0;
    OK(MPI_Recv_init(&got, 1, MPI_INT, last_rank(), MPI_ANY_TAG, MPI_COMM_WORLD, &requests[4]));
    OK(MPI_Send_init(&sent[0], 1, MPI_INT, next_rank(), 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Ssend_init(&sent[1], 1, MPI_INT, next_rank(), 1, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Bsend_init(&sent[2], 1, MPI_INT, next_rank(), 2, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Rsend_init(&sent[3], 1, MPI_INT, next_rank(), 3, MPI_COMM_WORLD, &requests[3]));
    OK(MPI_Waitany(5, requests, &index, &status)); /* none has begun */
    CHECK(index == MPI_UNDEFINED);
    OK(MPI_Wait(&requests[4], &status));
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    for (int i = 0; i < 12; i++) {
        sent[i % 4] = 100 * me + i;
        OK(MPI_Start(&requests[4]));
        OK(MPI_Startall(1, &requests[i % 4]));
        OK(MPI_Wait(&requests[4], &status));
        CHECK(status.MPI_TAG == i % 4 && status.MPI_SOURCE == last_rank());
        CHECK(requests[4] != MPI_REQUEST_NULL && got == 100 * last_rank() + i);
        OK(MPI_Wait(&requests[i % 4], MPI_STATUS_IGNORE));
        OK(MPI_Request_get_status(requests[i % 4], &done, MPI_STATUS_IGNORE));
        CHECK(done);
        sum += got;
    }
    CHECK(sum == 1200 * last_rank() + 66);
    for (int i = 0; i < 5; i++) OK(MPI_Request_free(&requests[i]));
}

static void matched(void) {
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    int value = -1, more = -1, flag = 0, count;
    OK(MPI_Isend(&me, 1, MPI_INT, next_rank(), 3, MPI_COMM_WORLD, &request));
    OK(MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, &status));
    CHECK(status.MPI_SOURCE == last_rank());
    OK(MPI_Iprobe(last_rank(), 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag); /* nobody else finds it */
    OK(MPI_Mrecv(&value, 1, MPI_INT, &message, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(value == last_rank() && status.MPI_TAG == 3 && count == 1 && message == MPI_MESSAGE_NULL);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Improbe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &message, &status));
    CHECK(flag && message == MPI_MESSAGE_NO_PROC);
    OK(MPI_Imrecv(&value, 1, MPI_INT, &message, &request));
    OK(MPI_Wait(&request, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && value == last_rank());
    OK(MPI_Isendrecv(&me, 1, MPI_INT, next_rank(), 4, &more, 1, MPI_INT, last_rank(), 4, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(more == last_rank());
    OK(MPI_Isendrecv_replace(&more, 1, MPI_INT, last_rank(), 5, next_rank(), 5, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(more == me);
}

static void cancelled(void) {
    MPI_Request request;
    MPI_Status status;
    int value = -1, flag = 0;
    OK(MPI_Irecv(&value, 1, MPI_INT, me, 8, MPI_COMM_WORLD, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag && request == MPI_REQUEST_NULL);
    OK(MPI_Irecv(&value, 1, MPI_INT, me, 8, MPI_COMM_WORLD, &request));
    OK(MPI_Send(&me, 1, MPI_INT, me, 8, MPI_COMM_WORLD)); /* not to the first one */
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag && value == me);
}

/* many messages are there before the first receive */
static void many(void) {
    enum { N = 1100 };
    if (ranks != 2) return;
    static MPI_Request requests[N];
    int value = -1;
    for (int i = 0; me && i < N; i++) OK(MPI_Isend(&me, 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; !me && i < N; i++) OK(MPI_Recv(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (me) OK(MPI_Waitall(N, requests, MPI_STATUSES_IGNORE));
}

int main(void) {
    begin();
    repeated();
    matched();
    cancelled();
    many();
    OK(MPI_Finalize());
    return 0;
}
