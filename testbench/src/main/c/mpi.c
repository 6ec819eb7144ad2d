// SPDX-License-Identifier: Apache-2.0
// The functions of MPI: most marshal their arguments into one request. Attributes are kept here, because they have
// functions of the program.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairlead/calls.h"
#include "fairlead/reduce.h"

#define FL_BODIES
#include "mpi.h"

#define FL_UNUSED __attribute__((unused))
#define FROM __builtin_return_address(0)
#define NAME (__func__ + 1) /* without the P of PMPI_ */
#define CALL(call, ...) fl_call(FL_##call, NAME, FROM, (const int64_t[FL_ARGUMENTS]){__VA_ARGS__})

/* a word of each argument */
#define FL_W1(a) (int64_t)(a)
#define FL_W2(a, ...) (int64_t)(a), FL_W1(__VA_ARGS__)
#define FL_W3(a, ...) (int64_t)(a), FL_W2(__VA_ARGS__)
#define FL_W4(a, ...) (int64_t)(a), FL_W3(__VA_ARGS__)
#define FL_W5(a, ...) (int64_t)(a), FL_W4(__VA_ARGS__)
#define FL_W6(a, ...) (int64_t)(a), FL_W5(__VA_ARGS__)
#define FL_W7(a, ...) (int64_t)(a), FL_W6(__VA_ARGS__)
#define FL_W8(a, ...) (int64_t)(a), FL_W7(__VA_ARGS__)
#define FL_W9(a, ...) (int64_t)(a), FL_W8(__VA_ARGS__)
#define FL_W10(a, ...) (int64_t)(a), FL_W9(__VA_ARGS__)
#define FL_W11(a, ...) (int64_t)(a), FL_W10(__VA_ARGS__)
#define FL_W12(a, ...) (int64_t)(a), FL_W11(__VA_ARGS__)
#define FL_W13(a, ...) (int64_t)(a), FL_W12(__VA_ARGS__)
#define FL_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, W, ...) W
#define FL_WORDS(...)                                                                                                 \
    FL_PICK(__VA_ARGS__, FL_W13, FL_W12, FL_W11, FL_W10, FL_W9, FL_W8, FL_W7, FL_W6, FL_W5, FL_W4, FL_W3, FL_W2, FL_W1) \
    (__VA_ARGS__)
#define FL_ASK(...) fl_result(CALL(MPI, FL_WORDS(__VA_ARGS__)))
/* communicator and request come last, at places that they have in no other call */
#define FL_BEGIN(...) fl_result(CALL(MPI, FL_WORDS(__VA_ARGS__), [FL_ARGUMENTS - 2] = (int64_t)comm, (int64_t)request))

enum { ON_COMM, ON_TYPE, ON_WIN };
enum { FIRST = 1000, SCRATCH = 1 << 16 };

static int fl_state, fl_threads; /* 0 before init, 2 after finalize */
static void* fl_buffer;
static int fl_buffer_bytes;
static char fl_scratch[2 * SCRATCH] __attribute__((aligned(16))); /* operands of reductions */

// ---- what the other side must know

enum { FL_REPLACE = 13, FL_NO_OP = 14 }; /* not in combine.c */
enum { FL_TYPE_none = -1 };
struct fl_known_type {
    int size, extent, align, number;
    unsigned int functions;
};
#define FL_TEXT(name, what) what,
static const char* const fl_texts[] = {"no error", FL_MPI_ERRORS(FL_TEXT)};
#define FL_NAME_OF_TYPE(name, T, word) " MPI_" #name
#define FL_NAME_OF(name, what) " " #name
static const char fl_names[] = "MPI_DATATYPE_NULL" FL_MPI_TYPES(FL_NAME_OF_TYPE) ";NULL" FL_MPI_OPS(FL_NAME_OF) ";SUCCESS" FL_MPI_ERRORS(FL_NAME_OF);
#define FL_NUMBER_OF(name, function) FL_##function,
static const int fl_numbers[] = {0, FL_MPI_OPS(FL_NUMBER_OF)};

