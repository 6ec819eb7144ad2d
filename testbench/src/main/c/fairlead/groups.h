/* SPDX-License-Identifier: Apache-2.0 */
/* Teams, contexts and collective functions, in the form of functions.h. A set is (first PE, stride, size). */

#define FL_SET start, stride, size
#define FL_OLD_SET PE_start, 1 << logPE_stride, PE_size
#define FL_TEAM_SET team->start, team->stride, team->size
#define FL_ACTIVE int PE_start, int logPE_stride, int PE_size
#define FL_NEED(valid) \
    if (!(valid)) return -1;

FL_D(int, shmem_team_my_pe, (shmem_team_t team), { return team ? fl_member(team, fl_pe) : -1; })
FL_D(int, shmem_team_n_pes, (shmem_team_t team), { return team ? team->size : -1; })
FL_D(int, shmem_team_get_config, (shmem_team_t team, long mask, shmem_team_config_t* config), {
    FL_NEED(team)
    if (mask & SHMEM_TEAM_NUM_CONTEXTS) config->num_contexts = team->contexts;
    return 0;
})
FL_D(int, shmem_team_translate_pe, (shmem_team_t from, int pe, shmem_team_t to), {
    return from && to && pe >= 0 && pe < from->size ? fl_member(to, from->start + pe * from->stride) : -1;
})
FL_D(int, shmem_team_split_strided, (shmem_team_t parent, int start, int stride, int size,
                                     const shmem_team_config_t* config, long mask, shmem_team_t* new_team), {
    return fl_split(parent, start, stride, size, mask & SHMEM_TEAM_NUM_CONTEXTS ? config->num_contexts : 0, new_team);
})
FL_D(int, shmem_team_split_2d, (shmem_team_t parent, int xrange, const shmem_team_config_t* x_config, long x_mask,
                                shmem_team_t* x_team, const shmem_team_config_t* y_config, long y_mask,
                                shmem_team_t* y_team), {
    *x_team = *y_team = SHMEM_TEAM_INVALID;
    FL_NEED(parent && xrange > 0)
    int columns = xrange < parent->size ? xrange : parent->size;
    int me = fl_member(parent, fl_pe), row = me / columns, column = me % columns;
    int wide = parent->size - row * columns < columns ? parent->size - row * columns : columns;
    fl_split(parent, row * columns, 1, wide, x_mask ? x_config->num_contexts : 0, x_team);
    int high = (parent->size - column + columns - 1) / columns;
    return fl_split(parent, column, columns, high, y_mask ? y_config->num_contexts : 0, y_team);
})
FL_D(void*, shmem_team_ptr, (shmem_team_t team, const void* dest, int pe), {
    return team && pe >= 0 && pe < team->size ? shmem_ptr(dest, team->start + pe * team->stride) : NULL;
})
FL_D(void, shmem_team_destroy, (shmem_team_t team), { fl_forget(team); })
FL_D(int, shmem_ctx_create, (long options, shmem_ctx_t* ctx), { return fl_new_context(SHMEM_TEAM_WORLD, options, ctx); })
FL_D(int, shmem_team_create_ctx, (shmem_team_t team, long options, shmem_ctx_t* ctx),
     { return fl_new_context(team, options, ctx); })
FL_D(void, shmem_ctx_destroy, (shmem_ctx_t ctx), {
    if (!ctx) return;
    fl_world_pe(ctx, 0);
    CALL(QUIET, 0);
    if (ctx != SHMEM_CTX_DEFAULT) free(ctx);
})
FL_D(int, shmem_ctx_get_team, (shmem_ctx_t ctx, shmem_team_t* team), {
    *team = ctx ? ctx->team : SHMEM_TEAM_INVALID;
    return ctx ? 0 : -1;
})

FL_D(int, shmem_team_sync, (shmem_team_t team), {
    FL_NEED(team)
    CALL(BARRIER, 0, FL_TEAM_SET);
    return 0;
})
FL_D(void, shmem_sync, (FL_ACTIVE, long* pSync FL_UNUSED), { CALL(BARRIER, 0, FL_OLD_SET); })
FL_D(void, shmem_barrier, (FL_ACTIVE, long* pSync FL_UNUSED), { CALL(BARRIER, 1, FL_OLD_SET); })

