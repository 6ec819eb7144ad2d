// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int* base;
    MPI_Win win;
    OK(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_unlock(0, win));
}
