/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of reductions, and numbers for the types that C tells apart. */
#ifndef FAIRLEAD_REDUCE_H
#define FAIRLEAD_REDUCE_H

#include "types.h"

enum { FL_SUM, FL_PROD, FL_MIN, FL_MAX, FL_AND, FL_OR, FL_XOR, FL_FUNCTIONS, FL_COPY = 15 };
#define FL_NUMBER(N, T, F) FL_TYPE_##N,
enum { FL_COMPLEX(FL_NUMBER, ) FL_PLAIN(FL_NUMBER, ) FL_TYPES };
#define FL_TYPE_CASE(N, T, F) T : FL_TYPE_##N,
#define FL_TYPE_OF(T) _Generic((T)0, FL_COMPLEX(FL_TYPE_CASE, ) FL_PLAIN(FL_TYPE_CASE, ) void* : -1)
#define FL_ALIAS(N, T, F) FL_TYPE_##N = FL_TYPE_OF(T),
enum { FL_FIXED(FL_ALIAS, ) };

#endif
