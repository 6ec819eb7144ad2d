// SPDX-License-Identifier: Apache-2.0
// Waits and tests: each type, each comparison, also negative numbers and halves of words; several variables at once.
#include "check.h"

enum { N = 4 };
static int zero[N], left_out[N] = {0, 1, 0, 1}, all_out[N] = {1, 1, 1, 1};

#define TYPE(W, T, F)                                                                                     \
    static T W##_v[N];                                                                                    \
    static void W##_test(int me, int next) {                                                              \
        T ends[N];                                                                                        \
        size_t found[N];                                                                                  \
        for (int i = 0; i < N; i++) ends[i] = (T)(i + 2);                                                 \
        CHECK(!shmem_##W##_test(&W##_v[0], SHMEM_CMP_NE, (T)0));                                          \
        CHECK(!shmem_##W##_test_all(W##_v, N, zero, SHMEM_CMP_GT, (T)0));                                 \
        CHECK(shmem_##W##_test_any(W##_v, N, NULL, SHMEM_CMP_GT, (T)0) == SIZE_MAX);                      \
        CHECK(shmem_##W##_test_some(W##_v, N, found, zero, SHMEM_CMP_GT, (T)0) == 0);                     \
        CHECK(shmem_##W##_test_any(W##_v, N, all_out, SHMEM_CMP_EQ, (T)0) == SIZE_MAX);                   \
        shmem_barrier_all();                                                                              \
        for (int i = N - 1; i >= 0; i--) shmem_##W##_p(&W##_v[i], (T)(i + 2), next);                      \
        size_t first = shmem_##W##_wait_until_any(W##_v, N, left_out, SHMEM_CMP_GT, (T)0);                \
        CHECK(first == 0 || first == 2);                                                                  \
        size_t count = shmem_##W##_wait_until_some(W##_v, N, found, zero, SHMEM_CMP_GE, (T)2);            \
        CHECK(count >= 1 && count <= N);                                                                  \
        CHECK(shmem_##W##_wait_until_any_vector(W##_v, N, zero, SHMEM_CMP_EQ, ends) < N);                 \
        CHECK(shmem_##W##_wait_until_some_vector(W##_v, N, found, NULL, SHMEM_CMP_EQ, ends) >= 1);        \
        shmem_##W##_wait_until_all(W##_v, N, zero, SHMEM_CMP_NE, (T)0);                                   \
        shmem_##W##_wait_until_all_vector(W##_v, N, NULL, SHMEM_CMP_EQ, ends);                            \
        for (int i = 0; i < N; i++) CHECK(W##_v[i] == (T)(i + 2));                                        \
        CHECK(shmem_##W##_test_all(W##_v, N, zero, SHMEM_CMP_GE, (T)2));                                  \
        CHECK(shmem_##W##_test_all_vector(W##_v, N, zero, SHMEM_CMP_EQ, ends));                           \
        size_t one = shmem_##W##_test_any_vector(W##_v, N, left_out, SHMEM_CMP_EQ, ends);                 \
        size_t two = shmem_##W##_test_any(W##_v, N, left_out, SHMEM_CMP_GT, (T)0);                        \
        CHECK(one + two == 2 && one != two); /* a fair choice */                                          \
        CHECK(shmem_##W##_test_some_vector(W##_v, N, found, left_out, SHMEM_CMP_EQ, ends) == 2);          \
        CHECK(found[0] == 0 && found[1] == 2);                                                            \
        shmem_##W##_wait_until(&W##_v[1], SHMEM_CMP_LT, (T)4);                                            \
        shmem_##W##_wait_until(&W##_v[1], SHMEM_CMP_LE, (T)3);                                            \
        shmem_##W##_wait_until(&W##_v[1], SHMEM_CMP_GT, (T)2);                                            \
        shmem_barrier_all();                                                                              \
        if (me == 0) shmem_##W##_p(&W##_v[3], (T)-1, shmem_n_pes() - 1);                                  \
        if (me == shmem_n_pes() - 1) shmem_##W##_wait_until(&W##_v[3], SHMEM_CMP_EQ, (T)-1);              \
        if (me == shmem_n_pes() - 1) CHECK(shmem_##W##_test(&W##_v[3], SHMEM_CMP_LT, (T)0) == ((T)-1 < (T)1)); \
        shmem_barrier_all();                                                                              \
    }
FL_SYNC(TYPE, )
#define CALL(W, T, F) W##_test(shmem_my_pe(), next_pe());
#define OLD(W, T, F)                                               \
    shmem_barrier_all();                                           \
    shmem_##W##_p(&W##_v[0], (T)100, next_pe());                   \
    shmem_##W##_wait(&W##_v[0], (T)2);                             \
    CHECK(W##_v[0] == (T)100);

int main(void) {
    shmem_init();
    FL_SYNC(CALL, )
    FL_SYNC_PLAIN(OLD, )
    static long flag, other;
    shmem_long_p(&flag, 5, next_pe());
    (shmem_wait_until)(&flag, SHMEM_CMP_EQ, 5);
    shmem_long_p(&other, 6, next_pe());
    shmem_wait(&other, 0);
    CHECK(other == 6);
    shmem_finalize();
    return 0;
}
