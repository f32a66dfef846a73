// Nothing that happens in a compile ends the process: every failed allocation (our own, LLVM's, the C++
// library's), a fatal error of LLVM, nesting deeper than a usual stack. Afterwards the same module compiles
// to the same bytes. Arguments: SPIR-V files.
#include <errno.h>
#include <llvm-c/Core.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compiler/support/guard.h"
#include "kiln/compiler.h"
#include "kt.h"
#include "util/arena.h"

// ---- malloc: this program's, in place of libc's; while a compile runs no other thread does
#define EXPORT __attribute__((visibility("default")))
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static long countdown = -1, calls; // until one fails

static bool refuse(void)
{
    calls++;
    bool now = countdown >= 0 && countdown-- == 0;
    if (now)
        errno = ENOMEM;
    return now;
}

EXPORT void *malloc(size_t size)
{
    return refuse() ? NULL : __libc_malloc(size);
}

EXPORT void *calloc(size_t n, size_t size)
{
    return refuse() ? NULL : __libc_calloc(n, size);
}

EXPORT void *realloc(void *p, size_t size)
{
    return refuse() ? NULL : __libc_realloc(p, size);
}

static uint32_t *words;
static size_t count;
static char **paths;

static bool load(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    free(words);
    words = malloc((size_t)size + 4);
    count = fread(words, 4, (size_t)size / 4, f);
    fclose(f);
    return true;
}

static enum kiln_result compile_failing(long at, size_t *code_size)
{
    char message[256] = "";
    struct kiln_kernel *k = NULL;
    calls = 0;
    countdown = at;
    enum kiln_result r = kiln_compile(words, count, NULL, &k, message, sizeof(message));
    countdown = -1;
    if (k)
        kiln_kernel_get_code(k, code_size);
    kt_ok((r == KILN_OK) == (k != NULL), "result %d", (int)r);
    if (r == KILN_ERROR_INTERNAL || r == KILN_ERROR_LIMIT)
        printf("# %s\n", message);
    kiln_kernel_destroy(k);
    return r;
}

// Each n-th allocation of a compile that has `calls` of them, at most `most` of these.
static void every_malloc(long most)
{
    size_t size = 0, again = 0;
    kt_eq(compile_failing(-1, &size), KILN_OK);
    long total = calls, step = total > most ? total / most : 1, failed = 0;
    for (long n = 0; n < total; n += step) {
        enum kiln_result r = compile_failing(n, &again);
        failed += r != KILN_OK;
        if (!kt_ok(r == KILN_OK || r == KILN_ERROR_OUT_OF_MEMORY || r == KILN_ERROR_INTERNAL,
                   "allocation %ld: result %d", n, (int)r))
            return;
    }
    printf("# %ld of %ld allocations failed\n", failed, (total + step - 1) / step);
    kt_true(failed);
    kt_eq(compile_failing(-1, &again), KILN_OK);
    kt_eq(again, size);
}

KT_TEST(failed_allocations)
{
    for (char **p = paths; *p && load(*p); p++)
        every_malloc(getenv("KILN_TEST_ALL") ? 6000 : 150);
}

// As the first compile of a process, when the libraries set up what they keep.
KT_TEST(first_compile)
{
    if (!paths[0] || !load(paths[0]))
        return;
    for (long n = 0; n < 150; n++) {
        pid_t pid = fork();
        if (!pid) {
            size_t size;
            alarm(20);
            enum kiln_result r = compile_failing(n * 13, &size);
            _exit(r != KILN_OK && r != KILN_ERROR_OUT_OF_MEMORY && r != KILN_ERROR_INTERNAL);
        }
        int status = -1;
        waitpid(pid, &status, 0);
        if (!kt_ok(status == 0, "allocation %ld of the first compile: status 0x%x", n * 13, (unsigned)status))
            return;
    }
}

// ---- the guard alone

static void fatal(void *data)
{
    (void)data; // what LLVM does with an IR that it cannot handle
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMTypeRef scalable = LLVMScalableVectorType(LLVMInt32TypeInContext(ctx), 4);
    LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", ctx);
    LLVMTypeRef fn = LLVMFunctionType(LLVMVoidTypeInContext(ctx), NULL, 0, false);
    LLVMValueRef f = LLVMAddFunction(m, "f", fn);
    (void)f;
    LLVMSetDataLayout(m, "nonsense"); // report_fatal_error
    (void)scalable;
}

KT_TEST(fatal_errors)
{
    struct guard_report report;
    kt_eq(guard_run(&(struct guard_task){.run = fatal}, &report), GUARD_FATAL);
    kt_ok(report.why[0], "no reason is given");
    kt_true(!report.llvm_whole);
    printf("# %s\n", report.why);
}

