// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: each checks itself and has exit code 0 if all is right.
#ifndef CHECK_H
#define CHECK_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, ranks;

static inline void fail(const char* file, int line, const char* what) {
    printf("rank %d: %s:%d: %s\n", me, file, line, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(holds) ((holds) ? (void)0 : fail(__FILE__, __LINE__, #holds))
#define OK(call) CHECK((call) == MPI_SUCCESS)

static inline void begin(void) {
    OK(MPI_Init(NULL, NULL));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
}
static inline int next_rank(void) { return (me + 1) % ranks; }
static inline int last_rank(void) { return (me + ranks - 1) % ranks; }
#endif
