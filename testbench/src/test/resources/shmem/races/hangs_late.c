// SPDX-License-Identifier: Apache-2.0
// PE 1 waits for a value that PE 0 may have overwritten by then: the program hangs on some machines.
#include <shmem.h>

static long flag;

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 0) {
        shmem_long_p(&flag, 1, 1);
#ifdef RIGHT
        shmem_quiet();
#endif
        for (int i = 0; i < 8; i++) shmem_quiet();
        shmem_long_p(&flag, 2, 1);
    } else if (shmem_my_pe() == 1) {
#ifdef RIGHT
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, 1);
#else
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
#endif
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
