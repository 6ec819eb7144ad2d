// SPDX-License-Identifier: Apache-2.0
// No fence between data and flag: the flag may overtake the data.
#include <shmem.h>
#include <stdio.h>

static long data[16], flag;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 0) {
        long source[16];
        for (int i = 0; i < 16; i++) source[i] = i + 1;
        shmem_long_put(data, source, 16, 1);
#ifdef RIGHT
        shmem_fence();
#endif
        shmem_long_p(&flag, 1, 1);
    } else if (shmem_my_pe() == 1) {
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        long sum = 0;
        for (int i = 0; i < 16; i++) sum += data[i];
        printf("sum %ld\n", sum);
    }
    shmem_finalize();
    return 0;
}
