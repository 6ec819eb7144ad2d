/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All functions of the library, each with its body. shmem.h makes their prototypes of this list, where FL_D leaves out the
 * body, and shmem.c the functions. FL_D(result, name, parameters, body); FL_C makes also the function with a context, which
 * only says of which team `pe` is a number: what is completed or ordered for all contexts is so for one.
 */
#define FL_STRIP(...) __VA_ARGS__
#define FL_C(R, name, parameters, ...)             \
    FL_D(R, shmem_##name, parameters, __VA_ARGS__) \
    FL_D(R, shmem_ctx_##name, (shmem_ctx_t ctx, FL_STRIP parameters), { pe = fl_world_pe(ctx, pe); __VA_ARGS__ })

/* set-up, queries, order */
FL_D(void, shmem_init, (void), { CALL(INIT, 0); })
FL_D(int, shmem_init_thread, (int requested, int* provided), {
    CALL(INIT, 0);
    *provided = fl_threads = requested;
    return 0;
})
FL_D(void, shmem_query_thread, (int* provided), { *provided = fl_threads; })
FL_D(void, shmem_finalize, (void), { CALL(FINALIZE, 0); })
FL_D(void, shmem_global_exit, (int status), { CALL(EXIT, status); })
FL_D(int, shmem_my_pe, (void), { return fl_pe; })
FL_D(int, shmem_n_pes, (void), { return fl_pes; })
FL_D(int, shmem_pe_accessible, (int pe), { return pe >= 0 && pe < fl_pes; })
FL_D(int, shmem_addr_accessible, (const void* address, int pe), {
    return pe >= 0 && pe < fl_pes && fl_symmetric(address);
})
FL_D(void*, shmem_ptr, (const void* address, int pe), { return pe == fl_pe && fl_symmetric(address) ? (void*)address : NULL; })
FL_D(void, shmem_info_get_version, (int* major, int* minor), { *major = SHMEM_MAJOR_VERSION, *minor = SHMEM_MINOR_VERSION; })
FL_D(void, shmem_info_get_name, (char* name), { strcpy(name, SHMEM_VENDOR_STRING); })
FL_D(void, shmem_pcontrol, (const int level FL_UNUSED, ...), {})
FL_D(void, shmem_quiet, (void), { CALL(QUIET, 0); })
FL_D(void, shmem_fence, (void), { CALL(FENCE, 0); })
FL_D(void, shmem_ctx_quiet, (shmem_ctx_t ctx), {
    if (!ctx) return;
    fl_world_pe(ctx, 0);
    CALL(QUIET, 0);
})
FL_D(void, shmem_ctx_fence, (shmem_ctx_t ctx), {
    if (!ctx) return;
    fl_world_pe(ctx, 0);
    CALL(FENCE, 0);
})
FL_D(void, shmem_barrier_all, (void), { CALL(BARRIER, 1, 0, 1, fl_pes); })
FL_D(void, shmem_sync_all, (void), { CALL(BARRIER, 0, 0, 1, fl_pes); })

/* the symmetric heap */
FL_D(void*, shmem_malloc, (size_t size), { return (void*)CALL(MALLOC, size, 16); })
FL_D(void*, shmem_malloc_with_hints, (size_t size, long hints FL_UNUSED), { return (void*)CALL(MALLOC, size, 16); })
FL_D(void*, shmem_align, (size_t alignment, size_t size), { return (void*)CALL(MALLOC, size, alignment); })
FL_D(void*, shmem_calloc, (size_t count, size_t size), {
    void* made = (void*)CALL(MALLOC, size && count > SIZE_MAX / size ? SIZE_MAX : count * size, 16, 1);
    fl_inside = 1; /* no store of the program */
    if (made) memset(made, 0, count * size);
    fl_inside = 0;
    return made;
})
FL_D(void*, shmem_realloc, (void* old, size_t size), { return (void*)CALL(REALLOC, P(old), size); })
FL_D(void, shmem_free, (void* old), { CALL(FREE, P(old)); })

/* puts and gets; the last argument says that the call may return at once */
#define FL_PUTS(N, bytes)                                                                                             \
    FL_C(void, put##N, (void* dest, const void* source, size_t nelems, int pe),                                              \
      { CALL(PUT, P(dest), P(source), nelems * bytes, pe, 0); })                                                     \
    FL_C(void, put##N##_nbi, (void* dest, const void* source, size_t nelems, int pe),                                        \
      { CALL(PUT, P(dest), P(source), nelems * bytes, pe, 1); })                                                     \
    FL_C(void, get##N, (void* dest, const void* source, size_t nelems, int pe),                                              \
      { CALL(GET, P(dest), P(source), nelems * bytes, pe, 0); })                                                     \
    FL_C(void, get##N##_nbi, (void* dest, const void* source, size_t nelems, int pe),                                        \
      { CALL(GET, P(dest), P(source), nelems * bytes, pe, 1); })                                                     \
    FL_C(void, put##N##_signal, (void* dest, const void* source, size_t nelems, uint64_t* signal, uint64_t value, int how,   \
      int pe), { CALL(PUT_SIGNAL, P(dest), P(source), nelems * bytes, P(signal), (int64_t)value, how, pe, 0); })     \
    FL_C(void, put##N##_signal_nbi, (void* dest, const void* source, size_t nelems, uint64_t* signal, uint64_t value, int how, \
      int pe), { CALL(PUT_SIGNAL, P(dest), P(source), nelems * bytes, P(signal), (int64_t)value, how, pe, 1); })
