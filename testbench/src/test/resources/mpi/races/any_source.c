// SPDX-License-Identifier: Apache-2.0
// Rank 0 takes the first message for that of rank 1.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; rank == 0 && i < ranks; i++) {
#ifdef RIGHT
        int source = i;
#else
        int source = MPI_ANY_SOURCE;
#endif
        int got;
        MPI_Recv(&got, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("message %d: %d\n", i, got);
    }
    if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
