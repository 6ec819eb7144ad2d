// SPDX-License-Identifier: Apache-2.0
// Waits that last seconds of the machine: for a lock, for one of several variables and for a barrier.
#include <unistd.h>

#include "check.h"

static long lock, holders, flags[2], count;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes();
    for (int i = 0; i < 2; i++) {
        shmem_set_lock(&lock);
        long before = shmem_long_g(&holders, 0);
        sleep(1);
        shmem_long_p(&holders, before + 1, 0);
        shmem_clear_lock(&lock);
    }
    shmem_barrier_all();
    if (me == 0) CHECK(holders == 2 * pes);
    if (me == pes - 1) {
        sleep(2);
        for (int pe = 0; pe < pes; pe++) shmem_long_p(&flags[1], 7, pe);
    }
    CHECK(shmem_long_wait_until_any(flags, 2, NULL, SHMEM_CMP_EQ, 7) == 1);
    shmem_long_atomic_inc(&count, 0);
    shmem_barrier_all();
    if (me == 0) CHECK(count == pes);
    shmem_finalize();
    return 0;
}
