// SPDX-License-Identifier: Apache-2.0
// The target of a put is no symmetric object.
#include <shmem.h>

int main(void) {
    long here = 0;
    shmem_init();
    shmem_p(&here, 1L, 0);
    return 0;
}
