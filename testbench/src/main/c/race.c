// SPDX-License-Identifier: Apache-2.0
// What a program that was compiled with --race loads and stores. The compiler calls these functions before each access
// that it does not see to be private. What an instruction accesses in one piece between two calls is one entry.
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "fairlead/calls.h"

#define FROM __builtin_return_address(0)
enum { PLACES = 1 << 12, MOST = 1 << 20, SPIN = 1 << 16 };

static struct fl_access *seen, *taken; /* since the last call, and before it */
static size_t count, room, room_taken;
static unsigned again; /* accesses in a row that an instruction had done before */
static uint32_t last[PLACES]; /* number in `seen` of the last entry of an instruction */
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void note(uintptr_t first, size_t bytes, int writes, void* from) {
    if (!fl_watches || fl_inside || bytes == 0) return;
    if (count == MOST || again == SPIN) time(NULL), again = 0; /* a call, with which they go, and others go on */
    uintptr_t place = (uintptr_t)from, end = first + bytes;
    while (atomic_flag_test_and_set(&busy)) continue;
    uint32_t* slot = &last[(place ^ place >> 12) % PLACES];
    struct fl_access* old = seen + *slot;
    if (*slot < count && old->from == place && old->writes == (uintptr_t)writes && first <= old->end && end >= old->first) {
        again = old->first <= first && end <= old->end ? again + 1 : 0;
        old->first = first < old->first ? first : old->first;
        old->end = end > old->end ? end : old->end;
    } else {
        if (count == room) seen = realloc(seen, (room = room ? 2 * room : PLACES) * sizeof *seen);
        if (!seen) abort();
        *slot = (uint32_t)count;
        seen[count++] = (struct fl_access){place, first, end, (uintptr_t)writes};
    }
    atomic_flag_clear(&busy);
}

int64_t fl_take_accesses(int64_t* place) {
    while (atomic_flag_test_and_set(&busy)) continue;
    struct fl_access* all = seen;
    size_t other = room, number = count;
    seen = taken, room = room_taken, taken = all, room_taken = other, count = 0;
    *place = (int64_t)all;
    atomic_flag_clear(&busy);
    return (int64_t)number;
}

#define ACCESS(name, bytes)                                                                  \
    void __tsan_##name##read##bytes(void* at) { note((uintptr_t)at, bytes, 0, FROM); }       \
    void __tsan_##name##write##bytes(void* at) { note((uintptr_t)at, bytes, 1, FROM); }
#define KINDS(bytes) ACCESS(, bytes) ACCESS(unaligned_, bytes) ACCESS(volatile_, bytes)
KINDS(1) KINDS(2) KINDS(4) KINDS(8) KINDS(16)
void __tsan_init(void) {}
void __tsan_func_entry(void* from) { (void)from; }
void __tsan_func_exit(void) {}
void __tsan_read_range(void* at, size_t bytes) { note((uintptr_t)at, bytes, 0, FROM); }
void __tsan_write_range(void* at, size_t bytes) { note((uintptr_t)at, bytes, 1, FROM); }
void __tsan_vptr_read(void* at) { note((uintptr_t)at, sizeof at, 0, FROM); }
void __tsan_vptr_update(void* at, void* table) { (void)table, note((uintptr_t)at, sizeof at, 1, FROM); }
void __tsan_atomic_thread_fence(int order) { (void)order, atomic_thread_fence(memory_order_seq_cst); }
void __tsan_atomic_signal_fence(int order) { (void)order, atomic_signal_fence(memory_order_seq_cst); }

#define CHANGE(T, bits, word)                                                      \
    T __tsan_atomic##bits##_##word(volatile T* at, T value, int order) {           \
        (void)order, note((uintptr_t)at, sizeof *at, 1, FROM);                     \
        return __atomic_##word(at, value, __ATOMIC_SEQ_CST);                       \
    }
#define COMPARE(T, bits, word)                                                                        \
    int __tsan_atomic##bits##_##word(volatile T* at, T* old, T value, int order, int other) {         \
        (void)order, (void)other, note((uintptr_t)at, sizeof *at, 1, FROM);                           \
        return __atomic_compare_exchange_n(at, old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
    }
#define ATOMICS(T, bits)                                                                              \
    T __tsan_atomic##bits##_load(const volatile T* at, int order) {                                   \
        (void)order, note((uintptr_t)at, sizeof *at, 0, FROM);                                        \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                 \
    void __tsan_atomic##bits##_store(volatile T* at, T value, int order) {                            \
        (void)order, note((uintptr_t)at, sizeof *at, 1, FROM);                                        \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                 \
    CHANGE(T, bits, fetch_add) CHANGE(T, bits, fetch_sub) CHANGE(T, bits, fetch_and)                  \
    CHANGE(T, bits, fetch_or) CHANGE(T, bits, fetch_xor) CHANGE(T, bits, fetch_nand)                  \
    T __tsan_atomic##bits##_exchange(volatile T* at, T value, int order) {                            \
        (void)order, note((uintptr_t)at, sizeof *at, 1, FROM);                                        \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                      \
    }                                                                                                 \
    COMPARE(T, bits, compare_exchange_strong) COMPARE(T, bits, compare_exchange_weak)
ATOMICS(uint8_t, 8) ATOMICS(uint16_t, 16) ATOMICS(uint32_t, 32) ATOMICS(uint64_t, 64)

/* The compiler does not see what these access. */
void* __real_memcpy(void* to, const void* from, size_t bytes);
void* __real_memmove(void* to, const void* from, size_t bytes);
void* __real_memset(void* to, int value, size_t bytes);
void* __wrap_memcpy(void* to, const void* from, size_t bytes) {
    note((uintptr_t)from, bytes, 0, FROM), note((uintptr_t)to, bytes, 1, FROM);
    return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, size_t bytes) {
    note((uintptr_t)from, bytes, 0, FROM), note((uintptr_t)to, bytes, 1, FROM);
    return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, size_t bytes) {
    note((uintptr_t)to, bytes, 1, FROM);
    return __real_memset(to, value, bytes);
}
