// SPDX-License-Identifier: Apache-2.0
// Arrays of many small numbers, with zero bytes between those that change: each page is stored by one operation.
#include "check.h"

enum { COUNT = 1 << 16 };
static int from[COUNT], to[COUNT];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    for (int i = 0; i < COUNT; i++) from[i] = (i + 1) * (me + 1) % 40000;
    shmem_barrier_all();
    shmem_int_put(to, from, COUNT, next_pe());
    shmem_barrier_all();
    for (int i = 0; i < COUNT; i++) CHECK(to[i] == (i + 1) * (last_pe() + 1) % 40000);
    shmem_finalize();
    return 0;
}
