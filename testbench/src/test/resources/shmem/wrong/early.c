// SPDX-License-Identifier: Apache-2.0
// A call before shmem_init.
#include <shmem.h>

int main(void) {
    shmem_barrier_all();
    return 0;
}
