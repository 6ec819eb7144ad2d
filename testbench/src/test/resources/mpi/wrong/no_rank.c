// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int* base;
    MPI_Win win;
    OK(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Put(&me, 1, MPI_INT, 3, 0, 1, MPI_INT, win));
}
