// SPDX-License-Identifier: Apache-2.0
// There is no PE 9.
#include <shmem.h>

static long there;

int main(void) {
    shmem_init();
    shmem_p(&there, 1L, 9);
    return 0;
}