#define FL_STRIDED(N, bytes)                                                                                            \
    FL_C(void, iput##N, (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),          \
      { CALL(IPUT, P(dest), P(source), dst * bytes, sst * bytes, nelems, bytes, pe); })                              \
    FL_C(void, iget##N, (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),          \
      { CALL(IGET, P(dest), P(source), dst * bytes, sst * bytes, nelems, bytes, pe); })
#define FL_SIZED(N, bytes, F) FL_PUTS(N, bytes) FL_STRIDED(N, bytes)
FL_WIDTHS(FL_SIZED, )
FL_PUTS(mem, 1)

#define FL_TYPED(N, T, F)                                                                                                  \
    FL_C(void, N##_put, (T * dest, const T* source, size_t nelems, int pe),                                             \
      { CALL(PUT, P(dest), P(source), nelems * sizeof(T), pe, 0); })                                                 \
    FL_C(void, N##_put_nbi, (T * dest, const T* source, size_t nelems, int pe),                                         \
      { CALL(PUT, P(dest), P(source), nelems * sizeof(T), pe, 1); })                                                 \
    FL_C(void, N##_get, (T * dest, const T* source, size_t nelems, int pe),                                             \
      { CALL(GET, P(dest), P(source), nelems * sizeof(T), pe, 0); })                                                 \
    FL_C(void, N##_get_nbi, (T * dest, const T* source, size_t nelems, int pe),                                         \
      { CALL(GET, P(dest), P(source), nelems * sizeof(T), pe, 1); })                                                 \
    FL_C(void, N##_iput, (T * dest, const T* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),              \
      { CALL(IPUT, P(dest), P(source), dst * I(sizeof(T)), sst * I(sizeof(T)), nelems, sizeof(T), pe); })            \
    FL_C(void, N##_iget, (T * dest, const T* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe),              \
      { CALL(IGET, P(dest), P(source), dst * I(sizeof(T)), sst * I(sizeof(T)), nelems, sizeof(T), pe); })            \
    FL_C(void, N##_p, (T * dest, T value, int pe), {                                                                    \
        *(T*)fl_scratch = value; /* not the padding of a long double, which may be anything */                      \
        CALL(PUT, P(dest), P(fl_scratch), sizeof(T), pe, 0);                                                         \
    })                                                                                                               \
    FL_C(T, N##_g, (const T* source, int pe), {                                                                         \
        T value;                                                                                                     \
        CALL(GET, P(fl_scratch), P(source), sizeof(T), pe, 0);                                                       \
        memcpy(&value, fl_scratch, sizeof value);                                                                    \
        return value;                                                                                                \
    })                                                                                                               \
    FL_C(void, N##_put_signal, (T * dest, const T* source, size_t nelems, uint64_t* signal, uint64_t value, int how,    \
      int pe), { CALL(PUT_SIGNAL, P(dest), P(source), nelems * sizeof(T), P(signal), (int64_t)value, how, pe, 0); }) \
    FL_C(void, N##_put_signal_nbi, (T * dest, const T* source, size_t nelems, uint64_t* signal, uint64_t value, int how, \
      int pe), { CALL(PUT_SIGNAL, P(dest), P(source), nelems * sizeof(T), P(signal), (int64_t)value, how, pe, 1); })
