// SPDX-License-Identifier: Apache-2.0
// The source of a put that need not be complete is used again before the quiet.
#include <shmem.h>
#include <stdio.h>

static long data[64], source[64], other;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 0) {
        for (int i = 0; i < 64; i++) source[i] = 1;
        shmem_long_put_nbi(data, source, 64, 1);
#ifdef RIGHT
        shmem_quiet();
#endif
        for (int i = 0; i < 64; i++) source[i] = 2;
        shmem_long_p(&other, 1, 1);
    }
    shmem_barrier_all();
    if (shmem_my_pe() == 1) {
        long sum = 0;
        for (int i = 0; i < 64; i++) sum += data[i];
        printf("sum %ld\n", sum);
    }
    shmem_finalize();
    return 0;
}
