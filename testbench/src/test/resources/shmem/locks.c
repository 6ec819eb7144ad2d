// SPDX-License-Identifier: Apache-2.0
// Locks: a counter that is read and written under one, and one that is only tried.
#include "check.h"

static long lock, other;
static int count, tries;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < 3; i++) {
        shmem_set_lock(&lock);
        int old = shmem_int_g(&count, 0);
        shmem_int_p(&count, old + 1, 0);
        shmem_clear_lock(&lock);
    }
    while (shmem_test_lock(&other)) {
    }
    int old = shmem_int_g(&tries, n - 1);
    shmem_int_p(&tries, old + 1, n - 1);
    if (n == 1) CHECK(shmem_test_lock(&other) == 1);
    shmem_clear_lock(&other);
    shmem_barrier_all();
    if (me == 0) CHECK(count == 3 * n);
    if (me == n - 1) CHECK(tries == n);
    shmem_finalize();
    return 0;
}
