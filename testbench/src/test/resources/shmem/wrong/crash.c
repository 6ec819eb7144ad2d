// SPDX-License-Identifier: Apache-2.0
// PE 1 writes to address 16.
#include <shmem.h>

int main(void) {
    shmem_init();
    shmem_barrier_all();
    if (shmem_my_pe() == 1) *(volatile int*)16 = 1;
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
