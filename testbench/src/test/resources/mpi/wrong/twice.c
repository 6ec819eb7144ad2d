// SPDX-License-Identifier: Apache-2.0
#include "check.h"

int main(void) {
    begin();
    MPI_Request request;
    OK(MPI_Recv_init(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    OK(MPI_Start(&request));
    OK(MPI_Start(&request));
}
