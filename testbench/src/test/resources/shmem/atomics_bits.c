// SPDX-License-Identifier: Apache-2.0
// Bitwise atomics of each type: each PE clears and sets bits of its own in words of PE 0.
#include "check.h"

#define TYPE(W, T, F)                                                                       \
    static T W##_and = (T)-1, W##_or, W##_xor = (T)5, W##_own[64];                          \
    static void W##_test(int me, int n) {                                                   \
        T bit = (T)1 << me, got = 0, mask = 0, *own = &W##_own[me];                         \
        for (int i = 0; i < n; i++) mask |= (T)1 << i;                                      \
        shmem_##W##_atomic_and(&W##_and, (T)~bit, 0);                                       \
        shmem_##W##_atomic_or(&W##_or, bit, 0);                                             \
        shmem_##W##_atomic_xor(&W##_xor, bit, 0);                                           \
        shmem_ctx_##W##_atomic_xor(SHMEM_CTX_DEFAULT, &W##_xor, bit, 0);                    \
        CHECK(shmem_##W##_atomic_fetch_or(own, (T)12, 0) == (T)0);                          \
        CHECK(shmem_##W##_atomic_fetch_xor(own, (T)10, 0) == (T)12);                        \
        CHECK(shmem_##W##_atomic_fetch_and(own, (T)3, 0) == (T)6);                          \
        CHECK(shmem_ctx_##W##_atomic_fetch_or(SHMEM_CTX_DEFAULT, own, (T)1, 0) == (T)2);    \
        CHECK(shmem_ctx_##W##_atomic_fetch_xor(SHMEM_CTX_DEFAULT, own, (T)7, 0) == (T)3);   \
        CHECK(shmem_ctx_##W##_atomic_fetch_and(SHMEM_CTX_DEFAULT, own, (T)12, 0) == (T)4);  \
        shmem_ctx_##W##_atomic_or(SHMEM_CTX_DEFAULT, own, (T)2, 0);                         \
        shmem_ctx_##W##_atomic_and(SHMEM_CTX_DEFAULT, own, (T)6, 0);                        \
        shmem_##W##_atomic_fetch_or_nbi(&got, own, (T)1, 0);                                \
        shmem_quiet();                                                                      \
        shmem_##W##_atomic_fetch_xor_nbi(&got, own, (T)2, 0);                               \
        shmem_quiet();                                                                      \
        shmem_##W##_atomic_fetch_and_nbi(&got, own, (T)-1, 0);                              \
        shmem_quiet();                                                                      \
        CHECK(got == (T)5);                                                                 \
        shmem_ctx_##W##_atomic_fetch_or_nbi(SHMEM_CTX_DEFAULT, &got, own, (T)8, 0);         \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_fetch_xor_nbi(SHMEM_CTX_DEFAULT, &got, own, (T)1, 0);        \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_fetch_and_nbi(SHMEM_CTX_DEFAULT, &got, own, (T)8, 0);        \
        shmem_quiet();                                                                      \
        shmem_barrier_all();                                                                \
        CHECK(got == (T)12);                                                                \
        if (me == 0) CHECK(W##_and == (T)~mask && W##_or == mask && W##_xor == (T)5 && W##_own[n - 1] == (T)8); \
        shmem_barrier_all();                                                                \
    }
FL_AMO_BITS(TYPE, )
#define CALL(W, T, F) W##_test(shmem_my_pe(), shmem_n_pes());

int main(void) {
    shmem_init();
    FL_AMO_BITS(CALL, )
    shmem_finalize();
    return 0;
}
