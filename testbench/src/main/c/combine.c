// SPDX-License-Identifier: Apache-2.0
// The arithmetic of reductions, element by element, in the types of the program's own processor.
#include <complex.h>
#include <string.h>

#include "fairlead/calls.h"
#include "fairlead/reduce.h"

#define LOOP(name, T, expression)                                               \
    static void name(void* into, const void* with, size_t n) {                  \
        T* a = into;                                                            \
        const T* b = with;                                                      \
        for (size_t i = 0; i < n; i++) a[i] = (T)(expression);                  \
    }
#define SUMS(N, T, F) LOOP(N##_sum, T, a[i] + b[i]) LOOP(N##_prod, T, a[i] * b[i])
#define ORDERED(N, T, F) \
    SUMS(N, T, F) LOOP(N##_min, T, b[i] < a[i] ? b[i] : a[i]) LOOP(N##_max, T, b[i] > a[i] ? b[i] : a[i])
#define BITWISE(N, T, F) \
    ORDERED(N, T, F) LOOP(N##_and, T, a[i] & b[i]) LOOP(N##_or, T, a[i] | b[i]) LOOP(N##_xor, T, a[i] ^ b[i])
FL_COMPLEX(SUMS, )
FL_REALS(ORDERED, )
FL_INTEGERS(BITWISE, )
SUMS(complexl, long double _Complex, )
#define LOGICAL(N, T, F) \
    LOOP(N##_land, T, a[i] && b[i]) LOOP(N##_lor, T, a[i] || b[i]) LOOP(N##_lxor, T, !a[i] != !b[i])
FL_INTEGERS(LOGICAL, )
LOGICAL(bool, _Bool, )
#define PLACE(name, N, OP)                                                                                  \
    static void name(void* into, const void* with, size_t n) {                                                \
        struct fl_##N* a = into;                                                                              \
        const struct fl_##N* b = with;                                                                        \
        for (size_t i = 0; i < n; i++)                                                                        \
            if (b[i].value OP a[i].value || (b[i].value == a[i].value && b[i].index < a[i].index)) a[i] = b[i]; \
    }
#define PLACES(N, T, F) PLACE(N##_minloc, N, <) PLACE(N##_maxloc, N, >)
FL_PAIRS(PLACES, )

typedef void loop(void*, const void*, size_t);
#define ROW_SUMS(N, T, F) [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod},
#define ROW_ORDERED(N, T, F) \
    [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod, [FL_MIN] = N##_min, [FL_MAX] = N##_max},
#define ROW_BITWISE(N, T, F)                                                                              \
    [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod, [FL_MIN] = N##_min, [FL_MAX] = N##_max, \
                     [FL_AND] = N##_and, [FL_OR] = N##_or,     [FL_XOR] = N##_xor, \
                     [FL_LAND] = N##_land, [FL_LOR] = N##_lor, [FL_LXOR] = N##_lxor},
#define ROW_PLACES(N, T, F) [FL_TYPE_##N] = {[FL_MINLOC] = N##_minloc, [FL_MAXLOC] = N##_maxloc},
static loop* const loops[][FL_FUNCTIONS] = {
    FL_COMPLEX(ROW_SUMS, ) FL_REALS(ROW_ORDERED, ) FL_INTEGERS(ROW_BITWISE, ) FL_PAIRS(ROW_PLACES, ) ROW_SUMS(complexl, , )
    [FL_TYPE_bool] = {[FL_LAND] = bool_land, [FL_LOR] = bool_lor, [FL_LXOR] = bool_lxor}};

unsigned int fl_functions(int type) {
    unsigned int bits = 0;
    for (int i = 0; i < FL_FUNCTIONS; i++) bits |= (unsigned int)(loops[type][i] != NULL) << i;
    return bits;
}

/* what: elements * 1024 + type * 16 + function; function FL_COPY copies so many bytes */
void fl_combine(void* into, const void* with, int64_t what) {
    size_t n = (size_t)(what >> 10);
    int type = what >> 4 & 63, function = what & 15;
    if (function == FL_COPY) {
        memmove(into, with, n);
    } else {
        loops[type][function](into, with, n);
    }
}
