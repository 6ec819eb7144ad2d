// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    OK(MPI_Barrier(MPI_COMM_WORLD));
}
