// SPDX-License-Identifier: Apache-2.0
// Threads of one PE call, and each has its own single values: one thread after the other, so that each run has the same
// calls, or with -DAT_ONCE=1 at once.
#include <pthread.h>
#include <stdint.h>

#include "check.h"

#ifndef AT_ONCE
#define AT_ONCE 0
#endif
enum { THREADS = 3, EACH = 20 };
static long sums[THREADS], places[THREADS];
static int provided;

static void* add(void* which) {
    long i = (long)(intptr_t)which;
    for (int k = 1; k <= EACH; k++) {
        shmem_long_p(&places[i], 100 * i + k, next_pe());
        shmem_quiet();
        CHECK(shmem_long_g(&places[i], next_pe()) == 100 * i + k);
        shmem_long_atomic_add(&sums[i], k, 0);
    }
    return NULL;
}

int main(void) {
    CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0 && provided == SHMEM_THREAD_MULTIPLE);
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, add, (void*)(intptr_t)i) == 0);
        if (!AT_ONCE) CHECK(pthread_join(threads[i], NULL) == 0);
    }
    for (int i = 0; i < THREADS && AT_ONCE; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    shmem_barrier_all();
    for (int i = 0; i < THREADS && shmem_my_pe() == 0; i++) CHECK(sums[i] == EACH * (EACH + 1) / 2 * shmem_n_pes());
    shmem_finalize();
    return 0;
}
