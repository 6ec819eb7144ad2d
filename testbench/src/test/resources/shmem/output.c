// SPDX-License-Identifier: Apache-2.0
// Lines of all PEs, in two outputs, without an end at last.
#include "check.h"

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int turn = 0; turn < n; turn++) {
        if (turn == me) {
            printf("turn %d of PE %d\n", turn, me);
            fprintf(stderr, "error of PE %d\n", me);
        }
        shmem_barrier_all();
    }
    if (me == 0) {
        for (int i = 0; i < 20000; i++) printf("long %d\n", i);
    }
    shmem_barrier_all();
    printf("PE %d", me);
    shmem_finalize();
    return 0;
}
