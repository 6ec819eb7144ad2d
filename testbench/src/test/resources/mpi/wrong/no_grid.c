// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    int source, dest;
    OK(MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &source, &dest));
}
