// SPDX-License-Identifier: Apache-2.0
// Data, fence, flag; and quiet before a flag that goes by another PE.
#include "check.h"

static long data[64], flag, third;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (long round = 1; round <= 10; round++) {
        long source[64];
        for (int i = 0; i < 64; i++) source[i] = round * 100 + me + i;
        shmem_long_put(data, source, 64, next_pe());
        if (round % 2) {
            shmem_fence();
        } else {
            shmem_ctx_fence(SHMEM_CTX_DEFAULT);
        }
        shmem_long_p(&flag, round, next_pe());
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, round);
        for (int i = 0; i < 64; i++) CHECK(data[i] == round * 100 + last_pe() + i);
        shmem_barrier_all();
    }
    if (n >= 3 && me == 0) {
        shmem_long_p(&data[0], 77, 2);
        shmem_quiet();
        shmem_long_p(&third, 1, 1);
    } else if (n >= 3 && me == 1) {
        shmem_long_wait_until(&third, SHMEM_CMP_NE, 0);
        CHECK(shmem_long_g(&data[0], 2) == 77);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
