// SPDX-License-Identifier: Apache-2.0
// Windows of each kind with fences: puts and gets, attributes, names, groups, and what is shared.
#include "check.h"

enum { N = 20000 };
static long given[N];

static void attributes(MPI_Win win, void* base, MPI_Aint bytes, int unit, int flavor) {
    void* value;
    int flag, length, result;
    OK(MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag));
    CHECK(flag && value == base);
    OK(MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag));
    CHECK(flag && *(MPI_Aint*)value == bytes);
    OK(MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag));
    CHECK(flag && *(int*)value == unit);
    OK(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag));
    CHECK(flag && *(int*)value == flavor);
    OK(MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag));
    CHECK(flag && *(int*)value == MPI_WIN_UNIFIED);
    char name[MPI_MAX_OBJECT_NAME];
    OK(MPI_Win_get_name(win, name, &length));
    CHECK(length == 0);
    OK(MPI_Win_set_name(win, "mine"));
    OK(MPI_Win_get_name(win, name, &length));
    CHECK(!strcmp(name, "mine"));
    MPI_Group group, all;
    OK(MPI_Win_get_group(win, &group));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &all));
    OK(MPI_Group_compare(group, all, &result));
    CHECK(result == MPI_IDENT);
    MPI_Info info;
    OK(MPI_Win_set_info(win, MPI_INFO_NULL));
    OK(MPI_Win_get_info(win, &info));
    OK(MPI_Info_free(&info));
}

static void created(void) {
    MPI_Win win;
    long got[4] = {0}, mine = 1000 + me;
    for (int i = 0; i < N; i++) given[i] = i;
    /* rank i gives i + 100 elements */
    MPI_Aint bytes = (100 + me) * (MPI_Aint)sizeof(long);
    OK(MPI_Win_create(given, bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    attributes(win, given, bytes, sizeof(long), MPI_WIN_FLAVOR_CREATE);
    OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    OK(MPI_Put(&mine, 1, MPI_LONG, next_rank(), 99 + next_rank(), 1, MPI_LONG, win));
    OK(MPI_Get(got, 4, MPI_LONG, next_rank(), 10, 4, MPI_LONG, win));
    OK(MPI_Put(&mine, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < 4; i++) CHECK(got[i] == 10 + i);
    CHECK(given[99 + me] == 1000 + last_rank());
    /* what the program stores between fences is seen, and bytes are single */
    given[5] = me;
    OK(MPI_Win_fence(0, win));
    char part[3];
    OK(MPI_Get(got, 1, MPI_LONG, last_rank(), 5, 1, MPI_LONG, win));
    OK(MPI_Get(part, 3, MPI_BYTE, last_rank(), 6, 3, MPI_BYTE, win));
    OK(MPI_Win_fence(MPI_MODE_NOSTORE, win));
    CHECK(got[0] == last_rank() && part[0] == 6 && part[1] == 0);
    char odd[5] = {1, 2, 3, 4, 5};
    OK(MPI_Put(odd, 5, MPI_CHAR, next_rank(), 7, 5, MPI_CHAR, win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    CHECK(!memcmp(&given[7], odd, 5) && given[7] == 0x0504030201);
    OK(MPI_Win_free(&win));
    CHECK(win == MPI_WIN_NULL);
}

/* more than a frame of 64 KiB, in memory that each rank has elsewhere */
static void allocated(void) {
    long* base;
    long* other = malloc(64 + 4096 * (size_t)me);
    MPI_Win win;
    OK(MPI_Win_allocate(N * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    attributes(win, base, N * sizeof(long), sizeof(long), MPI_WIN_FLAVOR_ALLOCATE);
    for (int i = 0; i < N; i++) given[i] = i * (me + 1L), base[i] = -1;
    OK(MPI_Win_fence(0, win));
    OK(MPI_Put(given, N, MPI_LONG, next_rank(), 0, N, MPI_LONG, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(base[i] == i * (last_rank() + 1L));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get(given, N, MPI_LONG, last_rank(), 0, N, MPI_LONG, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(given[i] == i * ((me + 2L * ranks - 2) % ranks + 1L));
    OK(MPI_Win_free(&win));
    free(other);
}

static void dynamic(void) {
    MPI_Win win;
    MPI_Aint mine, there;
    static int here[8];
    for (int i = 0; i < 8; i++) here[i] = 8 * me + i;
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    attributes(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
    int* more = malloc(64);
    OK(MPI_Win_attach(win, here, sizeof here / 2)); /* an access may span both */
    OK(MPI_Win_attach(win, here + 4, sizeof here / 2));
    OK(MPI_Win_attach(win, more, 64));
    OK(MPI_Get_address(here, &mine));
    OK(MPI_Sendrecv(&mine, 1, MPI_AINT, last_rank(), 0, &there, 1, MPI_AINT, next_rank(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    int got = -1, both[4], value = -5 - me;
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get(&got, 1, MPI_INT, next_rank(), MPI_Aint_add(there, 12), 1, MPI_INT, win));
    OK(MPI_Get(both, 4, MPI_INT, next_rank(), MPI_Aint_add(there, 8), 4, MPI_INT, win));
    OK(MPI_Put(&value, 1, MPI_INT, next_rank(), there, 1, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    CHECK(both[0] == 8 * next_rank() + 2 && both[3] == 8 * next_rank() + 5);
    CHECK(got == 8 * next_rank() + 3 && here[0] == -5 - last_rank());
    OK(MPI_Win_detach(win, here));
    OK(MPI_Win_detach(win, here + 4));
    OK(MPI_Win_detach(win, more));
    OK(MPI_Win_free(&win));
    free(more);
}

static void shared(void) {
    MPI_Win win;
    MPI_Comm node;
    MPI_Aint bytes;
    int *base, *found, unit;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, node, &base, &win));
    OK(MPI_Win_shared_query(win, 0, &bytes, &unit, &found));
    CHECK(bytes == 16 && unit == 4 && found == base);
    OK(MPI_Win_lock_all(0, win));
    base[1] = me;
    OK(MPI_Win_sync(win));
    int got = -1;
    OK(MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win));
    OK(MPI_Win_unlock_all(win));
    CHECK(got == me);
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&node));
}

/* windows come and go, of which some are empty */
static void many(void) {
    for (int i = 0; i < 40; i++) {
        int value = me + i, *base;
        MPI_Win win;
        MPI_Aint bytes = (me + i) % 3 == 0 ? 0 : 4 + 5000 * i;
        OK(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
        OK(MPI_Win_fence(0, win));
        if ((next_rank() + i) % 3) OK(MPI_Put(&value, 1, MPI_INT, next_rank(), 5000 * i, 1, MPI_INT, win));
        OK(MPI_Win_fence(0, win));
        if (bytes) CHECK(*(int*)((char*)base + 5000 * i) == last_rank() + i);
        OK(MPI_Win_free(&win));
    }
}

int main(void) {
    begin();
    created();
    allocated();
    dynamic();
    shared();
    many();
    OK(MPI_Finalize());
    return 0;
}
