// SPDX-License-Identifier: Apache-2.0
// Collectives over active sets: all PEs, the even ones, and the last one alone.
#include "check.h"

enum { N = 3, MOST = 64 };
static long sync_words[SHMEM_SYNC_SIZE];
static int32_t from32[N * MOST], to32[2 * N * MOST];
static int64_t from64[N * MOST], to64[2 * N * MOST];

#define COLLECTIVES(W)                                                                                             \
    static void test##W(int start, int log_stride, int size) {                                                     \
        int me = shmem_my_pe(), stride = 1 << log_stride, index = (me - start) / stride;                           \
        for (int i = 0; i < N * MOST; i++) from##W[i] = me * 1000 + i;                                             \
        memset(to##W, 255, sizeof to##W);                                                                          \
        shmem_sync(start, log_stride, size, sync_words);                                                           \
        shmem_broadcast##W(to##W, from##W, N, size - 1, start, log_stride, size, sync_words);                      \
        int root = start + (size - 1) * stride;                                                                    \
        for (int i = 0; i < N; i++) CHECK(to##W[i] == (me == root ? -1 : root * 1000 + i));                        \
        shmem_fcollect##W(to##W, from##W, N, start, log_stride, size, sync_words);                                 \
        for (int i = 0; i < N * size; i++) CHECK(to##W[i] == (start + i / N * stride) * 1000 + i % N);             \
        shmem_collect##W(to##W, from##W, (size_t)index % 3, start, log_stride, size, sync_words);                  \
        for (int pe = 0, at = 0; pe < size; pe++)                                                                  \
            for (int i = 0; i < pe % 3; i++) CHECK(to##W[at++] == (start + pe * stride) * 1000 + i);               \
        shmem_alltoall##W(to##W, from##W, N, start, log_stride, size, sync_words);                                 \
        for (int i = 0; i < N * size; i++) CHECK(to##W[i] == (start + i / N * stride) * 1000 + index * N + i % N); \
        shmem_alltoalls##W(to##W, from##W, 2, 1, N, start, log_stride, size, sync_words);                          \
        for (int i = 0; i < N * size; i++) CHECK(to##W[2 * i] == (start + i / N * stride) * 1000 + index * N + i % N); \
        shmem_barrier(start, log_stride, size, sync_words);                                                        \
    }
COLLECTIVES(32)
COLLECTIVES(64)

#define REDUCED(W, T, word, value, ...)                                                                       \
    {                                                                                                         \
        static T source[2], dest[2], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];                                     \
        source[0] = (T)(me + 1), source[1] = (T)2;                                                            \
        shmem_##W##_##word##_to_all(dest, source, 2, 0, 0, n, work, sync_words);                              \
        T wanted[2] = {(T)1, (T)2};                                                                           \
        for (int pe = 1; pe < n; pe++)                                                                        \
            for (int i = 0; i < 2; i++) {                                                                     \
                T a = wanted[i], b = i ? (T)2 : (T)(pe + 1);                                                  \
                wanted[i] = (T)(value);                                                                       \
            }                                                                                                 \
        CHECK(dest[0] == wanted[0] && dest[1] == wanted[1]);                                                  \
        shmem_barrier_all();                                                                                  \
        shmem_##W##_##word##_to_all(source, source, 2, 0, 0, n, work, sync_words);                            \
        CHECK(source[0] == wanted[0] && source[1] == wanted[1]);                                              \
        shmem_barrier_all();                                                                                  \
    }
#define SUMS(W, T, F) REDUCED(W, T, sum, a + b) REDUCED(W, T, prod, a * b)
#define ORDERED(W, T, F) SUMS(W, T, F) REDUCED(W, T, min, b < a ? b : a) REDUCED(W, T, max, b > a ? b : a)
#define BITWISE(W, T, F) \
    ORDERED(W, T, F) REDUCED(W, T, and, a & b) REDUCED(W, T, or, a | b) REDUCED(W, T, xor, a ^ b)

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++) sync_words[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    test32(0, 0, n);
    if (me % 2 == 0) test64(0, 1, (n + 1) / 2);
    if (me == n - 1) test32(n - 1, 0, 1);
    shmem_barrier_all();
    FL_COMPLEX(SUMS, )
    FL_REALS(ORDERED, )
    FL_TO_ALL_INT(BITWISE, )
    shmem_finalize();
    return 0;
}
