// SPDX-License-Identifier: Apache-2.0
// A counter tells how many blocks are there, but an atomic is not ordered behind puts: put_signal would be.
#include <shmem.h>
#include <stdio.h>

enum { BLOCK = 512 };
static char blocks[3][BLOCK];
static uint64_t arrived;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (me > 0 && me < 4) {
        char source[BLOCK];
        for (int i = 0; i < BLOCK; i++) source[i] = (char)me;
#ifdef RIGHT
        shmem_putmem_signal(blocks[me - 1], source, BLOCK, &arrived, 1, SHMEM_SIGNAL_ADD, 0);
#else
        shmem_putmem(blocks[me - 1], source, BLOCK, 0);
        shmem_uint64_atomic_inc(&arrived, 0);
#endif
    } else if (me == 0) {
        shmem_uint64_wait_until(&arrived, SHMEM_CMP_EQ, 3);
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += blocks[i][BLOCK - 1];
        printf("sum %d\n", sum);
    }
    shmem_finalize();
    return 0;
}
