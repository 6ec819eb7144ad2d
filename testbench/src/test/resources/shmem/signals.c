// SPDX-License-Identifier: Apache-2.0
// Puts with a signal, which comes behind the data: each type and width, set and added.
#include "check.h"

enum { N = 3 };
static uint64_t signal_word, sum, expected;

#define WAITED (shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE, expected) == expected)
#define ONE(put, T, to, from)                                                                  \
    for (int i = 0; i < N; i++) from[i] = (T)(me + i);                                         \
    shmem_barrier_all();                                                                       \
    put(to, from, N, &signal_word, ++expected, SHMEM_SIGNAL_SET, next);                        \
    CHECK(WAITED);                                                                             \
    shmem_quiet();                                                                             \
    for (int i = 0; i < N; i++) CHECK(to[i] == (T)(last + i));
#define ONE_CTX(put, T, to, from)                                                                  \
    for (int i = 0; i < N; i++) from[i] = (T)(me + i);                                         \
    shmem_barrier_all();                                                                       \
    put(SHMEM_CTX_DEFAULT, to, from, N, &signal_word, ++expected, SHMEM_SIGNAL_SET, next);                        \
    CHECK(WAITED);                                                                             \
    shmem_quiet();                                                                             \
    for (int i = 0; i < N; i++) CHECK(to[i] == (T)(last + i));
#define TYPE(W, T, F)                                                                          \
    {                                                                                          \
        static T to[N], from[N];                                                               \
        ONE(shmem_##W##_put_signal, T, to, from)                                               \
        ONE(shmem_##W##_put_signal_nbi, T, to, from)                                           \
        ONE_CTX(shmem_ctx_##W##_put_signal, T, to, from)                                       \
        ONE_CTX(shmem_ctx_##W##_put_signal_nbi, T, to, from)                                   \
    }
#define BITS(W, bytes, F) WIDTH(W, bytes)
#define WIDTH(W, bytes)                                                                        \
    {                                                                                          \
        static char to[N * bytes], from[N * bytes];                                            \
        memset(from, me + bytes, sizeof from);                                                 \
        shmem_barrier_all();                                                                   \
        shmem_put##W##_signal(to, from, N, &signal_word, 1, SHMEM_SIGNAL_ADD, next);           \
        ++expected;                                                                            \
        CHECK(WAITED && to[0] == (char)(last + bytes) && to[N * bytes - 1] == to[0]);          \
        shmem_barrier_all();                                                                   \
        shmem_put##W##_signal_nbi(to, from, N, &signal_word, 1, SHMEM_SIGNAL_ADD, next);       \
        shmem_quiet();                                                                         \
        shmem_ctx_put##W##_signal(SHMEM_CTX_DEFAULT, to, from, N, &signal_word, 1, SHMEM_SIGNAL_ADD, next);     \
        shmem_quiet();                                                                         \
        shmem_ctx_put##W##_signal_nbi(SHMEM_CTX_DEFAULT, to, from, N, &signal_word, 1, SHMEM_SIGNAL_ADD, next); \
        expected += 3;                                                                         \
        CHECK(WAITED);                                                                         \
    }

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), next = next_pe(), last = last_pe();
    FL_RMA(TYPE, )
    FL_WIDTHS(BITS, )
    WIDTH(mem, 1)
    CHECK(shmem_signal_fetch(&signal_word) == expected);
    shmem_barrier_all();
    shmem_signal_set(&signal_word, 1000, next);
    shmem_signal_add(&sum, 7, 0);
    shmem_signal_wait_until(&signal_word, SHMEM_CMP_EQ, 1000);
    shmem_barrier_all();
    if (me == 0) CHECK(shmem_signal_fetch(&sum) == 7u * (unsigned)shmem_n_pes());
    shmem_finalize();
    return 0;
}
