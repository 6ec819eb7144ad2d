// SPDX-License-Identifier: Apache-2.0
// PE 1 puts its process id, which is another one in each run.
#include <shmem.h>
#include <unistd.h>

static long to, from;

int main(void) {
    shmem_init();
    from = shmem_my_pe() == 1 ? getpid() : 1;
    shmem_barrier_all();
    shmem_long_put(&to, &from, 1, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
