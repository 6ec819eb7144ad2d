// SPDX-License-Identifier: Apache-2.0
// The functions of the library: each marshals its arguments into one request.
#include <stdlib.h>
#include <string.h>

#include "fairlead/calls.h"
#include "fairlead/reduce.h"

#define FL_BODIES
#include "shmem.h"

#define FL_UNUSED __attribute__((unused))
#define I(value) ((int64_t)(value))
#define P(pointer) ((int64_t)(pointer))
#define W(value)                                      \
    ({                                                \
        __typeof__(value) plain_ = (value);           \
        int64_t word_ = 0;                            \
        memcpy(&word_, &plain_, sizeof plain_);       \
        word_;                                        \
    })
#define CALL(call, ...) \
    fl_call(FL_##call, __func__, __builtin_return_address(0), (const int64_t[FL_ARGUMENTS]){__VA_ARGS__})
#define SIGNED(T) ((T)-1 < (T)1)
#define WAIT(how, T, cmp, value) CALL(WAIT, FL_WAIT_##how, P(variable), sizeof(T), SIGNED(T), cmp, W(value))
#define VARIABLES(T, indices, values, stride, how, wanted)                                                      \
    CALL(WAIT_VECTOR, how, P(variables), sizeof(T) * 2 + SIGNED(T), cmp, P(values), stride, I(nelems), P(status), \
         P(indices), I(wanted))

struct fl_team fl_team_world, fl_team_shared;
struct fl_context fl_context_default = {&fl_team_world, 0, 0};
static long double fl_scratches[64]; /* what a thread puts or gets as a single value */
#define fl_scratch (fl_scratches + fl_thread() % 64)
static int fl_threads = SHMEM_THREAD_SINGLE; /* what was asked for */
static char fl_work[1 << 16] __attribute__((aligned(1 << 16))); /* of reductions: an operand, and the result so far */

void fl_make_teams(void) {
    fl_team_world = (struct fl_team){0, 1, fl_pes, 0};
    fl_team_shared = (struct fl_team){fl_pe, 1, 1, 0};
}

/* Returns the number of a PE within a team, or -1. */
static int fl_member(shmem_team_t team, int pe) {
    int apart = pe - team->start, number = team->stride ? apart / team->stride : 0;
    return number >= 0 && number < team->size && number * team->stride == apart ? number : -1;
}

static int fl_world_pe(shmem_ctx_t ctx, int pe) {
    if (!ctx) fl_die("the context is not valid", "a function of a context");
    fl_context = ctx->number;
    return ctx->team->start + pe * ctx->team->stride;
}

static int fl_split(shmem_team_t parent, int start, int stride, int size, int contexts, shmem_team_t* made) {
    *made = SHMEM_TEAM_INVALID;
    int last = start + (size - 1) * stride;
    if (!parent || size < 1 || start < 0 || start >= parent->size || last < 0 || last >= parent->size) return -1;
    struct fl_team team = {parent->start + start * parent->stride, stride * parent->stride, size, contexts};
    if (fl_member(&team, fl_pe) >= 0) {
        *made = malloc(sizeof team);
        if (!*made) return -1;
        **made = team;
    }
    return 0;
}

static void fl_forget(shmem_team_t team) {
    if (team != SHMEM_TEAM_WORLD && team != SHMEM_TEAM_SHARED) free(team);
}

static int fl_new_context(shmem_team_t team, long options, shmem_ctx_t* made) {
    static int contexts;
    *made = team ? malloc(sizeof **made) : NULL;
    if (!*made) return -1;
    **made = (struct fl_context){team, options, 2 * ++contexts + (team == SHMEM_TEAM_SHARED)};
    return 0;
}

#define FL_D(R, name, parameters, ...) \
    R name parameters;                 \
    R name parameters __VA_ARGS__
#include "fairlead/functions.h"
#include "fairlead/groups.h"
