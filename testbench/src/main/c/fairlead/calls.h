/* SPDX-License-Identifier: Apache-2.0 */
/* The requests that a process sends. The other side knows them by these names, of which the first message has the list. */
#ifndef FAIRLEAD_CALLS_H
#define FAIRLEAD_CALLS_H

#include <stdint.h>

#define FL_CALLS(X)                                                                                            \
    X(INIT) X(FINALIZE) X(EXIT) X(CLOCK) X(SLEEP) X(MALLOC) X(REALLOC) X(FREE) X(PUT) X(GET) X(IPUT) X(IGET)     \
    X(FENCE) X(QUIET) X(BARRIER) X(WAIT) X(WAIT_VECTOR) X(ATOMIC) X(PUT_SIGNAL) X(LOCK) X(BROADCAST) X(COLLECT) \
    X(ALLTOALL) X(REDUCE) X(MPI)
#define FL_ID(name) FL_##name,
enum { FL_CALLS(FL_ID) FL_CALL_COUNT };

enum { FL_ARGUMENTS = 14, FL_NAME = 48 };

/*
 * One request: the call, where the program called it, its context (number * 2, and 1 more for one of the shared team),
 * what the program has loaded and stored since its last call, the function's name, and the arguments.
 */
struct fl_request {
    int64_t call, from, context, accesses, count;
    char name[FL_NAME];
    int64_t arguments[FL_ARGUMENTS];
};

/* What the other side asks of a process that is blocked in a call, until RETURN ends the call. */
enum { FL_RETURN, FL_READ, FL_WRITE, FL_COMBINE, FL_APPLY };
struct fl_command {
    int64_t what, address, length, operand; /* COMBINE: address and operand are the vectors, length says function, type */
    int64_t function; /* APPLY: of the program, with the vectors; length is the type's handle * 2^32 + elements */
};

enum { FL_AMO_FETCH, FL_AMO_SET, FL_AMO_SWAP, FL_AMO_CSWAP, FL_AMO_ADD, FL_AMO_AND, FL_AMO_OR, FL_AMO_XOR };
enum { FL_LOCK_SET, FL_LOCK_TEST, FL_LOCK_CLEAR };
enum { FL_WAIT_UNTIL, FL_WAIT_TEST };

/* Bytes that one instruction has loaded, or stored. */
struct fl_access {
    uintptr_t from, first, end, writes;
};

extern int fl_pe, fl_pes, fl_watches;
extern _Thread_local int fl_context;
extern _Thread_local volatile int fl_inside;
void fl_make_teams(void);
int fl_symmetric(const void* address);
int64_t fl_call(int call, const char* name, void* from, const int64_t* arguments);
_Noreturn void fl_die(const char* what, const char* name);
int fl_thread(void); /* number of the thread, from 0 on */
int64_t fl_take_accesses(int64_t* place) __attribute__((weak)); /* in programs that were compiled with --race */
void fl_combine(void* into, const void* with, int64_t what);
unsigned int fl_functions(int type); /* a bit for each one that combines this type */

#endif
