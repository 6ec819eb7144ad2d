/* SPDX-License-Identifier: Apache-2.0 */
/* MPI 4.0 without Fortran, files and processes, on the machine of Fairlead (docs/use/mpi.md). scripts/mpicc compiles
 * programs with it. */
#ifndef MPI_H
#define MPI_H

#include <stddef.h>

#define MPI_VERSION 4
#define MPI_SUBVERSION 0
enum {
    MPI_MAX_PROCESSOR_NAME = 64,
    MPI_MAX_ERROR_STRING = 128,
    MPI_MAX_OBJECT_NAME = 64,
    MPI_MAX_LIBRARY_VERSION_STRING = 64,
    MPI_MAX_INFO_KEY = 64,
    MPI_MAX_INFO_VAL = 1024
};

typedef long MPI_Aint, MPI_Offset, MPI_Count;
typedef int MPI_Comm, MPI_Group, MPI_Datatype, MPI_Op, MPI_Request, MPI_Win, MPI_Errhandler, MPI_Info, MPI_Message, MPI_Fint;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, fl_cancelled;
    long fl_bytes;
} MPI_Status;

#define MPI_BOTTOM ((void*)0)
#define MPI_IN_PLACE ((void*)-1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_ERRCODES_IGNORE ((int*)0)
#define MPI_UNWEIGHTED ((int*)-1)
#define MPI_WEIGHTS_EMPTY ((int*)-2)
enum { MPI_PROC_NULL = -1, MPI_ANY_SOURCE = -2, MPI_ROOT = -3, MPI_ANY_TAG = -1, MPI_UNDEFINED = -32766, MPI_KEYVAL_INVALID = 0,
    MPI_BSEND_OVERHEAD = 64 };
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_ORDER_C, MPI_ORDER_FORTRAN };
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
enum { MPI_COMBINER_NAMED, MPI_COMBINER_DUP, MPI_COMBINER_CONTIGUOUS, MPI_COMBINER_VECTOR, MPI_COMBINER_HVECTOR,
    MPI_COMBINER_INDEXED, MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_HINDEXED_BLOCK,
    MPI_COMBINER_STRUCT, MPI_COMBINER_SUBARRAY, MPI_COMBINER_RESIZED, MPI_COMBINER_DARRAY, MPI_COMBINER_F90_REAL,
    MPI_COMBINER_F90_COMPLEX, MPI_COMBINER_F90_INTEGER };
enum { MPI_COMM_TYPE_SHARED = 1, MPI_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_HW_GUIDED };

/* handles of no object are 0; the library makes others from 1000 on */
enum { MPI_COMM_NULL, MPI_COMM_WORLD, MPI_COMM_SELF };
enum { MPI_GROUP_NULL, MPI_GROUP_EMPTY };
enum { MPI_REQUEST_NULL = 0, MPI_WIN_NULL = 0, MPI_MESSAGE_NULL = 0, MPI_MESSAGE_NO_PROC = -1 };
enum { MPI_ERRHANDLER_NULL, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN, MPI_ERRORS_ABORT };
enum { MPI_INFO_NULL, MPI_INFO_ENV };

