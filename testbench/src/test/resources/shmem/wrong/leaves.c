// SPDX-License-Identifier: Apache-2.0
// PE 1 ends, and the others wait for it.
#include <shmem.h>

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 1) return 0;
    shmem_barrier_all();
    return 0;
}
