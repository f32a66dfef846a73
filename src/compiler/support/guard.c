// See guard.h.
//
// LLVM and the C++ library have one handler per process for each kind of error that they do not return from.
// Ours are installed at the first compile and never taken out; on threads that are in no compile of ours they
// do what the one before them did, or what happens without any, so that other users of the same libraries
// (Mesa's drivers, a program's own JIT) see no difference. On ours they leave by longjmp: LLVM is built
// without exceptions, its frames clean up nothing, and its context is abandoned, not disposed of.
//
// LLVM takes no lock across a pass; what the handlers themselves hold is released before they are called
// (llvm/lib/Support/ErrorHandling.cpp).
#include "compiler/support/guard.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <llvm-c/ErrorHandling.h>

#include "compiler/support/guard_heap.h"
#include "util/arena.h"
#include "util/fork.h"

enum { LOOK_NS = 20000000 }; // between two looks at the processor time

struct guard {
    jmp_buf leave;
    void (*f)(void *);
    void *data;
    struct guard_report *report;
    uint64_t until; // of the thread's processor time
    int64_t looked; // at the processor time: when
    struct guard_heap heap;
    enum guard_end end;
};

static struct guard_bounds bounds = {GUARD_SECONDS * UINT64_C(1000), GUARD_BYTES, GUARD_ABANDONED};
// Heap of LLVM contexts that were left behind.
static atomic_uint_least64_t abandoned;

static _Thread_local struct guard *current;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// ---- handlers

static _Noreturn void leave(enum guard_end end, bool in_llvm, const char *why)
{
    struct guard *g = current;
    guard_heap_watch(NULL);
    g->end = end;
    g->report->llvm_whole = !in_llvm;
    snprintf(g->report->why, sizeof(g->report->why), "%s", why ? why : "");
    if (in_llvm && g->heap.llvm > 0)
        atomic_fetch_add(&abandoned, (uint64_t)g->heap.llvm);
    longjmp(g->leave, 1);
}

// Returns for others' threads: LLVM goes on to end the process, as it would have.
static void on_fatal(const char *reason)
{
    if (current)
        leave(GUARD_FATAL, true, reason);
}

// void (*)(void *, const char *, bool) of llvm::install_bad_alloc_error_handler.
static void on_bad_alloc(void *data, const char *reason, bool diagnose)
{
    (void)data, (void)diagnose;
    if (current)
        leave(GUARD_OUT_OF_MEMORY, true, reason);
}

// A C++ exception that nobody catches: a failed allocation in the C++ library (std::bad_alloc,
// std::length_error).
static void (*terminate_before)(void);

static void on_terminate(void)
{
    if (current)
        leave(GUARD_OUT_OF_MEMORY, true, "out of memory in LLVM");
    if (terminate_before)
        terminate_before();
    abort();
}

// (A function of its own for tests/tsan.supp: LLVM leaves a lock by a jump, as if this had.)
static __attribute__((noinline)) void tell_llvm(void)
{
    void (*set_bad_alloc)(void (*)(void *, const char *, bool), void *);
    void *symbol = dlsym(RTLD_DEFAULT, "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_");
    LLVMInstallFatalErrorHandler(on_fatal);
    if (symbol) {
        memcpy(&set_bad_alloc, &symbol, sizeof(symbol));
        set_bad_alloc(on_bad_alloc, NULL);
    }
    atomic_signal_fence(memory_order_seq_cst); // no tail call
}