FL_RMA(FL_TYPED, )
FL_D(uint64_t, shmem_signal_fetch, (const uint64_t* signal),
  { return (uint64_t)CALL(ATOMIC, FL_AMO_FETCH, P(signal), 8, 0, 0, fl_pe, 1); })
FL_D(void, shmem_signal_set, (uint64_t* signal, uint64_t value, int pe),
  { CALL(ATOMIC, FL_AMO_SET, P(signal), 8, (int64_t)value, 0, pe, 0); })
FL_D(void, shmem_signal_add, (uint64_t* signal, uint64_t value, int pe),
  { CALL(ATOMIC, FL_AMO_ADD, P(signal), 8, (int64_t)value, 0, pe, 0); })

/* atomics */
#define FL_ASK(function, value, compare, fetches) \
    CALL(ATOMIC, FL_AMO_##function, P(dest), sizeof *dest, W(value), W(compare), pe, fetches)
#define FL_FETCHED(T, function, value, compare)                  \
    {                                                         \
        int64_t word = FL_ASK(function, value, compare, 1);      \
        T old;                                                \
        memcpy(&old, &word, sizeof old);                      \
        return old;                                           \
    }
#define FL_FETCHED_TO(function, value, compare)                  \
    {                                                         \
        int64_t word = FL_ASK(function, value, compare, P(fetch));\
        memcpy(fetch, &word, sizeof *fetch);                  \
    }
#define FL_MOVES(N, T, F)                                                                                                  \
    FL_C(T, N##_atomic_fetch, (const T* dest, int pe), FL_FETCHED(T, FETCH, 0, 0))                                  \
    FL_C(void, N##_atomic_set, (T * dest, T value, int pe), { FL_ASK(SET, value, 0, 0); })                                 \
    FL_C(T, N##_atomic_swap, (T * dest, T value, int pe), FL_FETCHED(T, SWAP, value, 0))                                   \
    FL_C(void, N##_atomic_fetch_nbi, (T * fetch, const T* dest, int pe), FL_FETCHED_TO(FETCH, 0, 0))                \
    FL_C(void, N##_atomic_swap_nbi, (T * fetch, T * dest, T value, int pe), FL_FETCHED_TO(SWAP, value, 0))
#define FL_SUMMED(N, T, F)                                                                                                 \
    FL_C(T, N##_atomic_compare_swap, (T * dest, T cond, T value, int pe), FL_FETCHED(T, CSWAP, value, cond))               \
    FL_C(T, N##_atomic_fetch_inc, (T * dest, int pe), FL_FETCHED(T, ADD, (T)1, 0))                                         \
    FL_C(void, N##_atomic_inc, (T * dest, int pe), { FL_ASK(ADD, (T)1, 0, 0); })                                           \
    FL_C(T, N##_atomic_fetch_add, (T * dest, T value, int pe), FL_FETCHED(T, ADD, value, 0))                               \
    FL_C(void, N##_atomic_add, (T * dest, T value, int pe), { FL_ASK(ADD, value, 0, 0); })                                 \
    FL_C(void, N##_atomic_compare_swap_nbi, (T * fetch, T * dest, T cond, T value, int pe),                             \
      FL_FETCHED_TO(CSWAP, value, cond))                                                                                \
    FL_C(void, N##_atomic_fetch_inc_nbi, (T * fetch, T * dest, int pe), FL_FETCHED_TO(ADD, (T)1, 0))                       \
    FL_C(void, N##_atomic_fetch_add_nbi, (T * fetch, T * dest, T value, int pe), FL_FETCHED_TO(ADD, value, 0))
#define FL_MASKED(N, T, word, function)                                                                                 \
    FL_C(void, N##_atomic_##word, (T * dest, T value, int pe), { FL_ASK(function, value, 0, 0); })                         \
    FL_C(T, N##_atomic_fetch_##word, (T * dest, T value, int pe), FL_FETCHED(T, function, value, 0))                       \
    FL_C(void, N##_atomic_fetch_##word##_nbi, (T * fetch, T * dest, T value, int pe), FL_FETCHED_TO(function, value, 0))
#define FL_MASKS(N, T, F) FL_MASKED(N, T, and, AND) FL_MASKED(N, T, or, OR) FL_MASKED(N, T, xor, XOR)
FL_AMO(FL_MOVES, )
FL_AMO_FLOAT(FL_MOVES, )
FL_AMO(FL_SUMMED, )
FL_AMO_BITS(FL_MASKS, )

/* waits */
#define FL_WAITS(N, T, F)                                                                                                  \
    FL_D(void, shmem_##N##_wait_until, (T * variable, int cmp, T value), { WAIT(UNTIL, T, cmp, value); })               \
    FL_D(int, shmem_##N##_test, (T * variable, int cmp, T value), { return (int)WAIT(TEST, T, cmp, value); })           \
    FL_VECTOR(N, T, , const T value, &value, 0)                                                                         \
    FL_VECTOR(N, T, _vector, const T* values, values, sizeof(T))
#define FL_VECTOR(N, T, v, V, values, stride)                                                                           \
    FL_D(void, shmem_##N##_wait_until_all##v, (T * variables, size_t nelems, const int* status, int cmp, V),            \
      { VARIABLES(T, NULL, values, stride, FL_WAIT_UNTIL, nelems); })                                                \
    FL_D(size_t, shmem_##N##_wait_until_any##v, (T * variables, size_t nelems, const int* status, int cmp, V), {        \
        size_t index = SIZE_MAX;                                                                                     \
        VARIABLES(T, &index, values, stride, FL_WAIT_UNTIL, 1);                                                      \
        return index;                                                                                                \
    })                                                                                                               \
    FL_D(size_t, shmem_##N##_wait_until_some##v,                                                                        \
      (T * variables, size_t nelems, size_t* indices, const int* status, int cmp, V),                                \
      { return (size_t)VARIABLES(T, indices, values, stride, FL_WAIT_UNTIL, 0); })                                   \
    FL_D(int, shmem_##N##_test_all##v, (T * variables, size_t nelems, const int* status, int cmp, V),                   \
      { return (int)VARIABLES(T, NULL, values, stride, FL_WAIT_TEST, nelems); })                                     \
    FL_D(size_t, shmem_##N##_test_any##v, (T * variables, size_t nelems, const int* status, int cmp, V), {              \
        size_t index = SIZE_MAX;                                                                                     \
        VARIABLES(T, &index, values, stride, FL_WAIT_TEST, 1);                                                       \
        return index;                                                                                                \
    })                                                                                                               \
    FL_D(size_t, shmem_##N##_test_some##v,                                                                              \
      (T * variables, size_t nelems, size_t* indices, const int* status, int cmp, V),                                \
      { return (size_t)VARIABLES(T, indices, values, stride, FL_WAIT_TEST, 0); })
FL_SYNC(FL_WAITS, )
FL_D(uint64_t, shmem_signal_wait_until, (uint64_t * variable, int cmp, uint64_t value), {
    WAIT(UNTIL, uint64_t, cmp, value);
    return *variable;
})
