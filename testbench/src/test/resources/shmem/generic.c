// SPDX-License-Identifier: Apache-2.0
// The generic functions of C11, without and with a context; as C++ the same text, with templates.
#include "check.h"

#define EACH(W, T, F)                                                                  \
    {                                                                                  \
        static T to[8], from[4];                                                       \
        T got[4];                                                                      \
        for (int i = 0; i < 4; i++) from[i] = (T)(me + i);                             \
        shmem_barrier_all();                                                           \
        shmem_put(to, from, 2, next);                                                  \
        shmem_put(ctx, to + 2, from, 2, next);                                         \
        shmem_p(&to[4], (T)(me + 5), next);                                            \
        shmem_p(ctx, &to[5], (T)(me + 6), next);                                       \
        shmem_iput(to + 6, from, 1, 2, 1, next);                                       \
        shmem_put_nbi(ctx, to + 7, from + 3, 1, next);                                 \
        shmem_barrier_all();                                                           \
        CHECK(to[1] == (T)(last + 1) && to[3] == (T)(last + 1) && to[4] == (T)(last + 5)); \
        CHECK(to[5] == (T)(last + 6) && to[6] == (T)last && to[7] == (T)(last + 3));   \
        shmem_get(got, from, 2, next);                                                 \
        shmem_get(ctx, got + 2, from, 2, next);                                        \
        CHECK(got[1] == (T)(next + 1) && got[3] == (T)(next + 1));                     \
        CHECK(shmem_g(&from[1], next) == (T)(next + 1) && shmem_g(ctx, &from[2], next) == (T)(next + 2)); \
        shmem_iget(ctx, got, from, 1, 3, 2, next);                                     \
        shmem_get_nbi(got + 2, from, 1, next);                                         \
        shmem_quiet();                                                                 \
        CHECK(got[1] == (T)(next + 3) && got[2] == (T)next);                           \
        shmem_put_signal(to, from + 1, 1, &word, ++rounds, SHMEM_SIGNAL_SET, next);    \
        shmem_signal_wait_until(&word, SHMEM_CMP_EQ, rounds);                          \
        CHECK(to[0] == (T)(last + 1));                                                 \
        shmem_broadcast(SHMEM_TEAM_WORLD, to, from, 1, 0);                             \
        shmem_fcollect(SHMEM_TEAM_WORLD, to, from, 1);                                 \
        CHECK(to[n - 1] == (T)(n - 1));                                                \
    }
#define ATOMIC(W, T, F)                                                                \
    {                                                                                  \
        static T sum, own;                                                             \
        shmem_barrier_all();                                                           \
        shmem_atomic_add(&sum, (T)2, 0);                                               \
        shmem_atomic_inc(ctx, &sum, 0);                                                \
        CHECK(shmem_atomic_fetch_add(&own, (T)4, me) == 0 && shmem_atomic_fetch_inc(ctx, &own, me) == 4); \
        CHECK(shmem_atomic_compare_swap(&own, (T)5, (T)6, me) == 5 && shmem_atomic_swap(&own, (T)7, me) == 6); \
        shmem_atomic_set(ctx, &own, (T)8, me);                                         \
        CHECK(shmem_atomic_fetch(&own, me) == 8 && shmem_atomic_fetch_add(&own, (T)1, me) == 8);   \
        shmem_barrier_all();                                                           \
        if (me == 0) CHECK(sum == (T)(3 * n));                                         \
    }
#define BITS(W, T, F)                                                                  \
    {                                                                                  \
        static T own = 12;                                                             \
        CHECK(shmem_atomic_fetch_and(&own, (T)10, me) == 12 && shmem_atomic_fetch_or(&own, (T)1, me) == 8); \
        CHECK(shmem_atomic_fetch_xor(ctx, &own, (T)9, me) == 9 && own == 0);           \
    }
#define SYNCED(W, T, F)                                                                \
    {                                                                                  \
        static T flag[2];                                                              \
        int* all = NULL;                                                               \
        shmem_barrier_all();                                                           \
        shmem_p(&flag[0], (T)3, next);                                                 \
        shmem_wait_until(&flag[0], SHMEM_CMP_GT, (T)2);                                \
        CHECK(shmem_test(&flag[0], SHMEM_CMP_EQ, (T)3));                               \
        shmem_p(&flag[1], (T)3, next);                                                 \
        shmem_wait_until_all(flag, 2, all, SHMEM_CMP_EQ, (T)3);                        \
        CHECK(shmem_test_any(flag, 2, all, SHMEM_CMP_EQ, (T)3) < 2);                   \
    }
#define REDUCED(W, T, F)                                                               \
    {                                                                                  \
        static T from, to;                                                             \
        from = (T)(me + 1);                                                            \
        shmem_sum_reduce(SHMEM_TEAM_WORLD, &to, &from, 1);                             \
        CHECK(to == (T)(n * (n + 1) / 2));                                             \
        shmem_max_reduce(SHMEM_TEAM_WORLD, &to, &from, 1);                             \
        CHECK(to == (T)n);                                                             \
    }

/* lists of its own, because the generic functions use those of the library */
#define INTS(X) X(int, int, ) X(long, long, ) X(longlong, long long, )
#define UNSIGNED(X) X(uint, unsigned int, ) X(ulong, unsigned long, ) X(ulonglong, unsigned long long, )
#define SMALL(X) X(char, char, ) X(schar, signed char, ) X(uchar, unsigned char, )
#define SHORTS(X) X(short, short, ) X(ushort, unsigned short, )
#define REALS(X) X(float, float, ) X(double, double, ) X(longdouble, long double, )

int main(void) {
    shmem_init();
    static uint64_t word, rounds;
    int me = shmem_my_pe(), n = shmem_n_pes(), next = next_pe(), last = last_pe();
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
    INTS(EACH) UNSIGNED(EACH) SMALL(EACH) SHORTS(EACH) REALS(EACH)
    INTS(ATOMIC) UNSIGNED(ATOMIC)
    UNSIGNED(BITS)
    INTS(SYNCED) UNSIGNED(SYNCED) SHORTS(SYNCED)
    INTS(REDUCED) UNSIGNED(REDUCED) SMALL(REDUCED) SHORTS(REDUCED) REALS(REDUCED)
#ifndef __cplusplus /* names of version 1.3 */
    static long old;
    CHECK(shmem_fadd(&old, 3L, me) == 0 && shmem_finc(&old, me) == 3 && shmem_cswap(&old, 4L, 5L, me) == 4);
    shmem_add(&old, 1L, me);
    shmem_inc(&old, me);
    shmem_set(&old, shmem_fetch(&old, me) + 1, me);
    CHECK(shmem_swap(&old, 0L, me) == 8);
#endif
    shmem_sync(SHMEM_TEAM_WORLD);
    shmem_finalize();
    return 0;
}
