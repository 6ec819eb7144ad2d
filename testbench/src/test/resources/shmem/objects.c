// SPDX-License-Identifier: Apache-2.0
// Symmetric objects of all kinds and sizes, odd lengths and places, pages that are crossed, and a PE that accesses itself.
#include "check.h"

enum { BIG = 200001 };
static char big[BIG] = "initialised", other[BIG];
int exported[3] = {1, 2, 3};

int main(void) {
    shmem_init();
    static int in_function = 41;
    static const int constant[2] = {17, 18}; /* a source may be anything */
    int me = shmem_my_pe(), next = next_pe(), last = last_pe();
    char* mine = malloc(BIG);
    CHECK(mine);
    shmem_int_p(&in_function, 42 + me, next);
    shmem_int_put(exported, constant, 2, next);
    for (int i = 0; i < BIG; i++) mine[i] = (char)(i * 31 + me);
    shmem_putmem(other + 1, mine, BIG - 3, next);
    shmem_barrier_all();
    CHECK(in_function == 42 + last && exported[0] == 17 && exported[1] == 18 && exported[2] == 3);
    for (int i = 0; i < BIG - 3; i++) CHECK(other[i + 1] == (char)(i * 31 + last));
    CHECK(other[0] == 0 && other[BIG - 2] == 0 && other[BIG - 1] == 0 && !strcmp(big, "initialised"));
    int lengths[] = {1, 3, 7, 9, 63, 65, 255, 4097};
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int at = 65530 + (int)k;
        shmem_barrier_all();
        shmem_putmem(big + at, mine + 2 * k, (size_t)lengths[k], next);
        shmem_barrier_all();
        for (int i = 0; i < lengths[k]; i++) CHECK(big[at + i] == (char)((2 * (int)k + i) * 31 + last));
        memset(mine + BIG / 2, 0, 5000);
        shmem_getmem(mine + BIG / 2 + 1, big + at, (size_t)lengths[k], last);
        CHECK(mine[BIG / 2] == 0 && mine[BIG / 2 + 1 + lengths[k]] == 0);
        int before = (last + shmem_n_pes() - 1) % shmem_n_pes();
        for (int i = 0; i < lengths[k]; i++) CHECK(mine[BIG / 2 + 1 + i] == (char)((2 * (int)k + i) * 31 + before));
    }
    shmem_barrier_all();
    big[5] = 9;
    shmem_char_put(big + 10, big + 5, 1, me); /* itself */
    shmem_char_get(big + 11, big + 5, 1, me);
    shmem_quiet();
    CHECK(big[10] == 9 && big[11] == 9);
    shmem_putmem(big, mine, 0, next); /* nothing */
    shmem_getmem(mine, big, 0, next);
    free(mine);
    shmem_finalize();
    return 0;
}
