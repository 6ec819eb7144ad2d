/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of reductions, and numbers for the types that C tells apart. */
#ifndef FAIRLEAD_REDUCE_H
#define FAIRLEAD_REDUCE_H

#include "types.h"

enum { FL_SUM, FL_PROD, FL_MIN, FL_MAX, FL_AND, FL_OR, FL_XOR, FL_LAND, FL_LOR, FL_LXOR, FL_MINLOC, FL_MAXLOC, FL_FUNCTIONS, FL_COPY = 15 };

/* types of MPI alone: values with an index, and others: X(word, type of the value, F) */
#define FL_PAIRS(X, F) \
    X(floatint, float, F) X(doubleint, double, F) X(longint, long, F) X(intint, int, F) X(shortint, short, F) \
    X(longdoubleint, long double, F)
#define FL_PAIR(N, T, F) struct fl_##N { T value; int index; };
FL_PAIRS(FL_PAIR, )
#define FL_MORE(X, F) X(bool, _Bool, F) X(complexl, long double _Complex, F)

#define FL_NUMBER(N, T, F) FL_TYPE_##N,
enum { FL_COMPLEX(FL_NUMBER, ) FL_PLAIN(FL_NUMBER, ) FL_PAIRS(FL_NUMBER, ) FL_MORE(FL_NUMBER, ) FL_TYPES };
#define FL_TYPE_CASE(N, T, F) T : FL_TYPE_##N,
#define FL_TYPE_OF(T) _Generic((T)0, FL_COMPLEX(FL_TYPE_CASE, ) FL_PLAIN(FL_TYPE_CASE, ) void* : -1)
#define FL_ALIAS(N, T, F) FL_TYPE_##N = FL_TYPE_OF(T),
enum { FL_FIXED(FL_ALIAS, ) };

#endif
