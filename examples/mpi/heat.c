// SPDX-License-Identifier: Apache-2.0
// A rod that is hot at one end: each rank has a part of it and puts its outermost cells to its neighbours, in epochs of
// post and start. scripts/mpicc -O2 examples/mpi/heat.c -o heat; scripts/fairlead run --native -n 8 -- ./heat 64 20
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    int cells = argc > 1 ? atoi(argv[1]) : 64, steps = argc > 2 ? atoi(argv[2]) : 20, me, n;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    double* rod; /* two copies, of which one has the last step */
    int size = cells + 2, neighbours[2], count = 0;
    MPI_Win win;
    MPI_Win_allocate(2 * size * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &rod, &win);
    MPI_Group all, near;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (me > 0) neighbours[count++] = me - 1;
    if (me < n - 1) neighbours[count++] = me + 1;
    MPI_Group_incl(all, count, neighbours, &near);
    if (me == 0) rod[0] = rod[size] = 100;
    for (int step = 1; step <= steps; step++) {
        int at = step % 2 * size;
        double *now = rod + at, *next = rod + size - at;
        MPI_Win_post(near, 0, win);
        MPI_Win_start(near, 0, win);
        if (me > 0) MPI_Put(&now[1], 1, MPI_DOUBLE, me - 1, at + cells + 1, 1, MPI_DOUBLE, win);
        if (me < n - 1) MPI_Put(&now[cells], 1, MPI_DOUBLE, me + 1, at, 1, MPI_DOUBLE, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        for (int i = 1; i <= cells; i++) next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    double heat = 0, total = 0;
    for (int i = 1; i <= cells; i++) heat += rod[size - steps % 2 * size + i];
    MPI_Reduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (me == 0) printf("%d cells after %d steps: heat %.6f\n", cells * n, steps, total);
    MPI_Win_free(&win);
    MPI_Finalize();
    return me > 0 || (isfinite(total) && total > 0) ? 0 : 1;
}
