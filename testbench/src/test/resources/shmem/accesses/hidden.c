// SPDX-License-Identifier: Apache-2.0
// PE 1 reads what PE 0 has written if PE 0 was the first to hold the lock, as it is on the plain machine.
#include <shmem.h>
#include <stdio.h>

static long data, count, lock;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (me == 0) {
        shmem_long_p(&data, 7, 2);
        shmem_set_lock(&lock);
        shmem_clear_lock(&lock);
    }
    if (me == 1) {
        shmem_long_atomic_fetch_inc(&count, 2); /* so that PE 0 is the first */
        shmem_set_lock(&lock);
        long seen = shmem_long_g(&data, 2);
        shmem_clear_lock(&lock);
        (void)seen;
    }
    shmem_finalize();
}