/* X(name, C type, word of the type in combine.c) */
#define FL_MPI_TYPES(X)                                                                                                \
    X(CHAR, char, char) X(SIGNED_CHAR, signed char, schar) X(UNSIGNED_CHAR, unsigned char, uchar) X(BYTE, char, uchar) \
    X(SHORT, short, short) X(UNSIGNED_SHORT, unsigned short, ushort) X(INT, int, int) X(UNSIGNED, unsigned int, uint)  \
    X(LONG, long, long) X(UNSIGNED_LONG, unsigned long, ulong) X(LONG_LONG_INT, long long, longlong)                   \
    X(UNSIGNED_LONG_LONG, unsigned long long, ulonglong) X(FLOAT, float, float) X(DOUBLE, double, double)              \
    X(LONG_DOUBLE, long double, longdouble) X(WCHAR, int, int) X(C_BOOL, char, bool) X(INT8_T, char, schar)            \
    X(INT16_T, short, short) X(INT32_T, int, int) X(INT64_T, long, long) X(UINT8_T, char, uchar)                       \
    X(UINT16_T, short, ushort) X(UINT32_T, int, uint) X(UINT64_T, long, ulong) X(AINT, MPI_Aint, long)                 \
    X(OFFSET, MPI_Offset, long) X(COUNT, MPI_Count, long) X(C_COMPLEX, float _Complex, complexf)                       \
    X(C_DOUBLE_COMPLEX, double _Complex, complexd) X(C_LONG_DOUBLE_COMPLEX, long double _Complex, complexl)            \
    X(FLOAT_INT, struct fl_floatint, floatint) X(DOUBLE_INT, struct fl_doubleint, doubleint)                           \
    X(LONG_INT, struct fl_longint, longint) X(2INT, struct fl_intint, intint)                                          \
    X(SHORT_INT, struct fl_shortint, shortint) X(LONG_DOUBLE_INT, struct fl_longdoubleint, longdoubleint)              \
    X(PACKED, char, none)
#define FL_MPI_TYPE(name, T, word) MPI_##name,
enum { MPI_DATATYPE_NULL, FL_MPI_TYPES(FL_MPI_TYPE) FL_MPI_TYPE_COUNT };
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_C_FLOAT_COMPLEX MPI_C_COMPLEX
#define MPI_CXX_BOOL MPI_C_BOOL
#define MPI_CXX_FLOAT_COMPLEX MPI_C_COMPLEX
#define MPI_CXX_DOUBLE_COMPLEX MPI_C_DOUBLE_COMPLEX
#define MPI_CXX_LONG_DOUBLE_COMPLEX MPI_C_LONG_DOUBLE_COMPLEX

/* X(name, function of combine.c) */
#define FL_MPI_OPS(X)                                                                                               \
    X(MAX, MAX) X(MIN, MIN) X(SUM, SUM) X(PROD, PROD) X(LAND, LAND) X(BAND, AND) X(LOR, LOR) X(BOR, OR) X(LXOR, LXOR) \
    X(BXOR, XOR) X(MINLOC, MINLOC) X(MAXLOC, MAXLOC) X(REPLACE, REPLACE) X(NO_OP, NO_OP)
#define FL_MPI_OP(name, function) MPI_##name,
enum { MPI_OP_NULL, FL_MPI_OPS(FL_MPI_OP) FL_MPI_OP_COUNT };

/* X(name, text) */
#define FL_MPI_ERRORS(X)                                                                                              \
    X(BUFFER, "invalid buffer") X(COUNT, "invalid count") X(TYPE, "invalid datatype") X(TAG, "invalid tag")           \
    X(COMM, "invalid communicator") X(RANK, "invalid rank") X(REQUEST, "invalid request") X(ROOT, "invalid root")     \
    X(GROUP, "invalid group") X(OP, "invalid operation") X(ARG, "invalid argument") X(TRUNCATE, "message truncated")  \
    X(UNKNOWN, "unknown error") X(OTHER, "other error") X(INTERN, "internal error") X(IN_STATUS, "error in a status") \
    X(PENDING, "pending request") X(WIN, "invalid window") X(BASE, "invalid base") X(SIZE, "invalid size")            \
    X(DISP, "invalid displacement") X(INFO, "invalid info object") X(INFO_KEY, "invalid key")                         \
    X(INFO_VALUE, "invalid value") X(INFO_NOKEY, "key not there") X(LOCKTYPE, "invalid type of lock")                 \
    X(ASSERT, "invalid assert") X(RMA_CONFLICT, "conflicting accesses") X(RMA_SYNC, "wrong synchronisation")          \
    X(RMA_RANGE, "target outside of the window") X(RMA_ATTACH, "memory cannot be attached")                           \
    X(RMA_SHARED, "memory cannot be shared") X(RMA_FLAVOR, "wrong flavour of window") X(KEYVAL, "invalid keyval")     \
    X(NO_MEM, "no memory") X(NAME, "invalid name") X(TOPOLOGY, "invalid topology") X(DIMS, "invalid dimensions")      \
    X(UNSUPPORTED_OPERATION, "not supported")
