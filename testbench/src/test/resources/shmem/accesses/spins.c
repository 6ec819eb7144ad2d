// SPDX-License-Identifier: Apache-2.0
// A loop that only loads what another PE puts.
#include <shmem.h>

static volatile long flag;

int main(void) {
    shmem_init();
    shmem_barrier_all();
    if (shmem_my_pe() == 1) {
        while (!flag) continue;
    } else if (shmem_my_pe() == 0) {
        shmem_long_p((long*)&flag, 1, 1);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
