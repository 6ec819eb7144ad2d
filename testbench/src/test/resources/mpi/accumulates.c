// SPDX-License-Identifier: Apache-2.0
// Accumulates of all types and operations, alone and by all ranks at once.
#include "check.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

static char memory[4096] __attribute__((aligned(16)));
static MPI_Win win;

/* two elements at rank 0, one after the other by all ranks: FIRST OP each VALUE */
#define TYPE(T, type, op, first, value, result)                                                        \
    do {                                                                                               \
        T* at = (T*)memory;                                                                            \
        at[0] = at[1] = (T)(first);                                                                    \
        OK(MPI_Win_fence(0, win));                                                                     \
        T own[2] = {(T)(value), (T)(value)};                                                           \
        OK(MPI_Accumulate(own, 2, type, 0, 0, 2, type, op, win));                                      \
        OK(MPI_Win_fence(0, win));                                                                     \
        CHECK(me || (at[0] == (T)(result) && at[1] == (T)(result)));                                   \
        OK(MPI_Win_fence(0, win));                                                                     \
    } while (0)
#define ORDERED(T, type)                                  \
    TYPE(T, type, MPI_SUM, 1, 2, 1 + 2 * ranks);          \
    TYPE(T, type, MPI_PROD, 3, 1, 3);                     \
    TYPE(T, type, MPI_MAX, 1, me + 1, ranks);             \
    TYPE(T, type, MPI_MIN, 50, me + 1, 1);                \
    TYPE(T, type, MPI_REPLACE, 50, 7, 7)
#define INTEGER(T, type)                                  \
    ORDERED(T, type);                                     \
    TYPE(T, type, MPI_LAND, 1, me != 0, 0);               \
    TYPE(T, type, MPI_LOR, 0, me == 0, 1);                \
    TYPE(T, type, MPI_LXOR, 0, 1, ranks % 2);             \
    BITS(T, type)
#define BITS(T, type)                                     \
    TYPE(T, type, MPI_BAND, 127, 127 - (1 << me), 127 - ((1 << ranks) - 1)); \
    TYPE(T, type, MPI_BOR, 64, 1 << me, 64 + (1 << ranks) - 1);              \
    TYPE(T, type, MPI_BXOR, 64, 1 << me, 64 + (1 << ranks) - 1)
#define SUMS(T, type)                                     \
    TYPE(T, type, MPI_SUM, 1, 2, 1 + 2 * ranks);          \
    TYPE(T, type, MPI_PROD, 3, 1, 3);                     \
    TYPE(T, type, MPI_REPLACE, 50, 7, 7)

#define PAIR(T, type)                                                                                     \
    do {                                                                                                  \
        struct pair { T value; int place; } *at = (struct pair*)memory, own = {(T)(me * 3), me}, found = {0, 0}; \
        *at = (struct pair){(T)5, 99};                                                                    \
        OK(MPI_Win_fence(0, win));                                                                        \
        OK(MPI_Accumulate(&own, 1, type, 0, 0, 1, type, MPI_MAXLOC, win));                                \
        OK(MPI_Win_fence(0, win));                                                                        \
        int wins = ranks > 2;                                                                             \
        CHECK(me || (at->value == (T)(wins ? 3 * ranks - 3 : 5) && at->place == (wins ? ranks - 1 : 99)));\
        OK(MPI_Get_accumulate(NULL, 0, type, &found, 1, type, 0, 0, 1, type, MPI_NO_OP, win));            \
        OK(MPI_Win_fence(0, win));                                                                        \
        CHECK(found.place == (wins ? ranks - 1 : 99));                                                    \
        OK(MPI_Accumulate(&own, 1, type, 0, 0, 1, type, MPI_MINLOC, win));                                \
        OK(MPI_Win_fence(0, win));                                                                        \
        CHECK(me || (at->value == 0 && at->place == 0));                                                  \
        OK(MPI_Win_fence(0, win));                                                                        \
    } while (0)

static void types(void) {
    INTEGER(signed char, MPI_SIGNED_CHAR);
    INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
    INTEGER(char, MPI_CHAR);
    INTEGER(short, MPI_SHORT);
    INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGER(int, MPI_INT);
    INTEGER(unsigned, MPI_UNSIGNED);
    INTEGER(long, MPI_LONG);
    INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    INTEGER(long long, MPI_LONG_LONG);
    INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    INTEGER(int8_t, MPI_INT8_T);
    INTEGER(int16_t, MPI_INT16_T);
    INTEGER(int32_t, MPI_INT32_T);
    INTEGER(int64_t, MPI_INT64_T);
    INTEGER(uint8_t, MPI_UINT8_T);
    INTEGER(uint16_t, MPI_UINT16_T);
    INTEGER(uint32_t, MPI_UINT32_T);
    INTEGER(uint64_t, MPI_UINT64_T);
    INTEGER(MPI_Aint, MPI_AINT);
    INTEGER(MPI_Offset, MPI_OFFSET);
    INTEGER(MPI_Count, MPI_COUNT);
    INTEGER(wchar_t, MPI_WCHAR);
    BITS(char, MPI_BYTE);
    ORDERED(float, MPI_FLOAT);
    ORDERED(double, MPI_DOUBLE);
    ORDERED(long double, MPI_LONG_DOUBLE);
    SUMS(float complex, MPI_C_FLOAT_COMPLEX);
    SUMS(double complex, MPI_C_DOUBLE_COMPLEX);
    SUMS(long double complex, MPI_C_LONG_DOUBLE_COMPLEX);
    TYPE(bool, MPI_C_BOOL, MPI_LXOR, 0, 1, ranks % 2);
    PAIR(float, MPI_FLOAT_INT);
    PAIR(double, MPI_DOUBLE_INT);
    PAIR(long, MPI_LONG_INT);
    PAIR(int, MPI_2INT);
    PAIR(short, MPI_SHORT_INT);
    PAIR(long double, MPI_LONG_DOUBLE_INT);
}

