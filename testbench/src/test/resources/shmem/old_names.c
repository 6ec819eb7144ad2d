// SPDX-License-Identifier: Apache-2.0
// Atomics by the names of versions 1.0 to 1.3.
#include "check.h"

#define SUMMED(W, T, F)                                                                       \
    {                                                                                         \
        static T sum, own;                                                                    \
        shmem_##W##_add(&sum, (T)2, 0);                                                       \
        shmem_##W##_inc(&sum, 0);                                                             \
        CHECK(shmem_##W##_fadd(&own, (T)4, me) == 0 && shmem_##W##_finc(&own, me) == 4);      \
        CHECK(shmem_##W##_cswap(&own, (T)5, (T)6, me) == 5 && own == 6);                      \
        shmem_barrier_all();                                                                  \
        if (me == 0) CHECK(sum == (T)(3 * n));                                                \
    }
#define MOVED(W, T, F)                                                                        \
    {                                                                                         \
        static T own;                                                                         \
        shmem_##W##_set(&own, (T)3, me);                                                      \
        CHECK(shmem_##W##_swap(&own, (T)4, me) == (T)3 && shmem_##W##_fetch(&own, me) == (T)4); \
    }

int main(void) {
    start_pes(0);
    int me = _my_pe(), n = _num_pes();
    FL_AMO(SUMMED, )
    FL_AMO(MOVED, )
    FL_AMO_FLOAT(MOVED, )
    shmem_barrier_all();
    return 0;
}
