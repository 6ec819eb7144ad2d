// SPDX-License-Identifier: Apache-2.0
// The last PE ends the program while the others wait for it in a barrier.
#include <shmem.h>
#include <stdio.h>

int main(void) {
    shmem_init();
    printf("before\n");
    fflush(stdout);
    shmem_quiet();
    shmem_quiet();
    if (shmem_my_pe() == shmem_n_pes() - 1) shmem_global_exit(5);
    shmem_barrier_all();
    printf("after\n");
    return 0;
}
