// SPDX-License-Identifier: Apache-2.0
// Teams: their splits, numbers and contexts, and collectives of each type in two of them.
#include "check.h"

enum { N = 3, MOST = 64 };
static shmem_team_t even; /* or, on the other PEs, the odd ones */

#define TYPE(W, T, F)                                                                                            \
    static T W##_from[N * MOST], W##_to[2 * N * MOST];                                                           \
    static void W##_test(shmem_team_t team) {                                                                    \
        int me = shmem_team_my_pe(team), size = shmem_team_n_pes(team);                                          \
        for (int i = 0; i < N * MOST; i++) W##_from[i] = (T)(me * 20 + i);                                       \
        CHECK(shmem_team_sync(team) == 0);                                                                       \
        CHECK(shmem_##W##_broadcast(team, W##_to, W##_from, N, size - 1) == 0);                                  \
        for (int i = 0; i < N; i++) CHECK(W##_to[i] == (T)((size - 1) * 20 + i));                                \
        CHECK(shmem_##W##_fcollect(team, W##_to, W##_from, N) == 0);                                             \
        for (int i = 0; i < N * size; i++) CHECK(W##_to[i] == (T)(i / N * 20 + i % N));                          \
        CHECK(shmem_##W##_collect(team, W##_to, W##_from, (size_t)(size - me)) == 0);                            \
        for (int pe = 0, at = 0; pe < size; pe++)                                                                \
            for (int i = 0; i < size - pe; i++) CHECK(W##_to[at++] == (T)(pe * 20 + i));                         \
        CHECK(shmem_##W##_alltoall(team, W##_to, W##_from, N) == 0);                                             \
        for (int i = 0; i < N * size; i++) CHECK(W##_to[i] == (T)(i / N * 20 + me * N + i % N));                 \
        CHECK(shmem_##W##_alltoalls(team, W##_to, W##_from, 1, 2, N) == 0);                                      \
        for (int i = 0; i < N * size; i++) CHECK(W##_to[i] == (T)(i / N * 20 + 2 * (me * N + i % N)));           \
    }
FL_RMA(TYPE, )
#define CALLS(W, T, F) W##_test(SHMEM_TEAM_WORLD), W##_test(even);

#define REDUCED(W, T, word, value)                                                                            \
    {                                                                                                         \
        static T source[2], dest[2];                                                                          \
        int me = shmem_team_my_pe(even), size = shmem_team_n_pes(even);                                       \
        source[0] = (T)(me + 1), source[1] = (T)3;                                                            \
        CHECK(shmem_##W##_##word##_reduce(even, dest, source, 2) == 0);                                       \
        T wanted[2] = {(T)1, (T)3};                                                                           \
        for (int pe = 1; pe < size; pe++)                                                                     \
            for (int i = 0; i < 2; i++) {                                                                     \
                T a = wanted[i], b = i ? (T)3 : (T)(pe + 1);                                                  \
                wanted[i] = (T)(value);                                                                       \
            }                                                                                                 \
        CHECK(dest[0] == wanted[0] && dest[1] == wanted[1]);                                                  \
    }
#define SUMS(W, T, F) REDUCED(W, T, sum, a + b) REDUCED(W, T, prod, a * b)
#define ORDERED(W, T, F) SUMS(W, T, F) REDUCED(W, T, min, b < a ? b : a) REDUCED(W, T, max, b > a ? b : a)
#define BITWISE(W, T, F) \
    ORDERED(W, T, F) REDUCED(W, T, and, a & b) REDUCED(W, T, or, a | b) REDUCED(W, T, xor, a ^ b)

static void memory(void) {
    static char from[3 * MOST], to[6 * MOST];
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < 3 * MOST; i++) from[i] = (char)(me * 11 + i);
    CHECK(shmem_broadcastmem(SHMEM_TEAM_WORLD, NULL, NULL, 0, 0) == 0 && shmem_fcollectmem(SHMEM_TEAM_WORLD, NULL, NULL, 0) == 0);
    CHECK(shmem_alltoallmem(SHMEM_TEAM_WORLD, NULL, NULL, 0) == 0 && shmem_int_sum_reduce(SHMEM_TEAM_WORLD, NULL, NULL, 0) == 0);
    CHECK(shmem_broadcastmem(SHMEM_TEAM_WORLD, to, from, 3, 0) == 0 && to[2] == 2);
    CHECK(shmem_fcollectmem(SHMEM_TEAM_WORLD, to, from, 3) == 0 && to[3 * n - 1] == (char)((n - 1) * 11 + 2));
    CHECK(shmem_collectmem(SHMEM_TEAM_WORLD, to, from, 2) == 0 && to[2 * n - 1] == (char)((n - 1) * 11 + 1));
    CHECK(shmem_alltoallmem(SHMEM_TEAM_WORLD, to, from, 2) == 0 && to[2 * n - 1] == (char)((n - 1) * 11 + 2 * me + 1));
    CHECK(shmem_alltoallsmem(SHMEM_TEAM_WORLD, to, from, 2, 1, 2) == 0 && to[2] == (char)(2 * me + 1));
}

static void numbers(int me, int n) {
    shmem_team_config_t config = {.num_contexts = 3}, read = {0};
    shmem_team_t all, none, x, y;
    CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == n);
    CHECK(shmem_team_n_pes(SHMEM_TEAM_SHARED) == 1 && shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, &config, SHMEM_TEAM_NUM_CONTEXTS, &all) == 0);
    CHECK(shmem_team_my_pe(all) == n - 1 - me && shmem_team_translate_pe(all, 0, SHMEM_TEAM_WORLD) == n - 1);
    CHECK(shmem_team_get_config(all, SHMEM_TEAM_NUM_CONTEXTS, &read) == 0 && read.num_contexts == 3);
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &none) != 0 && none == SHMEM_TEAM_INVALID);
    CHECK(even == SHMEM_TEAM_INVALID || shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, even) == 0);
    CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &x, NULL, 0, &y) == 0);
    CHECK(shmem_team_my_pe(x) == me % 2 && shmem_team_my_pe(y) == me / 2);
    CHECK(shmem_team_n_pes(y) == (n - me % 2 + 1) / 2 && shmem_team_n_pes(x) == (me / 2 * 2 + 1 < n ? 2 : 1));
    static int word;
    shmem_ctx_t ctx, world;
    shmem_team_t back;
    CHECK(shmem_team_create_ctx(all, SHMEM_CTX_SERIALIZED, &ctx) == 0 && shmem_ctx_create(SHMEM_CTX_NOSTORE, &world) == 0);
    CHECK(shmem_ctx_get_team(ctx, &back) == 0 && back == all && shmem_ctx_get_team(SHMEM_CTX_INVALID, &back) != 0);
    shmem_ctx_int_p(ctx, &word, me + 1, shmem_team_my_pe(all)); /* to PE n - 1 - (n - 1 - me), itself */
    shmem_ctx_quiet(ctx);
    shmem_ctx_quiet(SHMEM_CTX_INVALID);
    shmem_ctx_fence(SHMEM_CTX_INVALID);
    shmem_sync_all();
    CHECK(word == me + 1 && shmem_ctx_int_g(ctx, &word, 0) == n && shmem_ctx_int_g(world, &word, 0) == 1);
    CHECK(shmem_team_ptr(all, &word, n - 1 - me) == &word && !shmem_team_ptr(all, &word, n));
    shmem_ctx_destroy(ctx);
    shmem_ctx_destroy(world);
    shmem_ctx_destroy(SHMEM_CTX_INVALID);
    shmem_team_destroy(all);
    shmem_team_destroy(x);
    shmem_team_destroy(y);
    shmem_team_destroy(SHMEM_TEAM_WORLD);
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_team_t odd = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
    if (n > 1) shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, n / 2, NULL, 0, &odd);
    CHECK((me % 2 ? even : odd) == SHMEM_TEAM_INVALID);
    numbers(me, n);
    even = me % 2 ? odd : even;
    FL_RMA(CALLS, )
    FL_COMPLEX(SUMS, )
    FL_REALS(ORDERED, )
    FL_INTEGERS(BITWISE, )
    FL_FIXED(BITWISE, )
    memory();
    shmem_team_destroy(even);
    shmem_finalize();
    return 0;
}
