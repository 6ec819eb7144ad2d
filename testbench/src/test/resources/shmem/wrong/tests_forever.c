// SPDX-License-Identifier: Apache-2.0
// PE 0 tests a flag that nobody sets, and time goes on.
#include <shmem.h>

static long flag;

int main(void) {
    shmem_init();
    while (!shmem_test(&flag, SHMEM_CMP_EQ, 1L)) {
    }
    return 0;
}
