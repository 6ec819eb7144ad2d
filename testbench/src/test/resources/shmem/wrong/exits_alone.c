// SPDX-License-Identifier: Apache-2.0
// PE 0 ends the program while PE 1 waits for a flag.
#include <shmem.h>

static long flag;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 1) shmem_wait_until(&flag, SHMEM_CMP_EQ, 1L);
    shmem_quiet();
    if (shmem_my_pe() == 0) shmem_global_exit(6);
    shmem_barrier_all();
    return 0;
}
