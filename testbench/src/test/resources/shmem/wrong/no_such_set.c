// SPDX-License-Identifier: Apache-2.0
// The set of PEs is larger than the program.
#include <shmem.h>

static long sync_words[SHMEM_BARRIER_SYNC_SIZE];

int main(void) {
    shmem_init();
    shmem_barrier(0, 0, 4, sync_words);
    shmem_finalize();
    return 0;
}
