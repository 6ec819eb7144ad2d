// SPDX-License-Identifier: Apache-2.0
// Epochs of start, complete, post and wait, and accesses with requests.
#include "check.h"

static void rings(MPI_Win win, int* base) {
    MPI_Group all, to, from;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    OK(MPI_Group_incl(all, 1, (int[]){next_rank()}, &to));
    OK(MPI_Group_incl(all, 1, (int[]){last_rank()}, &from));
    for (int i = 0; i < 4; i++) {
        int value = 10 * me + i, got = -1, flag = 0;
        base[1] = me + i;
        OK(MPI_Win_post(from, 0, win));
        OK(MPI_Win_start(to, 0, win));
        OK(MPI_Put(&value, 1, MPI_INT, next_rank(), 0, 1, MPI_INT, win));
        OK(MPI_Get(&got, 1, MPI_INT, next_rank(), 1, 1, MPI_INT, win));
        OK(MPI_Win_complete(win));
        CHECK(got == next_rank() + i);
        if (i % 2) {
            OK(MPI_Win_wait(win));
        } else {
            while (!flag) OK(MPI_Win_test(win, &flag));
        }
        CHECK(base[0] == 10 * last_rank() + i);
    }
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&to));
    OK(MPI_Group_free(&from));
}

/* all accumulate at rank 0, which exposes its window; messages of third ranks go on meanwhile */
static void star(MPI_Win win, int* base) {
    MPI_Group all, others, zero;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    OK(MPI_Group_excl(all, 1, (int[]){0}, &others));
    OK(MPI_Group_incl(all, 1, (int[]){0}, &zero));
    if (me == 0) {
        base[2] = 0;
        OK(MPI_Win_post(others, 0, win));
        OK(MPI_Win_wait(win));
        CHECK(base[2] == ranks * (ranks - 1) / 2);
    } else {
        int got;
        OK(MPI_Win_start(zero, 0, win));
        OK(MPI_Accumulate(&me, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win));
        int peer = ranks % 2 == 0 && me == ranks - 1 ? MPI_PROC_NULL : (me - 1) % 2 ? me - 1 : me + 1;
        OK(MPI_Sendrecv(&me, 1, MPI_INT, peer, 3, &got, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(peer == MPI_PROC_NULL || got == peer);
        OK(MPI_Win_complete(win));
    }
    /* an epoch of nobody */
    OK(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    OK(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
    OK(MPI_Win_complete(win));
    OK(MPI_Win_wait(win));
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&others));
    OK(MPI_Group_free(&zero));
}

static void requests(MPI_Win win, int* base) {
    MPI_Request request[4];
    int value = 5 + me, got = -1, one = 1, before = -1;
    base[0] = base[1] = base[3] = 0;
    OK(MPI_Win_lock_all(0, win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Rput(&value, 1, MPI_INT, next_rank(), 0, 1, MPI_INT, win, &request[0]));
    OK(MPI_Wait(&request[0], MPI_STATUS_IGNORE));
    OK(MPI_Win_flush(next_rank(), win));
    OK(MPI_Rget(&got, 1, MPI_INT, next_rank(), 0, 1, MPI_INT, win, &request[0]));
    OK(MPI_Raccumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win, &request[1]));
    OK(MPI_Rget_accumulate(&one, 1, MPI_INT, &before, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_SUM, win, &request[2]));
    OK(MPI_Rput(&one, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request[3]));
    OK(MPI_Waitall(4, request, MPI_STATUSES_IGNORE));
    CHECK(got == value && before >= 0 && before < ranks);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK(me || (base[1] == ranks && base[3] == ranks));
    CHECK(base[0] == 5 + last_rank());
}

int main(void) {
    begin();
    int* base;
    MPI_Win win;
    OK(MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    rings(win, base);
    star(win, base);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    requests(win, base);
    OK(MPI_Win_free(&win));
    OK(MPI_Finalize());
    return 0;
}
