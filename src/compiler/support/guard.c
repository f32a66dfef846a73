// See guard.h.
//
// LLVM and the C++ library have one handler per process for each kind of error that they do not return from.
// Ours are installed at the first compile and never taken out; on threads that are in no compile of ours they
// do what the one before them did, or what happens without any, so that other users of the same libraries
// (Mesa's drivers, a program's own JIT) see no difference. On ours they leave by longjmp: LLVM is built
// without exceptions, its frames clean up nothing, and its context is abandoned, not disposed of.
//
// LLVM takes no lock across a pass; what the handlers themselves hold is released before they are called
// (llvm/lib/Support/ErrorHandling.cpp). But it links the timers of each run of its passes, which are on the
// stack, into a list of the process (llvm/lib/Support/Timer.cpp, TimerGroup). So the stacks are ours: that of
// a run that was left within LLVM stays where it is, for the process's life and its children's. What is below
// it is the next thread's: a mapping for each would be more than the kernel gives (vm.max_map_count, 65530).
//
// exit() does not hurt those at work, as LLVM's objects live on (util/library/skip_exit.h). Where others had
// loaded LLVM before, they do not: runs are waited for then, and left, and none is begun.
#include "compiler/support/guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>

#include "compiler/support/guard_heap.h"
#include "util/env.h"
#include "util/arena.h"
#include "util/fork.h"
#include "util/library/open.h"
#include "util/library/skip_exit.h"

enum { LOOK_NS = 20000000 }; // between two looks at the processor time

struct guard {
    jmp_buf leave;
    struct guard_task task;
    struct guard_report report;
    char *top; // of what it uses of the stack
    char *low; // where it was left
    pthread_cond_t done_cond;
    bool done;
    uint64_t until; // of the thread's processor time
    int64_t looked; // at the processor time: when
    struct guard_heap heap;
    enum guard_end end;
};

static struct guard_bounds bounds = {GUARD_SECONDS * UINT64_C(1000),
                                     GUARD_BYTES,
                                     GUARD_ABANDONED,
                                     GUARD_GRACE_SECONDS *UINT64_C(1000),
                                     GUARD_FORK_SECONDS *UINT64_C(1000),
                                     GUARD_EXIT_SECONDS *UINT64_C(1000)};
// Heap and stack of runs of LLVM that were left behind.
static atomic_uint_least64_t abandoned;

static _Thread_local GUARD_TLS struct guard *current;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool hurry; // runs are left at their next look at the time

// ---- handlers

