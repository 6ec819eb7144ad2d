// SPDX-License-Identifier: Apache-2.0
// The process's side of the link: a call is one request, and while it lasts the process serves reads and writes of its
// own memory. The symmetric heap is reserved here; clocks show the cycles of the machine as nanoseconds.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "fairlead/calls.h"

enum { ENDED = 2 };
static const uintptr_t heap_place = 0x200000000000; /* the same in every process, far from what a kernel chooses */
static const int64_t billion = 1000000000;

int fl_pe = -1, fl_pes;
int fl_watches; /* 1 if loads and stores are asked for */
_Thread_local int fl_context;          /* of the call */
_Thread_local volatile int fl_inside; /* 1 while the library works: what it accesses is not of the program */
static int link_to = -1;
static size_t heap_size;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t next_turn = PTHREAD_COND_INITIALIZER;
static uint64_t drawn, served; /* tickets of calls: threads call one after the other, in the order in which they came */
static _Thread_local int thread;
typedef void fl_applied(void* in, void* inout, int* elements, int* type);
extern char __data_start[], _end[]; /* the linker's: all global and static variables of the program */

void fl_die(const char* what, const char* name) {
    fprintf(stderr, "fairlead: PE %d: %s: %s\n", fl_pe, name, what);
    _exit(ENDED);
}

/* The machine is gone when a transfer fails, and nobody reads what could be said about it. */
static void send_all(const void* bytes, size_t length) {
    for (const char* at = bytes; length > 0;) {
        ssize_t sent = send(link_to, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) _exit(ENDED);
        if (sent > 0) at += sent, length -= (size_t)sent;
    }
}

static void receive_all(void* bytes, size_t length) {
    static char kept[1 << 12]; /* several commands come together */
    static size_t from, to;
    for (char* at = bytes; length > 0;) {
        if (from == to) {
            ssize_t got = recv(link_to, kept, sizeof kept, 0);
            if (got == 0 || (got < 0 && errno != EINTR)) _exit(ENDED);
            from = 0, to = got < 0 ? 0 : (size_t)got;
        }
        size_t part = length < to - from ? length : to - from;
        memcpy(at, kept + from, part);
        at += part, from += part, length -= part;
    }
}

int fl_thread(void) {
    static int threads;
    return thread ? thread - 1 : (thread = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED)) - 1;
}

static void enter(void) {
    pthread_mutex_lock(&gate);
    for (uint64_t mine = drawn++; mine != served;) pthread_cond_wait(&next_turn, &gate);
    pthread_mutex_unlock(&gate);
}

static int64_t leave(int64_t result) {
    pthread_mutex_lock(&gate);
    served++;
    pthread_cond_broadcast(&next_turn);
    pthread_mutex_unlock(&gate);
    fl_inside = fl_context = 0;
    return result;
}

int64_t fl_call(int call, const char* name, void* from, const int64_t* arguments) {
    if (link_to < 0) fl_die("start this program with: scripts/fairlead run --native -n PES -- PROGRAM", name);
    if (fl_inside) fl_die("is called by a function that the library calls", name); /* of MPI_Op_create */
    fl_inside = 1;
    enter();
    static int told;
    if (fl_thread() && !told++)
        fprintf(stderr, "fairlead: PE %d calls from several threads: where they compete, a run may differ from the next\n",
                fl_pe);
    struct fl_request request = {.call = call, .from = (int64_t)from, .context = fl_context};
    if (fl_take_accesses) request.count = fl_take_accesses(&request.accesses);
    strncpy(request.name, name, FL_NAME - 1);
    memcpy(request.arguments, arguments, sizeof request.arguments);
    send_all(&request, sizeof request);
    for (;;) {
        struct fl_command command;
        receive_all(&command, sizeof command);
        switch (command.what) {
            case FL_READ:
                send_all((void*)command.address, (size_t)command.length);
                break;
            case FL_WRITE:
                receive_all((void*)command.address, (size_t)command.length);
                break;
            case FL_COMBINE:
                fl_combine((void*)command.address, (void*)command.operand, command.length);
                break;
            case FL_APPLY:
                ((fl_applied*)command.function)((void*)command.address, (void*)command.operand,
                                                &(int){(int)command.length}, &(int){(int)(command.length >> 32)});
                break;
            default:
                return leave(command.address);
        }
    }
}

