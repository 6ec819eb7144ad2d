// SPDX-License-Identifier: Apache-2.0
// PE 1 prints its process id, which is another one in each run.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

static long to;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 1) printf("process %d\n", getpid());
    shmem_long_p(&to, 1, 0);
    shmem_finalize();
    return 0;
}
