// SPDX-License-Identifier: Apache-2.0
// Passive targets: exclusive locks exclude, shared ones do not, and flushes complete.
#include "check.h"

enum { ROUNDS = 5 };

int main(void) {
    begin();
    long *base, value, got;
    MPI_Win win, other;
    OK(MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_allocate(sizeof(long), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &(long*){NULL}, &other));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    /* a counter that is read and written, each under a lock */
    for (int i = 0; i < ROUNDS; i++) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        OK(MPI_Get(&got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win));
        OK(MPI_Win_flush(0, win));
        value = got + 1;
        OK(MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win));
        OK(MPI_Win_unlock(0, win));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win));
    OK(MPI_Get(&got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win));
    OK(MPI_Win_flush_local(0, win));
    CHECK(got == ROUNDS * ranks);
    /* all share the lock at once: nobody waits in this barrier for a lock */
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_unlock(0, win));
    OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < ranks; i++) {
        value = 100 * me + i;
        OK(MPI_Put(&value, 1, MPI_LONG, i, 1 + me % 7, 1, MPI_LONG, win));
        OK(MPI_Win_flush_local_all(win));
    }
    OK(MPI_Win_flush_all(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; i < ranks && i < 7; i++) CHECK(base[1 + i] == 100 * i + me);
    OK(MPI_Win_unlock_all(win));
    /* locks of two ranks and of two windows at once */
    OK(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win));
    if (ranks > 1) OK(MPI_Win_lock(MPI_LOCK_SHARED, next_rank(), 0, win));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, other));
    OK(MPI_Win_sync(win));
    OK(MPI_Win_unlock(me, other));
    if (ranks > 1) OK(MPI_Win_unlock(next_rank(), win));
    OK(MPI_Win_unlock(me, win));
    OK(MPI_Win_free(&win));
    OK(MPI_Win_free(&other));
    OK(MPI_Finalize());
    return 0;
}
