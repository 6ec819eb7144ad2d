// SPDX-License-Identifier: Apache-2.0
// Strided puts and gets of each type; with a negative stride, too.
#include "check.h"

enum { N = 4 };

#define TYPE(W, T, F)                                                                       \
    static T W##_from[2 * N], W##_to[3 * N], W##_other[N];                                   \
    static void W##_test(int me, int next, int last) {                                      \
        T got[2 * N];                                                                       \
        for (int i = 0; i < 2 * N; i++) W##_from[i] = (T)(me * 9 + i), got[i] = (T)1;       \
        shmem_barrier_all();                                                                \
        shmem_##W##_iput(W##_to, W##_from, 3, 2, N, next);                                  \
        shmem_ctx_##W##_iput(SHMEM_CTX_DEFAULT, W##_other + N - 1, W##_from, -1, 1, N, next); \
        shmem_barrier_all();                                                                \
        for (int i = 0; i < N; i++) CHECK(W##_to[3 * i] == (T)(last * 9 + 2 * i));          \
        for (int i = 0; i < N; i++) CHECK(W##_other[N - 1 - i] == (T)(last * 9 + i));       \
        CHECK(W##_to[1] == (T)0 && W##_to[2] == (T)0);                                      \
        shmem_##W##_iget(got, W##_from, 1, 2, N, next);                                     \
        shmem_ctx_##W##_iget(SHMEM_CTX_DEFAULT, got + N, W##_from, 1, 1, N, last);          \
        for (int i = 0; i < N; i++) CHECK(got[i] == (T)(next * 9 + 2 * i) && got[N + i] == (T)(last * 9 + i)); \
        shmem_barrier_all();                                                                \
    }
FL_RMA(TYPE, )
#define CALL(W, T, F) W##_test(shmem_my_pe(), next_pe(), last_pe());

int main(void) {
    shmem_init();
    FL_RMA(CALL, )
    shmem_finalize();
    return 0;
}
