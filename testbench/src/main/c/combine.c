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

typedef void loop(void*, const void*, size_t);
#define ROW_SUMS(N, T, F) [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod},
#define ROW_ORDERED(N, T, F) \
    [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod, [FL_MIN] = N##_min, [FL_MAX] = N##_max},
#define ROW_BITWISE(N, T, F)                                                                              \
    [FL_TYPE_##N] = {[FL_SUM] = N##_sum, [FL_PROD] = N##_prod, [FL_MIN] = N##_min, [FL_MAX] = N##_max, \
                     [FL_AND] = N##_and, [FL_OR] = N##_or,     [FL_XOR] = N##_xor},
static loop* const loops[][FL_FUNCTIONS] = {
    FL_COMPLEX(ROW_SUMS, ) FL_REALS(ROW_ORDERED, ) FL_INTEGERS(ROW_BITWISE, )};

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