// GUARD_STACK is there: most of it is used, a page at a time.
static void recurse(volatile char *above, size_t left)
{
    volatile char page[4096];
    page[0] = above[0];
    if (left > sizeof(page) * 2)
        recurse(page, left - sizeof(page) - 256);
    above[0] = page[0];
}

static void deep(void *data)
{
    volatile char bottom = 1;
    recurse(&bottom, *(size_t *)data);
}

KT_TEST(deep_stacks)
{
    size_t bytes = (size_t)256 << 20;
    struct guard_report report;
    kt_eq(guard_run(&(struct guard_task){.run = deep, .data = &bytes}, &report), GUARD_DONE);
}

static void forever(void *data)
{
    struct arena *a = data;
    for (;;)
        memset(arena_alloc(a, 1 << 20), 1, 1);
}

KT_TEST(too_much_memory)
{
    struct arena a;
    arena_init(&a);
    struct guard_report report;
    enum guard_end end = guard_run(&(struct guard_task){.run = forever, .data = &a}, &report);
    kt_ok(end == GUARD_TOO_LARGE || end == GUARD_OUT_OF_MEMORY, "end %d", (int)end);
    arena_finish(&a);
}

// ---- the heap of LLVM, within one of its calls

static void many_constants(void *data)
{
    LLVMContextRef *ctx = data;
    *ctx = LLVMContextCreate();
    LLVMTypeRef type = LLVMIntTypeInContext(*ctx, 32);
    for (uint64_t i = 0;; i++)
        LLVMConstInt(type, i, false);
}

static enum guard_end run_bounded(const struct guard_task *task, uint64_t ms, uint64_t grace_ms,
                                  struct guard_report *report)
{
    struct guard_bounds b = {
        .ms = ms, .bytes = SIZE_MAX, .abandoned = SIZE_MAX, .grace_ms = grace_ms, .fork_ms = 200};
    struct guard_bounds old = guard_set_bounds(&b);
    enum guard_end end = guard_run(task, report);
    guard_set_bounds(&old);
    return end;
}

// This program's malloc is not of the library that knows how much it gave, so that bytes are not counted here
// (test_hostile.py sees those); but each call is seen.
KT_TEST(bounds_within_llvm)
{
    LLVMContextRef ctx = NULL;
    struct guard_report report;
    kt_eq(run_bounded(&(struct guard_task){.run = many_constants, .data = &ctx}, 200, 60000, &report),
          GUARD_TOO_LONG);
    kt_true(!report.llvm_whole && !report.overdue);
}

// ---- stacks: LLVM keeps addresses within that of a run that was left (TimerGroup)

struct place {
    uintptr_t at;
    void (*then)(void *);
    void *data;
};

static void tell_place(void *data)
{
    struct place *p = data;
    volatile char here = 42;
    p->at = (uintptr_t)&here;
    if (p->then)
        p->then(p->data);
}

static bool is_mapped(uintptr_t p)
{
    int ends[2];
    if (pipe(ends))
        return false;
    bool mapped = write(ends[1], (const void *)p, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return mapped;
}

static bool is_apart(uintptr_t left)
{
    struct place p = {0};
    struct guard_report report;
    guard_run(&(struct guard_task){.run = tell_place, .data = &p}, &report);
    return p.at < left - 4096 || p.at > left + (8 << 20); // below it, or on another one
}

KT_TEST(stacks_left_behind_stay)
{
    LLVMContextRef ctx = NULL;
    struct guard_report report;
    struct place p = {.then = many_constants, .data = &ctx};
    kt_eq(run_bounded(&(struct guard_task){.run = tell_place, .data = &p}, 100, 60000, &report),
          GUARD_TOO_LONG);
    for (unsigned i = 0; i < 50; i++) {
        usleep(1000); // until the thread has ended, the first time
        kt_true(is_mapped(p.at) && *(const volatile char *)p.at == 42);
        kt_true(is_apart(p.at));
    }
    pid_t pid = fork();
    if (!pid) // where the threads of the parent are no more, and a C library's stacks would be free
        _exit(is_mapped(p.at) && *(const volatile char *)p.at == 42 && is_apart(p.at) ? 0 : 1);
    int status = -1;
    waitpid(pid, &status, 0);
    kt_eq(status, 0);
}

KT_TEST(stacks_left_behind_share_mappings)
{
    struct guard_report report;
    const unsigned before = kt_mappings();
    for (unsigned i = 0; i < 300; i++)
        guard_run(&(struct guard_task){.run = fatal}, &report);
    const unsigned after = kt_mappings();
    kt_ok(after < before + 150, "%u mappings after 300 runs, %u before", after, before);
}

// ---- what neither ends nor allocates

static atomic_bool let_go, begun;
static atomic_uint dropped;

static void spin(void *data)
{
    atomic_bool *until = data;
    atomic_store(&begun, true);
    while (!atomic_load(until))
        ;
}

static void drop(void *data, const struct guard_report *report)
{
    kt_true(data == &let_go && report->overdue);
    atomic_fetch_add(&dropped, 1);
}

static void wait_until(atomic_bool *b)
{
    for (unsigned ms = 0; !atomic_load(b) && ms < 20000; ms++)
        usleep(1000);
    kt_true(atomic_load(b));
}

static unsigned long own_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (unsigned long)(ts.tv_sec * 1000 + ts.tv_nsec / 1000000);
}

