// SPDX-License-Identifier: Apache-2.0
// Two counters of 4 bytes in one word of 8: all PEs add to one half, while its owner writes the other half itself.
#include "check.h"

static union {
    int half[2];
    long whole;
} word[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), rounds = 20;
    for (int i = 1; i <= rounds; i++) {
        if (me == 0) {
            word[0].half[1] = i;
            word[1].half[0] = -i;
            shmem_quiet();
            CHECK(word[0].half[1] == i && word[1].half[0] == -i);
        } else {
            shmem_int_atomic_inc(&word[0].half[0], 0);
            shmem_int_atomic_add(&word[1].half[1], 3, 0);
        }
    }
    shmem_barrier_all();
    if (me == 0) {
        CHECK(word[0].half[0] == rounds * (n - 1) && word[0].half[1] == rounds);
        CHECK(word[1].half[1] == 3 * rounds * (n - 1) && word[1].half[0] == -rounds);
    }
    static long last; /* a put of what an atomic left, after the owner has stored something else */
    if (me == n - 1) shmem_long_atomic_add(&last, 5, 0);
    shmem_barrier_all();
    if (me == 0) {
        CHECK(last == 5);
        last = 7;
    }
    shmem_barrier_all();
    if (me == n - 1) shmem_long_p(&last, 5, 0);
    shmem_barrier_all();
    if (me == 0) CHECK(last == 5);
    static struct {
        int low, high;
    } pair; /* PE 0 puts and gets the lower half itself while the others add to the upper one */
    for (int i = 1; i <= rounds; i++) {
        if (me == 0) {
            shmem_int_p(&pair.low, i, 0);
            shmem_quiet();
            CHECK(shmem_int_g(&pair.low, 0) == i && pair.low == i);
        } else {
            shmem_int_atomic_fetch_inc(&pair.high, 0);
        }
    }
    shmem_barrier_all();
    if (me == 0) CHECK(pair.low == rounds && pair.high == rounds * (n - 1));
    CHECK(shmem_int_g(&word[0].half[1], 0) == rounds && shmem_int_g(&word[1].half[0], 0) == -rounds);
    shmem_finalize();
    return 0;
}
