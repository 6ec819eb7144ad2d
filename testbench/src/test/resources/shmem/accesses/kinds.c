// SPDX-License-Identifier: Apache-2.0
// Accesses to the same bytes that nothing orders, one kind for each number; with -DRIGHT they are ordered.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RIGHT
#define IF_RIGHT(call) call
#define PICK(right, wrong) right
#else
#define IF_RIGHT(call) (void)0
#define PICK(right, wrong) wrong
#endif

static long data[8], other[8], flag, word, lock, result[8];
static int half;
static uint64_t signal_word;
static shmem_ctx_t ctx;
static volatile long sink;

static void source_reused(int me) {
    if (me) return;
    shmem_long_put_nbi(data, other, 8, 1);
    IF_RIGHT(shmem_quiet());
    other[3] = 1;
}

static void got_too_early(int me) {
    if (me) return;
    shmem_long_get_nbi(other, data, 8, 1);
    IF_RIGHT(shmem_quiet());
    sink = other[2];
}

static void fetched_too_early(int me) {
    static long old;
    if (me) return;
    shmem_long_atomic_fetch_add_nbi(&old, &word, 1, 1);
    IF_RIGHT(shmem_quiet());
    sink = old;
}

static void two_puts(int me) {
    if (me) return;
    shmem_long_p(&data[0], 1, 1);
    IF_RIGHT(shmem_fence());
    shmem_long_p(&data[0], 2, 1);
}

static void get_then_put(int me) { /* a fence does not order gets */
    if (me) return;
    shmem_long_get_nbi(other, data, 8, 1);
    PICK(shmem_quiet(), shmem_fence());
    shmem_long_p(&data[5], 2, 1);
}

static void wrong_context(int me) {
    if (me) return;
    shmem_ctx_long_p(ctx, &data[0], 1, 1);
    PICK(shmem_ctx_quiet(ctx), shmem_quiet());
    shmem_ctx_long_p(ctx, &data[0], 2, 1);
}

static void no_barrier(int me) {
    if (me == 0) shmem_long_put(data, other, 8, 1);
    IF_RIGHT(shmem_barrier_all());
    if (me == 1) data[7] = 4;
}

static void sync_without_quiet(int me) {
    if (me == 0) shmem_long_put(data, other, 8, 1);
    PICK(shmem_barrier_all(), shmem_sync_all());
    if (me == 1) sink = data[1];
}

static void flag_without_fence(int me) {
    if (me == 0) {
        shmem_long_put(data, other, 8, 1);
        IF_RIGHT(shmem_fence());
        shmem_long_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        sink = data[0];
    }
}

static void read_before_the_signal(int me) {
    if (me == 0) {
        shmem_long_put_signal(data, other, 8, &signal_word, 1, SHMEM_SIGNAL_ADD, 1);
    } else if (me == 1) {
        PICK((void)0, sink = data[0]);
        shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE, 1);
        IF_RIGHT(sink = data[0]);
    }
}

static void signal_of_another_put(int me) { /* a signal says nothing of the put before its own */
    if (me == 0) {
        PICK((void)0, shmem_long_put(data, other, 1, 1));
        shmem_long_put_signal(data + 1, other, 7, &signal_word, 1, SHMEM_SIGNAL_ADD, 1);
    } else if (me == 1) {
        shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE, 1);
        sink = data[0];
    }
}

static void no_lock(int me) {
    if (me > 1) return;
    PICK(shmem_set_lock(&lock), (void)lock);
    shmem_long_p(&word, shmem_long_g(&word, 2) + 1, 2);
    PICK(shmem_clear_lock(&lock), (void)0);
}

static void not_atomic(int me) {
    if (me == 0) shmem_long_atomic_inc(&word, 2);
    if (me == 1) PICK(shmem_long_atomic_set(&word, 7, 2), shmem_long_p(&word, 7, 2));
}

static void two_types(int me) {
    if (me == 0) shmem_int_atomic_inc(&half, 2);
    if (me == 1) PICK(shmem_int_atomic_inc(&half, 2), shmem_float_atomic_set((float*)&half, 1, 2));
}

static void strided(int me) {
    if (me == 0) shmem_long_iput(data, other, 2, 1, 4, 1);
    if (me == 1) data[PICK(3, 4)] = 1;
}

static void copied(int me) {
    if (me == 0) shmem_long_put(data, other, 4, 1);
    if (me == 1) memcpy(other, data + PICK(4, 3), 4 * sizeof *data);
}

static void operand_of_a_reduction(int me) {
    if (me == 0) shmem_long_p(&data[1], 1, 1);
    IF_RIGHT(shmem_barrier_all());
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, result, data, 8);
}

static void broadcast_is_no_barrier(int me) { /* it orders what the root did, and not what others did */
    if (me == PICK(0, 1)) other[0] = 1;
    shmem_long_broadcast(SHMEM_TEAM_WORLD, result, data, 1, 0);
    if (me == 2) sink = shmem_long_g(&other[0], PICK(0, 1));
}

int main(int argc, char** argv) {
    static void (*const kinds[])(int) = {source_reused, got_too_early, fetched_too_early, two_puts, get_then_put,
        wrong_context, no_barrier, sync_without_quiet, flag_without_fence, read_before_the_signal,
        signal_of_another_put, no_lock, not_atomic, two_types, strided, copied, operand_of_a_reduction,
        broadcast_is_no_barrier};
    shmem_init();
    shmem_ctx_create(0, &ctx);
    shmem_barrier_all();
    if (argc > 1) kinds[atoi(argv[1])](shmem_my_pe());
    for (unsigned i = 0; argc < 2 && i < sizeof kinds / sizeof *kinds; i++) {
        flag = signal_word = 0;
        shmem_barrier_all();
        kinds[i](shmem_my_pe());
        shmem_barrier_all();
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
