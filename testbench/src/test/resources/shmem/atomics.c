// SPDX-License-Identifier: Apache-2.0
// Atomics of each type: all PEs change words of PE 0, and the sums and single results are right.
#include "check.h"

static shmem_ctx_t ctx;

#define MOVED(W, T, F)                                                                      \
    static T W##_m[64];                                                                     \
    static void W##_moves(int me) {                                                         \
        T got = 0;                                                                          \
        shmem_##W##_atomic_set(&W##_m[me], (T)(me + 5), 0);                                 \
        shmem_quiet();                                                                      \
        CHECK(shmem_##W##_atomic_fetch(&W##_m[me], 0) == (T)(me + 5));                      \
        CHECK(shmem_##W##_atomic_swap(&W##_m[me], (T)(me + 6), 0) == (T)(me + 5));          \
        shmem_ctx_##W##_atomic_set(ctx, &W##_m[me], (T)(me + 7), 0);                        \
        shmem_quiet();                                                                      \
        CHECK(shmem_ctx_##W##_atomic_fetch(ctx, &W##_m[me], 0) == (T)(me + 7));             \
        CHECK(shmem_ctx_##W##_atomic_swap(ctx, &W##_m[me], (T)(me + 8), 0) == (T)(me + 7)); \
        shmem_##W##_atomic_fetch_nbi(&got, &W##_m[me], 0);                                  \
        shmem_quiet();                                                                      \
        CHECK(got == (T)(me + 8));                                                          \
        shmem_##W##_atomic_swap_nbi(&got, &W##_m[me], (T)1, 0);                             \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_swap_nbi(ctx, &got, &W##_m[me], (T)2, 0);                    \
        shmem_ctx_quiet(ctx);                                                               \
        shmem_ctx_##W##_atomic_fetch_nbi(ctx, &got, &W##_m[me], 0);                         \
        shmem_ctx_quiet(ctx);                                                               \
        shmem_quiet();                                                                      \
        CHECK(got == (T)2);                                                                 \
    }
#define SUMMED(W, T, F)                                                                     \
    static T W##_sum, W##_count, W##_mine[64];                                              \
    static void W##_sums(int me, int n) {                                                   \
        T got = 0;                                                                          \
        shmem_##W##_atomic_add(&W##_sum, (T)(me + 1), 0);                                   \
        shmem_ctx_##W##_atomic_add(ctx, &W##_sum, (T)(me + 1), 0);                          \
        shmem_##W##_atomic_inc(&W##_count, 0);                                              \
        shmem_ctx_##W##_atomic_inc(ctx, &W##_count, 0);                                     \
        CHECK(shmem_##W##_atomic_fetch_inc(&W##_mine[me], 0) == (T)0);                      \
        CHECK(shmem_ctx_##W##_atomic_fetch_inc(ctx, &W##_mine[me], 0) == (T)1);             \
        CHECK(shmem_##W##_atomic_fetch_add(&W##_mine[me], (T)-3, 0) == (T)2);               \
        CHECK(shmem_ctx_##W##_atomic_fetch_add(ctx, &W##_mine[me], (T)2, 0) == (T)-1);      \
        CHECK(shmem_##W##_atomic_compare_swap(&W##_mine[me], (T)9, (T)8, 0) == (T)1);       \
        CHECK(shmem_ctx_##W##_atomic_compare_swap(ctx, &W##_mine[me], (T)1, (T)8, 0) == (T)1); \
        shmem_##W##_atomic_compare_swap_nbi(&got, &W##_mine[me], (T)8, (T)10, 0);           \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_compare_swap_nbi(ctx, &got, &W##_mine[me], (T)10, (T)11, 0); \
        shmem_ctx_quiet(ctx);                                                               \
        shmem_quiet();                                                                      \
        CHECK(got == (T)10);                                                                \
        shmem_##W##_atomic_fetch_inc_nbi(&got, &W##_mine[me], 0);                           \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_fetch_inc_nbi(ctx, &got, &W##_mine[me], 0);                  \
        shmem_ctx_quiet(ctx);                                                               \
        shmem_##W##_atomic_fetch_add_nbi(&got, &W##_mine[me], (T)5, 0);                     \
        shmem_quiet();                                                                      \
        shmem_ctx_##W##_atomic_fetch_add_nbi(ctx, &got, &W##_mine[me], (T)5, 0);            \
        shmem_ctx_quiet(ctx);                                                               \
        shmem_quiet();                                                                      \
        CHECK(got == (T)18);                                                                \
        shmem_barrier_all();                                                                \
        if (me == 0) CHECK(W##_sum == (T)(n * (n + 1)) && W##_count == (T)(2 * n) && W##_mine[n - 1] == (T)23); \
        shmem_barrier_all();                                                                \
    }
FL_AMO(MOVED, )
FL_AMO_FLOAT(MOVED, )
FL_AMO(SUMMED, )
#define MOVES(W, T, F) W##_moves(shmem_my_pe());
#define SUMS(W, T, F) W##_sums(shmem_my_pe(), shmem_n_pes());

int main(void) {
    shmem_init();
    CHECK(shmem_ctx_create(0, &ctx) == 0);
    FL_AMO(MOVES, )
    FL_AMO_FLOAT(MOVES, )
    FL_AMO(SUMS, )
    shmem_finalize();
    return 0;
}
