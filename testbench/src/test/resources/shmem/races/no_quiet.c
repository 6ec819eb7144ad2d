// SPDX-License-Identifier: Apache-2.0
// No quiet before PE 2 is told that PE 1 has the data: a fence would not do, because the targets differ.
#include <shmem.h>
#include <stdio.h>

static long data[8], told;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 0) {
        long source[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        shmem_long_put(data, source, 8, 1);
#ifdef RIGHT
        shmem_quiet();
#else
        shmem_fence();
#endif
        shmem_long_p(&told, 1, 2);
    } else if (shmem_my_pe() == 2) {
        shmem_long_wait_until(&told, SHMEM_CMP_EQ, 1);
        printf("found %ld\n", shmem_long_g(&data[7], 1));
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
