// Nothing that happens in a compile ends the process: every failed allocation (our own, LLVM's, the C++
// library's), a fatal error of LLVM, nesting deeper than a usual stack. Afterwards the same module compiles
// to the same bytes. Arguments: SPIR-V files.
#include <errno.h>
#include <llvm-c/Core.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <sys/wait.h>
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
        every_malloc(getenv("KILN_TEST_ALL") ? 20000 : 150);
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
    kt_eq(guard_run(fatal, NULL, &report), GUARD_FATAL);
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
    kt_eq(guard_run(deep, &bytes, &report), GUARD_DONE);
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
    enum guard_end end = guard_run(forever, &a, &report);
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

static enum guard_end run_bounded(uint64_t ms, size_t bytes, size_t abandoned, bool *whole)
{
    LLVMContextRef ctx = NULL;
    struct guard_report report;
    struct guard_bounds b = {ms, bytes, abandoned}, old = guard_set_bounds(&b);
    enum guard_end end = guard_run(many_constants, &ctx, &report);
    guard_set_bounds(&old);
    *whole = report.llvm_whole;
    return end;
}

// This program's malloc is not of the library that knows how much it gave, so that bytes are not counted here
// (test_hostile.py sees those); but each call is seen.
KT_TEST(bounds_within_llvm)
{
    bool whole;
    kt_eq(run_bounded(200, SIZE_MAX, SIZE_MAX, &whole), GUARD_TOO_LONG);
    kt_true(!whole);
}

int main(int argc, char **argv)
{
    (void)argc;
    paths = argv + 1;
    return kt_main(1, argv);
}
