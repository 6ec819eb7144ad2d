// SPDX-License-Identifier: Apache-2.0
// Accesses to the same bytes that nothing orders, one kind for each number; with -DRIGHT they are ordered.
#include <mpi.h>
#include <stdlib.h>

#ifdef RIGHT
#define IF_RIGHT(call) call
#define PICK(right, wrong) right
#else
#define IF_RIGHT(call) (void)0
#define PICK(right, wrong) wrong
#endif

static int *base, own[8], one = 1, rank;
static MPI_Win win;
static MPI_Group all, first, second;
static volatile int sink;

static void put(int target, int place) { MPI_Put(own, 1, MPI_INT, target, place, 1, MPI_INT, win); }
static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void source_reused(void) {
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        put(1, 0);
        IF_RIGHT(MPI_Win_flush_local(1, win));
        own[0] = 2;
    }
    MPI_Win_unlock_all(win);
}

static void got_too_early(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Get(own, 8, MPI_INT, 1, 0, 8, MPI_INT, win);
    IF_RIGHT(MPI_Win_fence(0, win));
    if (rank == 0) sink = own[5];
    MPI_Win_fence(0, win);
}

static void request_not_awaited(void) {
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(own, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        PICK(MPI_Wait(&request, MPI_STATUS_IGNORE), (void)0);
        own[0] = 2;
        PICK((void)0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Win_unlock_all(win);
}

static void two_puts(void) { /* a local flush does not end the put at the target */
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        put(1, 0);
        PICK(MPI_Win_flush(1, win), MPI_Win_flush_local(1, win));
        put(1, 0);
    }
    MPI_Win_unlock_all(win);
}

static void no_fence(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) put(2, 3);
    IF_RIGHT(MPI_Win_fence(0, win));
    if (rank == 1) put(2, 3);
    MPI_Win_fence(0, win);
}

static void barrier_without_flush(void) {
    MPI_Win_lock_all(0, win);
    if (rank == 0) put(1, 2);
    if (rank == 0) IF_RIGHT(MPI_Win_flush(1, win));
    barrier();
    if (rank == 1) sink = base[2];
    MPI_Win_unlock_all(win);
}

static void flush_without_barrier(void) {
    MPI_Win_lock_all(0, win);
    if (rank == 0) put(1, 2);
    MPI_Win_flush_all(win);
    IF_RIGHT(barrier());
    if (rank == 1) base[2] = 7;
    MPI_Win_unlock_all(win);
}

static void shared_locks(void) {
    if (rank < 2) {
        MPI_Win_lock(PICK(MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED), 2, 0, win);
        put(2, 1);
        MPI_Win_unlock(2, win);
    }
}

static void load_without_the_lock(void) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        put(1, 1);
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        IF_RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win));
        sink = base[1];
        IF_RIGHT(MPI_Win_unlock(1, win));
    }
}

static void exposed_too_long(void) { /* post, start, complete, wait */
    if (rank == 0) {
        MPI_Win_start(second, 0, win);
        put(1, 4);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(first, 0, win);
        PICK((void)0, base[4] = 1);
        MPI_Win_wait(win);
        IF_RIGHT(base[4] = 1);
    }
}

static void message_to_the_wrong_rank(void) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        put(1, 6);
        MPI_Win_unlock(1, win);
        MPI_Send(&one, 1, MPI_INT, PICK(1, 2), 0, MPI_COMM_WORLD);
    } else if (rank == PICK(1, 2)) {
        MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 1) sink = base[6];
}

static void put_and_accumulate(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1) PICK(MPI_Accumulate(own, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win), put(2, 0));
    MPI_Win_fence(0, win);
}

static void two_types(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1) MPI_Accumulate(own, 1, PICK(MPI_INT, MPI_FLOAT), 2, 0, 1, PICK(MPI_INT, MPI_FLOAT), MPI_SUM, win);
    MPI_Win_fence(0, win);
}

static void broadcast_is_no_barrier(void) {
    MPI_Win_lock_all(0, win);
    if (rank == PICK(0, 2)) put(1, 7), MPI_Win_flush(1, win);
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1) sink = base[7];
    MPI_Win_unlock_all(win);
}

static void receive_not_awaited(void) { /* its message has come while another one was awaited */
    MPI_Request request;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        put(1, 6);
        MPI_Win_unlock(1, win);
        MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IF_RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE));
        sink = base[6];
        PICK((void)0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else {
        for (double end = MPI_Wtime() + 2e-5; MPI_Wtime() < end;) continue;
        MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    static void (*const kinds[])(void) = {source_reused, got_too_early, request_not_awaited, two_puts, no_fence,
        barrier_without_flush, flush_without_barrier, shared_locks, load_without_the_lock, exposed_too_long,
        message_to_the_wrong_rank, put_and_accumulate, two_types, broadcast_is_no_barrier,
        receive_not_awaited};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){0}, &first);
    MPI_Group_incl(all, 1, (int[]){1}, &second);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 8; i++) base[i] = 0;
    barrier();
    if (argc > 1) kinds[atoi(argv[1])]();
    for (unsigned i = 0; argc < 2 && i < sizeof kinds / sizeof *kinds; i++) {
        kinds[i]();
        barrier();
    }
    barrier();
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
