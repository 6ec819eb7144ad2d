// SPDX-License-Identifier: Apache-2.0
// Each rank gets a counter, adds one and puts it, in epochs that others share: only an accumulate would lose no update.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    long *counter, one = 1;
    MPI_Win window;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *counter, sizeof *counter, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
#ifdef RIGHT
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, window);
#else
    long old;
    for (int i = 0; i < 64 * rank; i++) MPI_Win_flush(0, window);
    MPI_Get(&old, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
    MPI_Win_flush(0, window);
    one += old;
    MPI_Put(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
#endif
    MPI_Win_unlock(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        printf("counter %ld\n", *counter);
        MPI_Win_unlock(0, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