/* of so many elements of a type; in a broadcast over an active set the root keeps its dest */
#define FL_TEAM_MOVES(N, T, bytes)                                                                                     \
    FL_D(int, shmem_##N##broadcast, (shmem_team_t team, T * dest, const T* source, size_t nelems, int PE_root), {      \
        FL_NEED(team)                                                                                                  \
        return (int)CALL(BROADCAST, P(dest), P(source), nelems * bytes, PE_root, FL_TEAM_SET, 1);                      \
    })                                                                                                                 \
    FL_D(int, shmem_##N##collect, (shmem_team_t team, T * dest, const T* source, size_t nelems), {                     \
        FL_NEED(team)                                                                                                  \
        return (int)CALL(COLLECT, P(dest), P(source), nelems * bytes, 0, FL_TEAM_SET);                                 \
    })                                                                                                                 \
    FL_D(int, shmem_##N##fcollect, (shmem_team_t team, T * dest, const T* source, size_t nelems), {                    \
        FL_NEED(team)                                                                                                  \
        return (int)CALL(COLLECT, P(dest), P(source), nelems * bytes, 1, FL_TEAM_SET);                                 \
    })                                                                                                                 \
    FL_D(int, shmem_##N##alltoall, (shmem_team_t team, T * dest, const T* source, size_t nelems), {                    \
        FL_NEED(team)                                                                                                  \
        return (int)CALL(ALLTOALL, P(dest), P(source), nelems, bytes, bytes, bytes, FL_TEAM_SET);                      \
    })                                                                                                                 \
    FL_D(int, shmem_##N##alltoalls,                                                                                    \
         (shmem_team_t team, T * dest, const T* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems), {                \
             FL_NEED(team)                                                                                             \
             return (int)CALL(ALLTOALL, P(dest), P(source), nelems, dst * I(bytes), sst * I(bytes), bytes, FL_TEAM_SET); \
         })
#define FL_TEAM_TYPED(N, T, F) FL_TEAM_MOVES(N##_, T, sizeof(T))
FL_RMA(FL_TEAM_TYPED, )
#define FL_TEAM_MEM(word, ...) FL_D(int, shmem_##word##mem, __VA_ARGS__)
FL_TEAM_MEM(broadcast, (shmem_team_t team, void* dest, const void* source, size_t nelems, int PE_root),
            { return shmem_char_broadcast(team, dest, source, nelems, PE_root); })
FL_TEAM_MEM(collect, (shmem_team_t team, void* dest, const void* source, size_t nelems),
            { return shmem_char_collect(team, dest, source, nelems); })
FL_TEAM_MEM(fcollect, (shmem_team_t team, void* dest, const void* source, size_t nelems),
            { return shmem_char_fcollect(team, dest, source, nelems); })
FL_TEAM_MEM(alltoall, (shmem_team_t team, void* dest, const void* source, size_t nelems),
            { return shmem_char_alltoall(team, dest, source, nelems); })
FL_TEAM_MEM(alltoalls, (shmem_team_t team, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems),
            { return shmem_char_alltoalls(team, dest, source, dst, sst, nelems); })
#define FL_SET_MOVES(N, bytes)                                                                                         \
    FL_D(void, shmem_broadcast##N,                                                                                     \
         (void* dest, const void* source, size_t nelems, int PE_root, FL_ACTIVE, long* pSync FL_UNUSED),               \
         { CALL(BROADCAST, P(dest), P(source), nelems * bytes, PE_root, FL_OLD_SET, 0); })                             \
    FL_D(void, shmem_collect##N, (void* dest, const void* source, size_t nelems, FL_ACTIVE, long* pSync FL_UNUSED),    \
         { CALL(COLLECT, P(dest), P(source), nelems * bytes, 0, FL_OLD_SET); })                                        \
    FL_D(void, shmem_fcollect##N, (void* dest, const void* source, size_t nelems, FL_ACTIVE, long* pSync FL_UNUSED),   \
         { CALL(COLLECT, P(dest), P(source), nelems * bytes, 1, FL_OLD_SET); })                                        \
    FL_D(void, shmem_alltoall##N, (void* dest, const void* source, size_t nelems, FL_ACTIVE, long* pSync FL_UNUSED),   \
         { CALL(ALLTOALL, P(dest), P(source), nelems, bytes, bytes, bytes, FL_OLD_SET); })                             \
    FL_D(void, shmem_alltoalls##N,                                                                                     \
         (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, FL_ACTIVE, long* pSync FL_UNUSED), \
         { CALL(ALLTOALL, P(dest), P(source), nelems, dst * bytes, sst * bytes, bytes, FL_OLD_SET); })
FL_SET_MOVES(32, 4)
FL_SET_MOVES(64, 8)

#define FL_REDUCE(N, T, function, n, ...)                                                              \
    (int)CALL(REDUCE, P(dest), P(source), n, FL_TYPE_##N * 16 + FL_##function, sizeof(T), P(fl_work), __VA_ARGS__)
#define FL_TEAM_REDUCE(N, T, word, function)                                                                       \
    FL_D(int, shmem_##N##_##word##_reduce, (shmem_team_t team, T * dest, const T* source, size_t nreduce), {       \
        FL_NEED(team)                                                                                              \
        return FL_REDUCE(N, T, function, nreduce, FL_TEAM_SET);                                                       \
    })
#define FL_TEAM_SUMS(N, T, F) FL_TEAM_REDUCE(N, T, sum, SUM) FL_TEAM_REDUCE(N, T, prod, PROD)
#define FL_TEAM_ORDERED(N, T, F) FL_TEAM_SUMS(N, T, F) FL_TEAM_REDUCE(N, T, min, MIN) FL_TEAM_REDUCE(N, T, max, MAX)
#define FL_TEAM_BITS(N, T, F) \
    FL_TEAM_ORDERED(N, T, F) FL_TEAM_REDUCE(N, T, and, AND) FL_TEAM_REDUCE(N, T, or, OR) FL_TEAM_REDUCE(N, T, xor, XOR)
