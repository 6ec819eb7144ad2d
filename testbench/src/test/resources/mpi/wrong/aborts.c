// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    if (me == 1) MPI_Abort(MPI_COMM_WORLD, 9);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}
