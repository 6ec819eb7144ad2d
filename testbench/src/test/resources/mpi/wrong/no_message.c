// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int got;
    if (me == 0) OK(MPI_Recv(&got, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}