static bool is_cut_in_two(void)
{
    char message[256] = "";
    struct kiln_kernel *k = NULL;
    unsigned long start = own_ms();
    enum kiln_result r = kiln_compile(words, count, NULL, &k, message, sizeof(message));
    return r == KILN_ERROR_LIMIT && strstr(message, "forked") && own_ms() - start < 1000;
}

static int in_child(bool (*f)(void))
{
    pid_t pid = fork();
    if (!pid) {
        alarm(20);
        _exit(f() ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    return status;
}

static bool works(void)
{
    struct guard_report report;
    struct place p = {0};
    return guard_run(&(struct guard_task){.run = tell_place, .data = &p}, &report) == GUARD_DONE;
}

KT_TEST(what_does_not_end)
{
    struct guard_report report;
    struct guard_task task = {.run = spin, .drop = drop, .data = &let_go};
    for (unsigned n = 0; n < GUARD_OVERDUE; n++) {
        kt_eq(run_bounded(&task, 50, 100, &report), GUARD_TOO_LONG);
        kt_true(report.overdue);
    }
    kt_eq(run_bounded(&task, 50, 100, &report), GUARD_TOO_MUCH_LEFT);
    kt_true(!report.overdue && !atomic_load(&dropped));
    kt_eq(in_child(is_cut_in_two), 0); // a fork does not wait for those
    atomic_store(&let_go, true);
    for (unsigned ms = 0; atomic_load(&dropped) < GUARD_OVERDUE && ms < 20000; ms++)
        usleep(1000); // none is at work any more when its data have been dropped
    kt_eq(atomic_load(&dropped), GUARD_OVERDUE);
    kt_true(works());
    int status = in_child(works); // the last may not have said yet that it is over
    for (unsigned ms = 0; status && ms < 2000; ms++, status = in_child(works))
        usleep(1000);
    kt_eq(status, 0);
}

// ---- a fork beside a run

struct beside {
    atomic_bool over, second;
};

static void *run_spin(void *data)
{
    struct beside *b = data;
    struct guard_report report;
    kt_eq(guard_run(&(struct guard_task){.run = spin, .data = &b->over}, &report), GUARD_DONE);
    return NULL;
}

static void mark(void *data)
{
    struct beside *b = data;
    atomic_store(&b->second, true);
}

static void *run_mark(void *data)
{
    struct guard_report report;
    usleep(100000); // the fork waits by then
    kt_eq(guard_run(&(struct guard_task){.run = mark, .data = data}, &report), GUARD_DONE);
    return NULL;
}

static void *end_later(void *data)
{
    struct beside *b = data;
    usleep(400000);
    atomic_store(&b->over, true);
    return NULL;
}

static pthread_t thread(void *(*f)(void *), void *data)
{
    pthread_t t;
    kt_eq(pthread_create(&t, NULL, f, data), 0);
    return t;
}

// A fork waits for a run, and lets none begin meanwhile; the child can run.
KT_TEST(fork_waits)
{
    struct beside b = {0};
    atomic_store(&begun, false);
    pthread_t first = thread(run_spin, &b);
    wait_until(&begun);
    pthread_t second = thread(run_mark, &b), end = thread(end_later, &b);
    usleep(20000);
    pid_t pid = fork();
    if (!pid)
        _exit((atomic_load(&b.over) ? 0 : 1) | (atomic_load(&b.second) ? 2 : 0) | (works() ? 0 : 4));
    int status = -1;
    waitpid(pid, &status, 0);
    kt_eq(status, 0);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(end, NULL);
    kt_true(atomic_load(&b.second));
}

// One that is not done in time leaves the child without a compiler, which says so at once.
KT_TEST(fork_does_not_wait_for_ever)
{
    struct guard_bounds short_wait = *guard_get_bounds(), old;
    struct beside b = {0};
    short_wait.fork_ms = 100;
    old = guard_set_bounds(&short_wait);
    atomic_store(&begun, false);
    pthread_t first = thread(run_spin, &b);
    wait_until(&begun);
    if (paths[0] && load(paths[0]))
        kt_eq(in_child(is_cut_in_two), 0);
    atomic_store(&b.over, true);
    pthread_join(first, NULL);
    guard_set_bounds(&old);
    kt_eq(in_child(works), 0);
}

int main(int argc, char **argv)
{
    (void)argc;
    paths = argv + 1;
    return kt_main(1, argv);
}
