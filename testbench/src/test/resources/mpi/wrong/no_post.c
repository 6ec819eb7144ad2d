// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int* base;
    MPI_Win win;
    MPI_Group all;
    OK(MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_set_name(win, "halo"));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    if (me == 0) OK(MPI_Win_start(all, 0, win));
    if (me == 1) OK(MPI_Win_post(all, 0, win)), MPI_Win_wait(win);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}
