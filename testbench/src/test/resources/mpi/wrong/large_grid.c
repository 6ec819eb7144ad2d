// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    MPI_Comm comm;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){2, 2}, (int[]){0, 0}, 0, &comm));
}
