// SPDX-License-Identifier: Apache-2.0
// A program may have its own functions under the names of MPI, which call those of PMPI.
#include "check.h"

static int barriers, bytes;

int MPI_Barrier(MPI_Comm comm) {
    barriers++;
    return PMPI_Barrier(comm);
}

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    int size;
    OK(PMPI_Type_size(type, &size));
    bytes += count * size;
    return PMPI_Send(buffer, count, type, dest, tag, comm);
}

int main(void) {
    begin();
    long value = me, got = -1;
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Send(&value, 1, MPI_LONG, next_rank(), 0, MPI_COMM_WORLD));
    OK(MPI_Recv(&got, 1, MPI_LONG, last_rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK(got == last_rank() && barriers == 2 && bytes == (int)sizeof value);
    OK(MPI_Finalize());
    return 0;
}