static int fl_start(int threads, const char* name, void* from) {
    static struct fl_known_type types[FL_MPI_TYPE_COUNT];
#define FL_KNOWN(name, T, word)                                                                                      \
    types[MPI_##name] = (struct fl_known_type){(int)sizeof(T), (int)sizeof(T), (int)__alignof__(T), FL_TYPE_##word, \
                                                FL_TYPE_##word < 0 ? 0 : fl_functions(FL_TYPE_##word)};
    FL_MPI_TYPES(FL_KNOWN)
    unsigned int bits = 1u << FL_AND | 1u << FL_OR | 1u << FL_XOR;
    types[MPI_BYTE].functions = bits;
    types[MPI_DOUBLE_INT].size = types[MPI_LONG_INT].size = (int)(sizeof(double) + sizeof(int));
    types[MPI_LONG_DOUBLE_INT].size = (int)(sizeof(long double) + sizeof(int));
    fl_threads = threads;
    fl_state = fl_state ? fl_state : 1;
    fl_call(FL_INIT, name, from, (const int64_t[FL_ARGUMENTS]){(int64_t)types, FL_MPI_TYPE_COUNT, (int64_t)fl_names,
        sizeof fl_names - 1, (int64_t)fl_numbers, (int64_t)fl_scratch, SCRATCH});
    return MPI_SUCCESS;
}

static void* fl_memory(MPI_Aint bytes) {
    void* made = NULL;
    size_t size = bytes > 0 ? (size_t)bytes : 1;
    if (posix_memalign(&made, 64, size)) return NULL;
    return memset(made, 0, size);
}

// ---- errors: code, number of the program's function and object of a reply

typedef void fl_error_function(int* object, int* code, ...);
static fl_error_function** fl_handlers;
static int fl_handler_count;

static int fl_handler(fl_error_function* function, MPI_Errhandler* handler) {
    fl_handlers = realloc(fl_handlers, sizeof *fl_handlers * (size_t)(fl_handler_count + 1));
    fl_handlers[fl_handler_count] = function;
    *handler = FIRST + fl_handler_count++;
    return MPI_SUCCESS;
}

static int fl_result(int64_t reply) {
    int code = reply & 0xffff, handler = reply >> 16 & 0xffff, object = (int)(reply >> 32);
    if (handler >= FIRST) fl_handlers[handler - FIRST](&object, &code);
    return code;
}

// ---- attributes

struct fl_keyval {
    MPI_Comm_copy_attr_function* copy;
    MPI_Comm_delete_attr_function* drop;
    void* extra;
};
struct fl_attribute {
    int kind, object, keyval;
    void* value;
    struct fl_attribute* next;
};
struct fl_window {
    int win, unit, flavor, model;
    MPI_Aint bytes;
    void* base;
    struct fl_window* next;
};
static struct fl_keyval* fl_keyvals;
static int fl_keyval_count;
static struct fl_attribute* fl_attributes; /* the last one first */
static struct fl_window* fl_windows;

int fl_attribute_dup(MPI_Comm old FL_UNUSED, int keyval FL_UNUSED, void* extra FL_UNUSED, void* in, void* out, int* flag) {
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int fl_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* drop, int* keyval, void* extra) {
    fl_keyvals = realloc(fl_keyvals, sizeof *fl_keyvals * (size_t)(fl_keyval_count + 1));
    fl_keyvals[fl_keyval_count] = (struct fl_keyval){copy, drop, extra};
    *keyval = FIRST + fl_keyval_count++;
    return MPI_SUCCESS;
}

static struct fl_attribute** fl_find(int kind, int object, int keyval) {
    struct fl_attribute** at = &fl_attributes;
    while (*at && ((*at)->kind != kind || (*at)->object != object || (keyval && (*at)->keyval != keyval))) at = &(*at)->next;
    return at;
}

/* Takes one away; keyval 0 stands for any. */
static int fl_delete(int kind, int object, int keyval) {
    struct fl_attribute** at = fl_find(kind, object, keyval);
    struct fl_attribute* old = *at;
    if (!old) return MPI_ERR_KEYVAL;
    struct fl_keyval* key = &fl_keyvals[old->keyval - FIRST];
    int code = key->drop ? key->drop(object, old->keyval, old->value, key->extra) : MPI_SUCCESS;
    if (code) return code;
    at = fl_find(kind, object, old->keyval);
    *at = old->next;
    free(old);
    return MPI_SUCCESS;
}

static int fl_drop(int kind, int object) {
    int code = MPI_SUCCESS;
    while (!code && *fl_find(kind, object, 0)) code = fl_delete(kind, object, 0);
    return code;
}

static int fl_set(int kind, int object, int keyval, void* value) {
    if (keyval < FIRST || keyval >= FIRST + fl_keyval_count) return MPI_ERR_KEYVAL;
    if (*fl_find(kind, object, keyval)) {
        int code = fl_delete(kind, object, keyval);
        if (code) return code;
    }
    struct fl_attribute* made = malloc(sizeof *made);
    *made = (struct fl_attribute){kind, object, keyval, value, fl_attributes};
    fl_attributes = made;
    return MPI_SUCCESS;
}

static int fl_copy(int kind, int old, int made) {
    int code = MPI_SUCCESS;
    for (struct fl_attribute* at = fl_attributes; at && !code; at = at->next) {
        if (at->kind != kind || at->object != old) continue;
        struct fl_keyval* key = &fl_keyvals[at->keyval - FIRST];
        void* value = NULL;
        int flag = 0;
        if (key->copy) code = key->copy(old, at->keyval, key->extra, at->value, &value, &flag);
        if (!code && flag) code = fl_set(kind, made, at->keyval, value);
    }
    return code;
}

static void* fl_of_comm(int keyval) {
    static int tags = 0x7fffffff, none = MPI_PROC_NULL, any = MPI_ANY_SOURCE, yes = 1, last = MPI_ERR_LASTCODE;
    switch (keyval) {
        case MPI_TAG_UB: return &tags;
        case MPI_HOST: return &none;
        case MPI_IO: return &any;
        case MPI_WTIME_IS_GLOBAL: return &yes;
        case MPI_UNIVERSE_SIZE: return &fl_pes;
        case MPI_LASTUSEDCODE: return &last;
        default: return NULL;
    }
}

static void* fl_of_window(int win, int keyval) {
    struct fl_window* at = fl_windows;
    while (at && at->win != win) at = at->next;
    if (!at) return NULL;
    switch (keyval) {
        case MPI_WIN_BASE: return at->base;
        case MPI_WIN_SIZE: return &at->bytes;
        case MPI_WIN_DISP_UNIT: return &at->unit;
        case MPI_WIN_CREATE_FLAVOR: return &at->flavor;
        case MPI_WIN_MODEL: return &at->model;
        default: return NULL;
    }
}

static int fl_get(int kind, int object, int keyval, void* value, int* flag) {
    struct fl_attribute* own = keyval >= FIRST ? *fl_find(kind, object, keyval) : NULL;
    void* found = own ? own->value : kind == ON_COMM ? fl_of_comm(keyval) : kind == ON_WIN ? fl_of_window(object, keyval) : NULL;
    *flag = own || found || (kind == ON_WIN && keyval == MPI_WIN_BASE);
    if (*flag) *(void**)value = found;
    return MPI_SUCCESS;
}

static int fl_window(int win, void* base, MPI_Aint bytes, int unit, int flavor) {
    struct fl_window* made = malloc(sizeof *made);
    *made = (struct fl_window){win, unit, flavor, MPI_WIN_UNIFIED, bytes, base, fl_windows};
    fl_windows = made;
    return MPI_SUCCESS;
}

static void fl_forget(int win) {
    for (struct fl_window** at = &fl_windows; *at; at = &(*at)->next) {
        if ((*at)->win == win) {
            struct fl_window* old = *at;
            *at = old->next;
            if (old->flavor == MPI_WIN_FLAVOR_ALLOCATE || old->flavor == MPI_WIN_FLAVOR_SHARED) free(old->base);
            free(old);
            return;
        }
    }
}

#define FL_B(R, name, parameters, ...)                                             \
    R PMPI_##name parameters;                                                      \
    R MPI_##name parameters __attribute__((weak, alias("PMPI_" #name)));           \
    R PMPI_##name parameters __VA_ARGS__
#define FL_M(name, parameters, ...) FL_B(int, name, parameters, { return FL_ASK(__VA_ARGS__); })
#define FL_R(name, parameters, ...) FL_B(int, name, parameters, { return FL_BEGIN(__VA_ARGS__); })
#include "fairlead/mpi_calls.h"
#include "fairlead/mpi_local.h"
