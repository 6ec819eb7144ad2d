// SPDX-License-Identifier: Apache-2.0
// Puts and gets of elements of so many bits, and of bytes; also apart from each other.
#include "check.h"

enum { N = 6, MOST = N * 16 };
static unsigned char from[2 * MOST], to[4 * MOST], apart[2 * MOST];
static unsigned char got[4 * MOST];

static void fill(int me) {
    for (int i = 0; i < 2 * MOST; i++) from[i] = (unsigned char)(me * 7 + i);
    memset(to, 0, sizeof to);
    memset(apart, 255, sizeof apart);
    shmem_barrier_all();
}

static void holds(const unsigned char* where, int pe, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) CHECK(where[i] == (unsigned char)(pe * 7 + (int)i));
}

#define MOVES(W, bytes)                                                                 \
    fill(me);                                                                           \
    shmem_put##W(to, from, N, next);                                                    \
    shmem_ctx_put##W(SHMEM_CTX_DEFAULT, to + MOST, from, N, next);                      \
    shmem_put##W##_nbi(to + 2 * MOST, from, N, next);                                   \
    shmem_ctx_put##W##_nbi(SHMEM_CTX_DEFAULT, to + 3 * MOST, from, N, next);            \
    shmem_barrier_all();                                                                \
    for (int i = 0; i < 4; i++) holds(to + i * MOST, last, N * bytes);                  \
    shmem_get##W(got, from, N, next);                                                   \
    shmem_ctx_get##W(SHMEM_CTX_DEFAULT, got + MOST, from, N, next);                     \
    shmem_get##W##_nbi(got + 2 * MOST, from, N, next);                                  \
    shmem_ctx_get##W##_nbi(SHMEM_CTX_DEFAULT, got + 3 * MOST, from, N, next);           \
    shmem_quiet();                                                                      \
    for (int i = 0; i < 4; i++) holds(got + i * MOST, next, N * bytes);                 \
    shmem_barrier_all();

/* every second element of the source to every element of dest, and back */
#define STRIDED(W, bytes, F)                                                            \
    MOVES(W, bytes)                                                                     \
    fill(me);                                                                           \
    shmem_iput##W(apart, from, 1, 2, N, next);                                          \
    shmem_ctx_iput##W(SHMEM_CTX_DEFAULT, apart + MOST, from, 1, 2, N, next);            \
    shmem_barrier_all();                                                                \
    for (int i = 0; i < N * bytes; i++) {                                               \
        int place = i / bytes * 2 * bytes + i % bytes;                                  \
        CHECK(apart[i] == (unsigned char)(last * 7 + place) && apart[MOST + i] == apart[i]); \
    }                                                                                   \
    memset(got, 255, sizeof got);                                                       \
    shmem_iget##W(got, from, 2, 1, N, next);                                            \
    shmem_ctx_iget##W(SHMEM_CTX_DEFAULT, got + 2 * MOST, from, 2, 1, N, next);          \
    for (int i = 0; i < N * bytes; i++) {                                               \
        int place = i / bytes * 2 * bytes + i % bytes;                                  \
        CHECK(got[place] == (unsigned char)(next * 7 + i) && got[2 * MOST + place] == got[place]); \
    }                                                                                   \
    CHECK(got[bytes] == 255);                                                           \
    shmem_barrier_all();

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), next = next_pe(), last = last_pe();
    MOVES(mem, 1)
    FL_WIDTHS(STRIDED, )
    shmem_finalize();
    return 0;
}
