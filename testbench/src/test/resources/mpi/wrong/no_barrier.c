// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    MPI_Request request;
    if (me != 1) OK(MPI_Ibarrier(MPI_COMM_WORLD, &request));
    if (me == 0) OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}
