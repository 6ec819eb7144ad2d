// SPDX-License-Identifier: Apache-2.0
// Waits that last seconds of the machine: for a lock, for one of several messages, and for a barrier meanwhile.
#include <unistd.h>

#include "check.h"

int main(void) {
    begin();
    int n = ranks, *base, sum = 0;
    MPI_Win win;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    int seen;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    sleep(1);
    seen++;
    MPI_Put(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Request requests[2];
    int got[2] = {0, 0};
    for (int i = 0; i < 2; i++) MPI_Irecv(&got[i], 1, MPI_INT, MPI_ANY_SOURCE, 3 + i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == n - 1) {
        sleep(2);
        for (int to = 0; to < 2 * n; to++) MPI_Send(&to, 1, MPI_INT, to % n, to < n ? 4 : 3, MPI_COMM_WORLD);
    }
    int first;
    MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(got[1] == me && got[0] == me + n);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&sum, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(sum == n);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