#define FL_MPI_ERROR(name, text) MPI_ERR_##name,
enum { MPI_SUCCESS, FL_MPI_ERRORS(FL_MPI_ERROR) MPI_ERR_LASTCODE };

enum { MPI_TAG_UB = 1, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_APPNUM, MPI_LASTUSEDCODE,
    MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL };
enum { MPI_WIN_FLAVOR_CREATE = 1, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED };
enum { MPI_WIN_SEPARATE = 1, MPI_WIN_UNIFIED };
enum { MPI_LOCK_EXCLUSIVE = 1, MPI_LOCK_SHARED };
enum { MPI_MODE_NOCHECK = 1, MPI_MODE_NOSTORE = 2, MPI_MODE_NOPUT = 4, MPI_MODE_NOPRECEDE = 8, MPI_MODE_NOSUCCEED = 16 };

typedef void MPI_User_function(void* in, void* inout, int* elements, MPI_Datatype* type);
typedef void MPI_Comm_errhandler_function(MPI_Comm* comm, int* code, ...);
typedef void MPI_Win_errhandler_function(MPI_Win* win, int* code, ...);
typedef int MPI_Comm_copy_attr_function(MPI_Comm old, int keyval, void* extra, void* in, void* out, int* flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int keyval, void* value, void* extra);
typedef MPI_Comm_errhandler_function MPI_Handler_function, MPI_Comm_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef MPI_Comm_copy_attr_function MPI_Win_copy_attr_function, MPI_Type_copy_attr_function;
typedef MPI_Comm_delete_attr_function MPI_Win_delete_attr_function, MPI_Type_delete_attr_function;

#ifdef __cplusplus
extern "C" {
#endif

int fl_attribute_dup(MPI_Comm old, int keyval, void* extra, void* in, void* out, int* flag);
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function*)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function*)0)
#define MPI_COMM_DUP_FN fl_attribute_dup
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_DUP_FN fl_attribute_dup
#define MPI_WIN_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_WIN_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_WIN_DUP_FN fl_attribute_dup
#define MPI_TYPE_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_TYPE_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_TYPE_DUP_FN fl_attribute_dup

/* a collective, and what begins it */
#define FL_LIST(...) __VA_ARGS__
#define FL_C(name, begin, parameters, ...)                                                     \
    FL_M(name, parameters, __VA_ARGS__)                                                         \
    FL_R(begin, (FL_LIST parameters, MPI_Request* request), __VA_ARGS__)                        \
    FL_R(name##_init, (FL_LIST parameters, MPI_Info info FL_UNUSED, MPI_Request* request), __VA_ARGS__)
#ifndef FL_BODIES /* of mpi.c */
#define FL_UNUSED
#define FL_B(R, name, parameters, ...) R MPI_##name parameters; R PMPI_##name parameters;
#define FL_M(name, parameters, ...) FL_B(int, name, parameters, )
#define FL_R FL_M
#include "fairlead/mpi_calls.h"
#include "fairlead/mpi_local.h"
#endif

#ifdef __cplusplus
}
#endif

/* handles are numbers in Fortran, too */
#define MPI_Comm_c2f(handle) (handle)
#define MPI_Comm_f2c(handle) (handle)
#define MPI_Group_c2f(handle) (handle)
#define MPI_Group_f2c(handle) (handle)
#define MPI_Info_c2f(handle) (handle)
#define MPI_Info_f2c(handle) (handle)
#define MPI_Op_c2f(handle) (handle)
#define MPI_Op_f2c(handle) (handle)
#define MPI_Request_c2f(handle) (handle)
#define MPI_Request_f2c(handle) (handle)
#define MPI_Type_c2f(handle) (handle)
#define MPI_Type_f2c(handle) (handle)
#define MPI_Win_c2f(handle) (handle)
#define MPI_Win_f2c(handle) (handle)

#endif