static void install(void)
{
    guard_heap_install();
    typedef void (*handler_fn)(void);
    handler_fn (*set_terminate)(handler_fn);
    void *symbol;
    tell_llvm();
    if ((symbol = dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE"))) {
        memcpy(&set_terminate, &symbol, sizeof(symbol));
        terminate_before = set_terminate(on_terminate);
    }
}

// ---- limits

static uint64_t cpu_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static int64_t now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void check_time(bool in_llvm)
{
    struct guard *g = current;
    int64_t now = g ? now_ns() : 0; // which takes no system call
    if (!g || now - g->looked < LOOK_NS)
        return;
    g->looked = now;
    if (cpu_ns() > g->until)
        leave(GUARD_TOO_LONG, in_llvm, NULL);
}

void guard_check_time(void)
{
    check_time(false);
}

// From arenas, for each of their chunks: where the heap is not watched, this is.
static void on_chunk(void *data, size_t bytes)
{
    (void)data;
    if (bytes > bounds.bytes)
        leave(GUARD_TOO_LARGE, false, NULL);
    check_time(false);
}

static void on_heap(bool in_llvm)
{
    leave(GUARD_TOO_LARGE, in_llvm, NULL);
}

struct guard_bounds guard_set_bounds(const struct guard_bounds *b)
{
    struct guard_bounds old = bounds;
    bounds = *b;
    return old;
}

const struct guard_bounds *guard_get_bounds(void)
{
    return &bounds;
}

// ---- the thread

static void run(struct guard *g)
{
    jmp_buf oom;
    struct arena_limit limit = {.check = on_chunk};
    current = g;
    g->until = cpu_ns() + bounds.ms * 1000000;
    g->looked = now_ns();
    g->heap = (struct guard_heap){.limit = bounds.bytes, .over = on_heap, .tick = check_time};
    if (setjmp(g->leave) == 0) {
        if (setjmp(oom) == 0) {
            arena_set_oom(oom);
            arena_set_limit(&limit);
            guard_heap_watch(&g->heap);
            g->f(g->data);
        } else {
            g->end = GUARD_OUT_OF_MEMORY;
        }
    }
    guard_heap_watch(NULL);
    arena_set_limit(NULL);
    arena_set_oom(NULL);
    current = NULL;
}

// Threads stay for the next compile: a new one each time would touch new pages of stack and heap, which takes
// as long as a small compile. All of it, and each worker's job, under the lock.
struct worker {
    struct worker *next; // of those that wait
    pthread_cond_t wake, done;
    struct guard *job;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t quiet = PTHREAD_COND_INITIALIZER;
static struct worker *idle;
static unsigned active;

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!w->job)
            pthread_cond_wait(&w->wake, &lock);
        pthread_mutex_unlock(&lock);
        run(w->job);
        pthread_mutex_lock(&lock);
        w->job = NULL;
        pthread_cond_signal(&w->done);
    }
    return NULL;
}

// With as much stack as there is, by halves; the program's signals are not for it.
static bool start(struct worker *w)
{
    pthread_t thread;
    pthread_attr_t attr;
    sigset_t all, old;
    int err = -1;
    if (pthread_attr_init(&attr))
        return false;
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (size_t size = GUARD_STACK; err && size >= (size_t)8 << 20; size /= 2)
        err = pthread_attr_setstacksize(&attr, size) || pthread_create(&thread, &attr, worker_main, w);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    return !err;
}

// With the lock held. NULL: no memory for one.
static struct worker *take_worker(void)
{
    struct worker *w = idle;
    if (w) {
        idle = w->next;
        return w;
    }
    w = calloc(1, sizeof(*w));
    if (!w)
        return NULL;
    pthread_cond_init(&w->wake, NULL);
    pthread_cond_init(&w->done, NULL);
    if (start(w))
        return w;
    free(w);
    return NULL;
}

enum guard_end guard_run(void (*f)(void *), void *data, struct guard_report *report)
{
    struct guard g = {.f = f, .data = data, .report = report, .end = GUARD_DONE};
    *report = (struct guard_report){.llvm_whole = true};
    if (atomic_load(&abandoned) > bounds.abandoned)
        return GUARD_TOO_MUCH_LEFT;
    pthread_mutex_lock(&lock);
    pthread_once(&once, install); // no fork in the middle: it looks at the loader's list
    struct worker *w = take_worker();
    if (w) {
        w->job = &g;
        active++;
        pthread_cond_signal(&w->wake);
        while (w->job)
            pthread_cond_wait(&w->done, &lock);
        if (report->llvm_whole) {
            w->next = idle;
            idle = w;
        } // else LLVM's list of timers (TimerGroup) points to its stack, which nobody may use again: it waits
          // for ever
        if (!--active)
            pthread_cond_broadcast(&quiet);
    }
    pthread_mutex_unlock(&lock);
    return w ? g.end : GUARD_OUT_OF_MEMORY;
}

// ---- fork

// A compile of another thread may hold locks of LLVM's, which a child would find held for ever: it is waited
// for.
static void wait_for_quiet(void)
{
    struct timespec until;
    pthread_mutex_lock(&lock);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (active && !pthread_cond_timedwait(&quiet, &lock, &until))
        ;
}

// The threads are the parent's.
static void begin_anew(void)
{
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&quiet, NULL);
    idle = NULL;
    active = 0;
}

void kiln_library_fork(enum kiln_fork step)
{
    static _Thread_local unsigned prepared;
    if (!kiln_fork_acts(step, &prepared))
        return;
    if (step == KILN_FORK_PREPARE)
        wait_for_quiet();
    else if (step == KILN_FORK_PARENT)
        pthread_mutex_unlock(&lock);
    else
        begin_anew();
}

static void fork_prepare(void)
{
    kiln_library_fork(KILN_FORK_PREPARE);
}

static void fork_parent(void)
{
    kiln_library_fork(KILN_FORK_PARENT);
}

static void fork_child(void)
{
    kiln_library_fork(KILN_FORK_CHILD);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(fork_prepare, fork_parent, fork_child);
}
