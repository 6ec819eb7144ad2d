// SPDX-License-Identifier: Apache-2.0
// The exit code of PE 1 is 7.
#include <shmem.h>

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_finalize();
    return me == 1 ? 7 : 0;
}
