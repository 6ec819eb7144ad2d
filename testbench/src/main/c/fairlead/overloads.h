/* SPDX-License-Identifier: Apache-2.0 */
/* The generic functions as templates of C++ (14 or later). A list of C++ has the families of generics.h. */
#ifndef FAIRLEAD_OVERLOADS_H
#define FAIRLEAD_OVERLOADS_H

#define FL_MOVED(X, F) FL_AMO_PLAIN(X, F) FL_AMO_FLOAT(X, F)
#define FL_MASKED_BITS(X, F) FL_AMO_BITS_PLAIN(X, F) FL_AMO_BITS_FIXED(X, F)
#define FL_PICK(N, T, F) \
    static inline auto fl_pick_##F(const volatile T*) { return shmem_##N##_##F; }
#define FL_PICK_CTX(N, T, F) \
    static inline auto fl_ctx_pick_##F(const volatile T*) { return shmem_ctx_##N##_##F; }
#define FL_VARIABLE(F)                                           \
    FL_SYNC_PLAIN(FL_PICK, F)                                    \
    template <class A, class... B>                               \
    static inline auto shmem_##F(A* a, B... b) {                 \
        return fl_pick_##F(a)(a, b...);                          \
    }
#define FL_IN_TEAM(F, LIST)                                                   \
    LIST(FL_PICK, F)                                                          \
    template <class A, class... B>                                            \
    static inline auto shmem_##F(shmem_team_t team, A* a, B... b) {           \
        return fl_pick_##F(a)(team, a, b...);                                 \
    }
#define FL_ANY(F, LIST)                                                       \
    LIST(FL_PICK, F) LIST(FL_PICK_CTX, F)                                     \
    template <class A, class... B>                                            \
    static inline auto shmem_##F(A* a, B... b) {                              \
        return fl_pick_##F(a)(a, b...);                                       \
    }                                                                         \
    template <class A, class... B>                                            \
    static inline auto shmem_##F(shmem_ctx_t ctx, A* a, B... b) {             \
        return fl_ctx_pick_##F(a)(ctx, a, b...);                              \
    }
FL_ANY(put, FL_PLAIN)
FL_ANY(get, FL_PLAIN)
FL_ANY(p, FL_PLAIN)
FL_ANY(g, FL_PLAIN)
FL_ANY(iput, FL_PLAIN)
FL_ANY(iget, FL_PLAIN)
FL_ANY(put_nbi, FL_PLAIN)
FL_ANY(get_nbi, FL_PLAIN)
FL_ANY(put_signal, FL_PLAIN)
FL_ANY(put_signal_nbi, FL_PLAIN)
FL_ANY(atomic_fetch, FL_MOVED)
FL_ANY(atomic_set, FL_MOVED)
FL_ANY(atomic_swap, FL_MOVED)
FL_ANY(atomic_compare_swap, FL_AMO_PLAIN)
FL_ANY(atomic_fetch_inc, FL_AMO_PLAIN)
FL_ANY(atomic_inc, FL_AMO_PLAIN)
FL_ANY(atomic_fetch_add, FL_AMO_PLAIN)
FL_ANY(atomic_add, FL_AMO_PLAIN)
FL_ANY(atomic_and, FL_MASKED_BITS)
FL_ANY(atomic_or, FL_MASKED_BITS)
FL_ANY(atomic_xor, FL_MASKED_BITS)
FL_ANY(atomic_fetch_and, FL_MASKED_BITS)
FL_ANY(atomic_fetch_or, FL_MASKED_BITS)
FL_ANY(atomic_fetch_xor, FL_MASKED_BITS)
FL_ANY(atomic_fetch_nbi, FL_MOVED)
FL_ANY(atomic_swap_nbi, FL_MOVED)
FL_ANY(atomic_compare_swap_nbi, FL_AMO_PLAIN)
FL_ANY(atomic_fetch_inc_nbi, FL_AMO_PLAIN)
FL_ANY(atomic_fetch_add_nbi, FL_AMO_PLAIN)
FL_ANY(atomic_fetch_and_nbi, FL_MASKED_BITS)
FL_ANY(atomic_fetch_or_nbi, FL_MASKED_BITS)
FL_ANY(atomic_fetch_xor_nbi, FL_MASKED_BITS)
FL_VARIABLE(wait_until)
FL_VARIABLE(wait_until_all)
FL_VARIABLE(wait_until_any)
FL_VARIABLE(wait_until_some)
FL_VARIABLE(wait_until_all_vector)
FL_VARIABLE(wait_until_any_vector)
FL_VARIABLE(wait_until_some_vector)
FL_VARIABLE(test)
FL_VARIABLE(test_all)
FL_VARIABLE(test_any)
FL_VARIABLE(test_some)
FL_VARIABLE(test_all_vector)
FL_VARIABLE(test_any_vector)
FL_VARIABLE(test_some_vector)
FL_IN_TEAM(broadcast, FL_PLAIN)
FL_IN_TEAM(collect, FL_PLAIN)
FL_IN_TEAM(fcollect, FL_PLAIN)
FL_IN_TEAM(alltoall, FL_PLAIN)
FL_IN_TEAM(alltoalls, FL_PLAIN)
FL_IN_TEAM(sum_reduce, FL_PLAIN)
FL_IN_TEAM(prod_reduce, FL_PLAIN)
FL_IN_TEAM(min_reduce, FL_PLAIN)
FL_IN_TEAM(max_reduce, FL_PLAIN)
FL_IN_TEAM(and_reduce, FL_INTEGERS)
FL_IN_TEAM(or_reduce, FL_INTEGERS)
FL_IN_TEAM(xor_reduce, FL_INTEGERS)
static inline int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }

#endif
