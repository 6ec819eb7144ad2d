/* SPDX-License-Identifier: Apache-2.0 */
/* The types of OpenSHMEM 1.5, each with the word that names it in functions: X(word, type, F), where F is
 * handed on. */
#ifndef FAIRLEAD_TYPES_H
#define FAIRLEAD_TYPES_H

#include <stddef.h>
#include <stdint.h>

/* the types that C tells apart; the fixed ones below are names for some of them */
#define FL_INTEGERS(X, F)                                                                                \
    X(char, char, F) X(schar, signed char, F) X(short, short, F) X(int, int, F) X(long, long, F) X(longlong, long long, F) \
    X(uchar, unsigned char, F) X(ushort, unsigned short, F) X(uint, unsigned int, F) X(ulong, unsigned long, F)   \
    X(ulonglong, unsigned long long, F)
#define FL_REALS(X, F) X(float, float, F) X(double, double, F) X(longdouble, long double, F)
#define FL_COMPLEX(X, F) X(complexf, float _Complex, F) X(complexd, double _Complex, F)
#define FL_PLAIN(X, F) FL_REALS(X, F) FL_INTEGERS(X, F)
#define FL_FIXED(X, F)                                                                        \
    X(int8, int8_t, F) X(int16, int16_t, F) X(int32, int32_t, F) X(int64, int64_t, F) X(uint8, uint8_t, F) \
    X(uint16, uint16_t, F) X(uint32, uint32_t, F) X(uint64, uint64_t, F) X(size, size_t, F) X(ptrdiff, ptrdiff_t, F)
#define FL_RMA(X, F) FL_PLAIN(X, F) FL_FIXED(X, F)

/* put, get, iput, .. of so many bits, and of bytes with mem */
#define FL_WIDTHS(X, F) X(8, 1, F) X(16, 2, F) X(32, 4, F) X(64, 8, F) X(128, 16, F)

/* atomic accesses: of these all, of floats only fetch, set and swap */
#define FL_AMO_PLAIN(X, F) \
    X(int, int, F) X(long, long, F) X(longlong, long long, F) X(uint, unsigned int, F) X(ulong, unsigned long, F) \
    X(ulonglong, unsigned long long, F)
#define FL_AMO_FIXED(X, F) \
    X(int32, int32_t, F) X(int64, int64_t, F) X(uint32, uint32_t, F) X(uint64, uint64_t, F) X(size, size_t, F) X(ptrdiff, ptrdiff_t, F)
#define FL_AMO(X, F) FL_AMO_PLAIN(X, F) FL_AMO_FIXED(X, F)
#define FL_AMO_FLOAT(X, F) X(float, float, F) X(double, double, F)
#define FL_AMO_BITS_PLAIN(X, F) X(uint, unsigned int, F) X(ulong, unsigned long, F) X(ulonglong, unsigned long long, F)
#define FL_AMO_BITS_FIXED(X, F) X(int32, int32_t, F) X(int64, int64_t, F)
#define FL_AMO_BITS(X, F) \
    FL_AMO_BITS_PLAIN(X, F) FL_AMO_BITS_FIXED(X, F) X(uint32, uint32_t, F) X(uint64, uint64_t, F)

/* what can be waited for */
#define FL_SYNC_PLAIN(X, F) \
    FL_AMO_PLAIN(X, F) X(short, short, F) X(ushort, unsigned short, F)
#define FL_SYNC(X, F) FL_SYNC_PLAIN(X, F) FL_AMO_FIXED(X, F)

/* reductions over active sets */
#define FL_TO_ALL_INT(X, F) X(short, short, F) X(int, int, F) X(long, long, F) X(longlong, long long, F)

#endif
