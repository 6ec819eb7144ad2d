// SPDX-License-Identifier: Apache-2.0
// Each PE reads a counter, adds one and writes it: only an atomic would lose no update.
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
#ifdef RIGHT
    shmem_long_atomic_inc(&counter, 0);
#else
    for (int i = 0; i < 64 * shmem_my_pe(); i++) shmem_fence();
    shmem_long_p(&counter, shmem_long_g(&counter, 0) + 1, 0);
#endif
    shmem_barrier_all();
    if (shmem_my_pe() == 0) printf("counter %ld\n", counter);
    shmem_finalize();
    return 0;
}
