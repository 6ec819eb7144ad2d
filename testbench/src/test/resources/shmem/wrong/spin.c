// SPDX-License-Identifier: Apache-2.0
// PE 1 waits for a variable without a call.
#include <shmem.h>

static volatile long flag;

int main(void) {
    shmem_init();
    while (shmem_my_pe() == 1 && !flag) {
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
