// SPDX-License-Identifier: Apache-2.0
// A rod that is hot at one end: each PE has a part of it and puts its outermost cells to its neighbours, with a signal
// behind each. scripts/shmemcc -O2 examples/shmem/heat.c -o heat; scripts/fairlead run --native -n 8 -- ./heat 64 20
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t came[2]; /* steps whose cell has come from below and from above */

int main(int argc, char** argv) {
    int cells = argc > 1 ? atoi(argv[1]) : 64, steps = argc > 2 ? atoi(argv[2]) : 20;
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    size_t bytes = (size_t)(cells + 2) * sizeof(double);
    double* rod[2] = {shmem_calloc(1, bytes), shmem_calloc(1, bytes)};
    if (me == 0) rod[0][0] = rod[1][0] = 100;
    for (int step = 1; step <= steps; step++) {
        double *now = rod[step % 2], *next = rod[1 - step % 2];
        if (me > 0) shmem_put_signal(&now[cells + 1], &now[1], 1, &came[1], (uint64_t)step, SHMEM_SIGNAL_SET, me - 1);
        if (me < n - 1) shmem_put_signal(&now[0], &now[cells], 1, &came[0], (uint64_t)step, SHMEM_SIGNAL_SET, me + 1);
        if (me > 0) shmem_signal_wait_until(&came[0], SHMEM_CMP_GE, (uint64_t)step);
        if (me < n - 1) shmem_signal_wait_until(&came[1], SHMEM_CMP_GE, (uint64_t)step);
        for (int i = 1; i <= cells; i++) next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    static double heat, total;
    for (int i = 1; i <= cells; i++) heat += rod[1 - steps % 2][i];
    shmem_sum_reduce(SHMEM_TEAM_WORLD, &total, &heat, 1);
    if (me == 0) printf("%d cells after %d steps: heat %.6f\n", cells * n, steps, total);
    shmem_finalize();
    return isfinite(total) && total > 0 ? 0 : 1;
}
