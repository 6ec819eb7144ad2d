// SPDX-License-Identifier: Apache-2.0
// Each PE counts numbers in a histogram that is spread over all PEs, by atomics on 4 bytes.
// scripts/shmemcc -O2 examples/shmem/histogram.c -o histogram; scripts/fairlead run --native -n 8 -- ./histogram 50
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 16 };
static int bins[BINS]; /* of this PE */

int main(int argc, char** argv) {
    int numbers = argc > 1 ? atoi(argv[1]) : 50;
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    srand((unsigned)me + 1);
    for (int i = 0; i < numbers; i++) {
        int bin = rand() % (BINS * n);
        shmem_atomic_inc(&bins[bin % BINS], bin / BINS);
    }
    shmem_barrier_all();
    static int mine, all;
    for (int i = 0; i < BINS; i++) mine += bins[i];
    shmem_sum_reduce(SHMEM_TEAM_WORLD, &all, &mine, 1);
    printf("PE %d has %d of %d\n", me, mine, all);
    shmem_finalize();
    return all == numbers * n ? 0 : 1;
}
