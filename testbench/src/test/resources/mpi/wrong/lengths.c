// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int values[8] = {0};
    OK(MPI_Bcast(values, me == 0 ? 2 : 8, MPI_INT, 0, MPI_COMM_WORLD));
}
