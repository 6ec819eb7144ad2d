// SPDX-License-Identifier: Apache-2.0
// Two threads are in calls at once.
#include <pthread.h>
#include <shmem.h>
#include <stddef.h>

static long flag;

static void* other(void* unused) {
    shmem_wait_until(&flag, SHMEM_CMP_EQ, 1L);
    return unused;
}

int main(void) {
    shmem_init();
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, other, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
