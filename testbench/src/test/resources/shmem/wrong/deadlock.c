// SPDX-License-Identifier: Apache-2.0
// PE 1 waits for a flag that nobody sets.
#include <shmem.h>

static long flag;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 1) shmem_wait_until(&flag, SHMEM_CMP_EQ, 1L);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
