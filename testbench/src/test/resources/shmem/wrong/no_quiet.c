// SPDX-License-Identifier: Apache-2.0
// What a get has been asked for is read before the quiet that completes it.
#include <shmem.h>
#include <stdio.h>

static long there[1000];

int main(void) {
    shmem_init();
    there[999] = 5;
    shmem_barrier_all();
    long here[1000] = {0};
    shmem_get_nbi(here, there, 1000, (shmem_my_pe() + 1) % shmem_n_pes());
    if (((volatile long*)here)[999] != 5) {
        printf("the data are not there\n");
        shmem_global_exit(3);
    }
    shmem_finalize();
    return 0;
}