/* each rank draws numbers of a counter, and a list is made by swaps */
static void atomics(void) {
    memset(memory, 0, sizeof memory);
    OK(MPI_Win_fence(0, win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    OK(MPI_Win_lock_all(0, win));
    int one = 1, mine[3];
    for (int i = 0; i < 3; i++) {
        OK(MPI_Fetch_and_op(&one, &mine[i], MPI_INT, 0, 4, MPI_SUM, win));
        OK(MPI_Win_flush(0, win));
        CHECK(i == 0 || mine[i] > mine[i - 1]);
    }
    int all[3 * 64], seen = 0;
    OK(MPI_Allgather(mine, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD));
    for (int i = 0; i < 3 * ranks; i++) seen += all[i];
    CHECK(seen == 3 * ranks * (3 * ranks - 1) / 2);
    /* the order of accumulates to a place is that of the calls */
    long value = me, found = -1;
    OK(MPI_Accumulate(&value, 1, MPI_LONG, me, 16, 1, MPI_LONG, MPI_REPLACE, win));
    OK(MPI_Accumulate(&(long){10}, 1, MPI_LONG, me, 16, 1, MPI_LONG, MPI_SUM, win));
    OK(MPI_Accumulate(&(long){3}, 1, MPI_LONG, me, 16, 1, MPI_LONG, MPI_PROD, win));
    OK(MPI_Get_accumulate(&(long){1}, 1, MPI_LONG, &found, 1, MPI_LONG, me, 16, 1, MPI_LONG, MPI_SUM, win));
    OK(MPI_Win_flush(me, win));
    CHECK(found == 3 * (me + 10));
    OK(MPI_Fetch_and_op(NULL, &found, MPI_LONG, me, 16, MPI_NO_OP, win));
    OK(MPI_Win_flush(me, win));
    CHECK(found == 3 * (me + 10) + 1);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    /* one rank is the first to swap, for elements of each size */
    OK(MPI_Win_lock_all(0, win));
#define SWAP(T, type, place)                                                               \
    do {                                                                                   \
        T mine_ = (T)(me + 1), zero = 0, got = 77;                                         \
        OK(MPI_Compare_and_swap(&mine_, &zero, &got, type, ranks - 1, place, win));         \
        OK(MPI_Win_flush(ranks - 1, win));                                                 \
        int first = got == 0, firsts = 0;                                                  \
        OK(MPI_Allreduce(&first, &firsts, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));           \
        CHECK(firsts == 1);                                                                \
    } while (0)
    SWAP(long, MPI_LONG, 64);
    SWAP(int, MPI_INT, 76);
    SWAP(short, MPI_SHORT, 82);
    SWAP(char, MPI_BYTE, 91);
    OK(MPI_Win_unlock_all(win));
}

/* halves of a word: one by the program, the other by others */
static void neighbours(void) {
    int* at = (int*)memory + 32;
    at[0] = at[1] = 0;
    OK(MPI_Win_fence(0, win));
    int one = 1;
    OK(MPI_Accumulate(&one, 1, MPI_INT, next_rank(), 128, 1, MPI_INT, MPI_SUM, win));
    at[1] = 5;
    OK(MPI_Win_fence(0, win));
    CHECK(at[0] == 1 && at[1] == 5);
    OK(MPI_Win_fence(0, win));
}

/* many elements, and more than one for a word */
static void arrays(void) {
    enum { N = 500 };
    static int values[N], found[N];
    int* at = (int*)memory;
    for (int i = 0; i < N; i++) at[i] = i, values[i] = i + me;
    OK(MPI_Win_fence(0, win));
    OK(MPI_Accumulate(values, N, MPI_INT, 0, 0, N, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; me == 0 && i < N; i++) CHECK(at[i] == i + i * ranks + ranks * (ranks - 1) / 2);
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get_accumulate(values, N, MPI_INT, found, N, MPI_INT, next_rank(), 0, N, MPI_INT, MPI_REPLACE, win));
    OK(MPI_Win_fence(0, win));
    for (int i = 0; i < N; i++) CHECK(at[i] == i + last_rank());
    for (int i = 0; next_rank() && i < N; i++) CHECK(found[i] == i);
}

int main(void) {
    begin();
    OK(MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_fence(0, win));
    types();
    neighbours();
    arrays();
    atomics();
    OK(MPI_Win_free(&win));
    OK(MPI_Finalize());
    return 0;
}
