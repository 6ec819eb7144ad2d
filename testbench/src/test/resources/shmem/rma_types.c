// SPDX-License-Identifier: Apache-2.0
// Puts and gets of each type, blocking, at once and with a context.
#include "check.h"

enum { N = 5 };
static shmem_ctx_t ctx;

#define TYPE(W, T, F)                                                                          \
    static T W##_to[4 * N], W##_from[N], W##_one[2];                                           \
    static void W##_test(int me, int next, int last) {                                         \
        T got[4 * N];                                                                          \
        for (int i = 0; i < N; i++) W##_from[i] = (T)(me * 10 + i);                            \
        shmem_##W##_put(W##_to, W##_from, N, next);                                            \
        shmem_ctx_##W##_put(ctx, W##_to + N, W##_from, N, next);                               \
        shmem_##W##_put_nbi(W##_to + 2 * N, W##_from, N, next);                                \
        shmem_ctx_##W##_put_nbi(ctx, W##_to + 3 * N, W##_from, N, next);                       \
        shmem_##W##_p(&W##_one[0], (T)(me + 3), next);                                         \
        shmem_ctx_##W##_p(ctx, &W##_one[1], (T)(me + 4), next);                                \
        shmem_barrier_all();                                                                   \
        for (int i = 0; i < 4 * N; i++) CHECK(W##_to[i] == (T)(last * 10 + i % N));            \
        CHECK(W##_one[0] == (T)(last + 3) && W##_one[1] == (T)(last + 4));                     \
        shmem_##W##_get(got, W##_from, N, next);                                               \
        shmem_ctx_##W##_get(ctx, got + N, W##_from, N, next);                                  \
        shmem_##W##_get_nbi(got + 2 * N, W##_from, N, next);                                   \
        shmem_ctx_##W##_get_nbi(ctx, got + 3 * N, W##_from, N, next);                          \
        shmem_quiet();                                                                         \
        shmem_ctx_quiet(ctx);                                                                  \
        for (int i = 0; i < 4 * N; i++) CHECK(got[i] == (T)(next * 10 + i % N));               \
        CHECK(shmem_##W##_g(&W##_from[1], next) == (T)(next * 10 + 1));                        \
        CHECK(shmem_ctx_##W##_g(ctx, &W##_from[2], last) == (T)(last * 10 + 2));               \
    }
FL_RMA(TYPE, )
#define CALL(W, T, F) W##_test(shmem_my_pe(), next_pe(), last_pe());

int main(void) {
    shmem_init();
    CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
    FL_RMA(CALL, )
    shmem_ctx_quiet(ctx);
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return 0;
}
