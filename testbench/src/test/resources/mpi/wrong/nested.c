// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static void add(void* in, void* inout, int* elements, MPI_Datatype* type) {
    MPI_Aint low, extent;
    MPI_Type_get_extent(*type, &low, &extent);
    for (int i = 0; i < *elements; i++) ((int*)inout)[i] += ((int*)in)[i];
}

int main(void) {
    begin();
    MPI_Op op;
    OK(MPI_Op_create(add, 1, &op));
    int sum;
    OK(MPI_Allreduce(&me, &sum, 1, MPI_INT, op, MPI_COMM_WORLD));
}