int fl_symmetric(const void* address) {
    uintptr_t at = (uintptr_t)address;
    return (at >= (uintptr_t)__data_start && at < (uintptr_t)_end) || at - heap_place < heap_size;
}

static size_t heap_bytes(void) {
    const char* text = getenv("SHMEM_SYMMETRIC_SIZE");
    char* unit = NULL;
    double size = text ? strtod(text, &unit) : 0;
    if (size < 1) return (size_t)1 << 30;
    const char* power = *unit ? strchr("kKmMgG", *unit) : NULL;
    return (size_t)(size * (power ? (double)(1ULL << (10 * ((power - "kKmMgG") / 2 + 1))) : 1));
}

static int is_traced(void) {
    char text[1 << 12] = "";
    int file = open("/proc/self/status", O_RDONLY);
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    const char* tracer = got < 0 ? NULL : strstr(text, "TracerPid:");
    return tracer && atoi(tracer + sizeof "TracerPid:") != 0;
}

static sigset_t go; /* SIGCONT */

/* Waits for a debugger of the user, or for SIGCONT, which has been blocked since before this process was known. */
static void await_debugger(void) {
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    while (!is_traced() && sigtimedwait(&go, NULL, &(struct timespec){.tv_nsec = billion / 20}) < 0) continue;
    sigprocmask(SIG_UNBLOCK, &go, NULL);
}

/* Connects before main, so that the other side learns early of a program that lacks this library. */
__attribute__((constructor)) static void connect_to_machine(void) {
    const char* place = getenv("FAIRLEAD_NATIVE");
    if (!place) return;
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int asked; /* 1 for loads and stores, 2 for a debugger */
    if (sscanf(place, "%d %d %d %107s", &fl_pe, &fl_pes, &asked, to.sun_path) != 4) fl_die("is wrong", "FAIRLEAD_NATIVE");
    fl_watches = asked & 1;
    unsetenv("FAIRLEAD_NATIVE"); /* a child of this process is no processing element */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    link_to = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link_to < 0 || connect(link_to, (struct sockaddr*)&to, sizeof to)) fl_die(strerror(errno), to.sun_path);
    heap_size = heap_bytes();
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void* heap = mmap((void*)heap_place, heap_size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (heap != (void*)heap_place) fl_die(strerror(errno), "the symmetric heap");
    fl_make_teams();
    fl_thread();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
#define FL_WORD_OF(name) #name " "
    static const char names[] = FL_CALLS(FL_WORD_OF);
    if (asked & 2) sigemptyset(&go), sigaddset(&go, SIGCONT), sigprocmask(SIG_BLOCK, &go, NULL);
    int64_t hello[] = {fl_pe, (int64_t)__data_start, (int64_t)_end, (int64_t)heap, (int64_t)heap_size, sizeof names - 1};
    send_all(hello, sizeof hello);
    send_all(names, sizeof names - 1);
    if (asked & 2) await_debugger();
}

static int64_t ask(int call, const char* name, int64_t argument) {
    return fl_call(call, name, __builtin_return_address(0), (int64_t[FL_ARGUMENTS]){argument});
}

int clock_gettime(clockid_t clock, struct timespec* now) {
    if (link_to < 0) return (int)syscall(SYS_clock_gettime, clock, now);
    int64_t cycle = ask(FL_CLOCK, __func__, 0);
    *now = (struct timespec){.tv_sec = cycle / billion, .tv_nsec = cycle % billion};
    return 0;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
    (void)zone;
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    *now = (struct timeval){.tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

clock_t clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (billion / CLOCKS_PER_SEC);
}

int nanosleep(const struct timespec* wanted, struct timespec* left) {
    if (link_to < 0) return (int)syscall(SYS_nanosleep, wanted, left);
    ask(FL_SLEEP, __func__, wanted->tv_sec * billion + wanted->tv_nsec);
    return 0;
}

int usleep(useconds_t microseconds) {
    return nanosleep(&(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000L}, NULL);
}

unsigned int sleep(unsigned int seconds) {
    nanosleep(&(struct timespec){.tv_sec = seconds}, NULL);
    return 0;
}
