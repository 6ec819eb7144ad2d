// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int* base;
    MPI_Win win, old;
    OK(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    old = win;
    OK(MPI_Win_free(&win));
    OK(MPI_Win_fence(0, old));
}