static _Noreturn void leave(enum guard_end end, bool in_llvm, const char *why)
{
    struct guard *g = current;
    guard_heap_watch(NULL);
    g->end = end;
    g->report.llvm_whole = !in_llvm;
    snprintf(g->report.why, sizeof(g->report.why), "%s", why ? why : "");
    g->low = __builtin_frame_address(0);
    if (in_llvm) {
        int64_t stack = g->top - g->low;
        atomic_fetch_add(&abandoned, (uint64_t)((g->heap.llvm > 0 ? g->heap.llvm : 0) + stack));
    }
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

static const void *llvm(void)
{
    LLVMContextRef (*create)(void) = LLVMContextCreate;
    const void *p;
    memcpy(&p, &create, sizeof(p));
    return p;
}

__attribute__((constructor(KILN_SKIP_EXIT_FIRST))) static void keep_llvm(void)
{
    kiln_skip_exit(llvm());
}

static void wait_at_exit(void);

static void install(void)
{
    if (!kiln_skips_exit())
        atexit(wait_at_exit);
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
    if (cpu_ns() > g->until || atomic_load_explicit(&hurry, memory_order_relaxed))
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
    g->top = __builtin_frame_address(0);
    g->looked = now_ns();
    g->heap = (struct guard_heap){.limit = bounds.bytes, .over = on_heap, .tick = check_time};
    if (setjmp(g->leave) == 0) {
        if (setjmp(oom) == 0) {
            arena_set_oom(oom);
            arena_set_limit(&limit);
            guard_heap_watch(&g->heap);
            g->task.run(g->task.data);
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
    pthread_cond_t wake;
    pthread_t thread;
    struct guard *job;
    void *stack;
    size_t stack_size;
};

// What is left of a stack below a run that was left behind, from its guard page on; of the last such stack.
struct rest {
    char *stack;
    size_t size;
};
enum { LEAVING = 1 << 16 }; // bytes below that run, which its thread has to end in

static struct rest rest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t quiet = PTHREAD_COND_INITIALIZER; // `active`, `overdue` or `forking` is zero
static struct worker *idle;
static unsigned active, overdue; // jobs that are waited for, and that are not any more
static unsigned forking;         // threads of the program that wait in fork() for `active`
static bool cut_in_two;          // the parent was in the middle of one
static bool ending;              // wait_at_exit() was called

// With the lock held, which is let go meanwhile.
static void end_overdue(struct guard *g)
{
    pthread_mutex_unlock(&lock);
    if (g->task.drop)
        g->task.drop(g->task.data, &g->report);
    pthread_cond_destroy(&g->done_cond);
    free(g);
    pthread_mutex_lock(&lock);
    if (!--overdue)
        pthread_cond_broadcast(&quiet);
}

// With the lock held. Nothing, where a compile would have much less than it may count on.
static void keep_rest(const struct worker *w, const char *low)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), above = (size_t)(low - (char *)w->stack);
    if (above < GUARD_STACK / 2 + LEAVING || rest.stack)
        return;
    rest = (struct rest){w->stack, (above - LEAVING) / page * page};
}

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    char *low = NULL;
    bool whole = true;
    pthread_mutex_lock(&lock);
    while (whole) {
        while (!w->job)
            pthread_cond_wait(&w->wake, &lock);
        struct guard *g = w->job;
        g->until = cpu_ns() + bounds.ms * 1000000;
        pthread_mutex_unlock(&lock);
        run(g);
        pthread_mutex_lock(&lock);
        w->job = NULL;
        whole = g->report.llvm_whole;
        low = g->low;
        g->done = true;
        if (g->report.overdue)
            end_overdue(g);
        else
            pthread_cond_signal(&g->done_cond);
        if (whole) {
            w->next = idle;
            idle = w;
        }
    }
    keep_rest(w, low);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&w->wake);
    free(w); // but not the stack
    return NULL;
}

// Above a page that is its guard.
static bool start_on(struct worker *w, char *stack, size_t size, pthread_attr_t *attr)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    w->stack = stack;
    w->stack_size = size;
    return !pthread_attr_setstack(attr, stack + page, size - page) &&
           !pthread_create(&w->thread, attr, worker_main, w);
}

static bool start_on_rest(struct worker *w, pthread_attr_t *attr)
{
    if (!rest.stack || !start_on(w, rest.stack, rest.size, attr))
        return false;
    rest = (struct rest){0};
    return true;
}

static bool start_on_new(struct worker *w, size_t size, pthread_attr_t *attr)
{
    char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return false;
    if (!mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) && start_on(w, stack, size, attr))
        return true;
    munmap(stack, size);
    return false;
}

// With as much stack as there is, by halves; the program's signals are not for it. With the lock held.
static bool start(struct worker *w)
{
    pthread_attr_t attr;
    sigset_t all, old;
    if (pthread_attr_init(&attr))
        return false;
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = start_on_rest(w, &attr);
    for (size_t size = GUARD_STACK; !started && size >= (size_t)8 << 20; size /= 2)
        started = start_on_new(w, size, &attr);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    return started;
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
    if (start(w))
        return w;
    free(w);
    return NULL;
}

static struct timespec in_ns(uint64_t ns)
{
    uint64_t t = (uint64_t)now_ns() + ns;
    return (struct timespec){(time_t)(t / 1000000000), (long)(t % 1000000000)};
}

// Of the processor time that the job has, the grace with it.
static uint64_t time_left(const struct worker *w, const struct guard *g)
{
    clockid_t clock;
    struct timespec ts;
    if (pthread_getcpuclockid(w->thread, &clock) || clock_gettime(clock, &ts))
        return 1000000000; // it cannot be known: the job ends by itself, or is waited for
    uint64_t now = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
    uint64_t end = g->until + bounds.grace_ms * 1000000;
    return end > now ? end - now : 0;
}

// With the lock held. Processor time is no more than real time, so that the first look comes when there may
// be something to see. False: the job is overdue.
static bool wait_for(const struct worker *w, struct guard *g)
{
    struct timespec until = in_ns((bounds.ms + bounds.grace_ms) * 1000000);
    while (!g->done) {
        if (pthread_cond_clockwait(&g->done_cond, &lock, CLOCK_MONOTONIC, &until) != ETIMEDOUT || g->done)
            continue;
        uint64_t left = time_left(w, g);
        if (!left)
            return false;
        until = in_ns(left);
    }
    return true;
}