FL_COMPLEX(FL_TEAM_SUMS, )
FL_REALS(FL_TEAM_ORDERED, )
FL_INTEGERS(FL_TEAM_BITS, )
FL_FIXED(FL_TEAM_BITS, )
#define FL_SET_REDUCE(N, T, word, function)                                                                        \
    FL_D(void, shmem_##N##_##word##_to_all,                                                                        \
         (T * dest, const T* source, int nreduce, FL_ACTIVE, T* pWrk FL_UNUSED, long* pSync FL_UNUSED),            \
         { (void)FL_REDUCE(N, T, function, nreduce, FL_OLD_SET); })
#define FL_SET_SUMS(N, T, F) FL_SET_REDUCE(N, T, sum, SUM) FL_SET_REDUCE(N, T, prod, PROD)
#define FL_SET_ORDERED(N, T, F) FL_SET_SUMS(N, T, F) FL_SET_REDUCE(N, T, min, MIN) FL_SET_REDUCE(N, T, max, MAX)
#define FL_SET_BITS(N, T, F) \
    FL_SET_ORDERED(N, T, F) FL_SET_REDUCE(N, T, and, AND) FL_SET_REDUCE(N, T, or, OR) FL_SET_REDUCE(N, T, xor, XOR)
FL_COMPLEX(FL_SET_SUMS, )
FL_REALS(FL_SET_ORDERED, )
FL_TO_ALL_INT(FL_SET_BITS, )

/* locks */
FL_D(void, shmem_set_lock, (long* lock), { CALL(LOCK, FL_LOCK_SET, P(lock)); })
FL_D(int, shmem_test_lock, (long* lock), { return (int)CALL(LOCK, FL_LOCK_TEST, P(lock)); })
FL_D(void, shmem_clear_lock, (long* lock), { CALL(LOCK, FL_LOCK_CLEAR, P(lock)); })

/* names of versions 1.0 to 1.4 that 1.5 has deprecated or left out */
FL_D(void, start_pes, (int count FL_UNUSED), { CALL(INIT, 0); })
FL_D(int, _my_pe, (void), { return fl_pe; })
FL_D(int, _num_pes, (void), { return fl_pes; })
FL_D(void*, shmalloc, (size_t size), { return shmem_malloc(size); })
FL_D(void*, shmemalign, (size_t alignment, size_t size), { return shmem_align(alignment, size); })
FL_D(void*, shrealloc, (void* old, size_t size), { return shmem_realloc(old, size); })
FL_D(void, shfree, (void* old), { shmem_free(old); })
FL_D(void, shmem_clear_cache_inv, (void), {})
FL_D(void, shmem_set_cache_inv, (void), {})
FL_D(void, shmem_udcflush, (void), {})
FL_D(void, shmem_clear_cache_line_inv, (void* dest FL_UNUSED), {})
FL_D(void, shmem_set_cache_line_inv, (void* dest FL_UNUSED), {})
FL_D(void, shmem_udcflush_line, (void* dest FL_UNUSED), {})
FL_D(void, shmem_wait, (long* variable, long value), { WAIT(UNTIL, long, SHMEM_CMP_NE, value); })
FL_D(void, shmem_wait_until, (long* variable, int cmp, long value), { WAIT(UNTIL, long, cmp, value); })
#define FL_OLD_WAIT(N, T, F) \
    FL_D(void, shmem_##N##_wait, (T * variable, T value), { WAIT(UNTIL, T, SHMEM_CMP_NE, value); })
FL_SYNC_PLAIN(FL_OLD_WAIT, )
#define FL_OLD_AMO(N, T, F)                                                                                         \
    FL_D(T, shmem_##N##_cswap, (T * dest, T cond, T value, int pe),                                              \
         { return shmem_##N##_atomic_compare_swap(dest, cond, value, pe); })                                     \
    FL_D(T, shmem_##N##_finc, (T * dest, int pe), { return shmem_##N##_atomic_fetch_inc(dest, pe); })            \
    FL_D(void, shmem_##N##_inc, (T * dest, int pe), { shmem_##N##_atomic_inc(dest, pe); })                       \
    FL_D(T, shmem_##N##_fadd, (T * dest, T value, int pe), { return shmem_##N##_atomic_fetch_add(dest, value, pe); }) \
    FL_D(void, shmem_##N##_add, (T * dest, T value, int pe), { shmem_##N##_atomic_add(dest, value, pe); })
FL_AMO(FL_OLD_AMO, )
#define FL_OLD_MOVE(N, T, F)                                                                                        \
    FL_D(T, shmem_##N##_swap, (T * dest, T value, int pe), { return shmem_##N##_atomic_swap(dest, value, pe); }) \
    FL_D(T, shmem_##N##_fetch, (const T* dest, int pe), { return shmem_##N##_atomic_fetch(dest, pe); })          \
    FL_D(void, shmem_##N##_set, (T * dest, T value, int pe), { shmem_##N##_atomic_set(dest, value, pe); })
FL_AMO(FL_OLD_MOVE, )
FL_AMO_FLOAT(FL_OLD_MOVE, )