// With the lock held. The caller has `g` and its data back, if the report does not say otherwise.
static enum guard_end run_on(struct worker *w, struct guard *g, struct guard_report *report)
{
    w->job = g;
    active++;
    pthread_cond_signal(&w->wake);
    if (!wait_for(w, g)) {
        g->report.overdue = true;
        *report = (struct guard_report){.overdue = true};
        overdue++;
    } else {
        *report = g->report;
    }
    if (!--active)
        pthread_cond_broadcast(&quiet);
    return report->overdue ? GUARD_TOO_LONG : g->end;
}

static enum guard_end begin(struct guard *g, struct guard_report *report)
{
    while (forking)
        pthread_cond_wait(&quiet, &lock);
    if (cut_in_two)
        return GUARD_CUT_IN_TWO;
    if (ending)
        return GUARD_ENDING;
    if (overdue >= GUARD_OVERDUE || atomic_load(&abandoned) > bounds.abandoned)
        return GUARD_TOO_MUCH_LEFT;
    pthread_once(&once, install); // no fork in the middle: it looks at the loader's list
    struct worker *w = take_worker();
    return w ? run_on(w, g, report) : GUARD_OUT_OF_MEMORY;
}

enum guard_end guard_run(const struct guard_task *task, struct guard_report *report)
{
    struct guard *g = calloc(1, sizeof(*g));
    *report = (struct guard_report){.llvm_whole = true};
    if (!g)
        return GUARD_OUT_OF_MEMORY;
    *g = (struct guard){.task = *task, .report = *report, .end = GUARD_DONE};
    pthread_cond_init(&g->done_cond, NULL);
    pthread_mutex_lock(&lock);
    enum guard_end end = begin(g, report);
    pthread_mutex_unlock(&lock);
    if (report->overdue)
        return end; // and `g` is the thread's
    pthread_cond_destroy(&g->done_cond);
    free(g);
    return end;
}

// ---- exit

static void wait_until_idle(uint64_t ms)
{
    struct timespec until = in_ns(ms * 1000000);
    while ((active || overdue) && !pthread_cond_clockwait(&quiet, &lock, CLOCK_MONOTONIC, &until))
        ;
}

// What is compiled now may be wanted by handlers that come later, if it is soon there.
static void wait_at_exit(void)
{
    pthread_mutex_lock(&lock);
    ending = true;
    wait_until_idle(bounds.exit_ms);
    atomic_store(&hurry, true);
    wait_until_idle(bounds.grace_ms);
    pthread_mutex_unlock(&lock);
}

// ---- fork

// A compile of another thread may hold locks of LLVM's, which a child would find held for ever: it is waited
// for, and no other begins meanwhile. The lock is held until the fork is done.
static void wait_for_quiet(void)
{
    pthread_mutex_lock(&lock);
    struct timespec until = in_ns(bounds.fork_ms * 1000000);
    forking++;
    while (active && !pthread_cond_clockwait(&quiet, &lock, CLOCK_MONOTONIC, &until))
        ;
}

static void go_on(void)
{
    forking--;
    pthread_cond_broadcast(&quiet);
    pthread_mutex_unlock(&lock);
}

// The threads are the parent's. The stacks of those that waited are of no more use; one that was at work may
// be in LLVM's list, which may be half written.
static void begin_anew(void)
{
    cut_in_two |= active || overdue;
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&quiet, NULL);
    for (struct worker *w = idle, *next; w; w = next) {
        next = w->next;
        munmap(w->stack, w->stack_size);
        free(w);
    }
    idle = NULL;
    active = overdue = forking = 0;
}

// The handler of exit() is registered before LLVM is used.
void kiln_library_opened(const char *directory)
{
    kiln_set_directory(directory);
    pthread_once(&once, install);
}

void kiln_library_fork(enum kiln_fork step)
{
    static _Thread_local unsigned prepared;
    if (!kiln_fork_acts(step, &prepared))
        return;
    if (step == KILN_FORK_PREPARE)
        wait_for_quiet();
    else if (step == KILN_FORK_PARENT)
        go_on();
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
