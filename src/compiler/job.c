// The compiler's door: checks the options, and runs a compile where nothing in a module can end the process.
#include <string.h>
#include <time.h>

#include "compiler/compile.h"
#include "compiler/support/guard.h"
#include "hw/devinfo.h"
#include "util/log.h"

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static enum kiln_result compile(struct compile *c, LLVMContextRef ctx, const uint32_t *spirv,
                                size_t word_count, struct kiln_kernel **out)
{
    char *llvm;
    struct candidate best = {0};
    enum kiln_result r = compile_front(c, ctx, spirv, word_count, &llvm);
    if (r == KILN_OK && (!c->options->stop_after || strcmp(c->options->stop_after, "llvm") != 0))
        r = compile_choose_width(c, &best);
    return r == KILN_OK ? compile_make_kernel(c, &best, llvm, out) : r;
}

static bool options_ok(struct compile *c, enum kiln_result *r)
{
    const struct kiln_compile_options *o = c->options;
    c->max_threads = kernel_max_threads(o);
    if (!c->max_threads) {
        *r = compile_fail(c, KILN_ERROR_UNSUPPORTED, "device '%s': %s", o->device,
                          kiln_devinfo_refusal(o->device));
        return false;
    }
    if (o->simd != 0 && o->simd != 8 && o->simd != 16 && o->simd != 32) {
        *r = compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: the width is 8, 16 or 32", o->simd);
        return false;
    }
    return true;
}

// What the compile's thread is given, and leaves.
struct job {
    struct compile c;
    const uint32_t *spirv;
    size_t word_count;
    struct kiln_kernel *kernel;
    LLVMContextRef ctx;
    enum kiln_result result;
};

static void run_job(void *data)
{
    struct job *j = data;
    const struct kiln_compile_options *o = j->c.options;
    j->c.lap_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    j->ctx = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(j->ctx, !(o->dump & KILN_EMIT_LLVM) && !KILN_DEBUG(LLVM));
    j->result = compile(&j->c, j->ctx, j->spirv, j->word_count, &j->kernel);
    if (j->c.shader.module)
        LLVMDisposeModule(j->c.shader.module);
    LLVMContextDispose(j->ctx);
    j->ctx = NULL;
}

// A job that was left in the middle: LLVM's context with all that is in it stays behind where LLVM was
// changing it.
static enum kiln_result give_up(struct job *j, enum guard_end end, const struct guard_report *report)
{
    struct compile *c = &j->c;
    const struct guard_bounds *bounds = guard_get_bounds();
    j->kernel = NULL;
    if (report->llvm_whole && j->ctx)
        LLVMContextDispose(j->ctx); // and of its modules
    switch (end) {
    case GUARD_TOO_LONG:
        return compile_fail(c, KILN_ERROR_LIMIT, "the module takes more than %.1f s to compile",
                            (double)bounds->ms / 1e3);
    case GUARD_TOO_LARGE:
        return compile_fail(c, KILN_ERROR_LIMIT, "the module takes more than %u MB to compile",
                            (unsigned)(bounds->bytes >> 20));
    case GUARD_TOO_MUCH_LEFT:
        return compile_fail(
            c, KILN_ERROR_LIMIT,
            "modules that could not be compiled have left more than %u MB behind in this process",
            (unsigned)(bounds->abandoned >> 20));
    case GUARD_FATAL:
        return compile_fail(c, KILN_ERROR_INTERNAL, "LLVM: %s", report->why);
    case GUARD_DONE:
    case GUARD_OUT_OF_MEMORY:
        break;
    }
    return compile_fail(c, KILN_ERROR_OUT_OF_MEMORY, "out of memory");
}

enum kiln_result kiln_compile(const uint32_t *spirv, size_t word_count,
                              const struct kiln_compile_options *options, struct kiln_kernel **out,
                              char *message, size_t message_size)
{
    static const struct kiln_compile_options defaults;
    struct job j = {
        .c = {.options = options ? options : &defaults, .message = message, .message_size = message_size},
        .spirv = spirv,
        .word_count = word_count};
    enum kiln_result r = KILN_OK;
    struct guard_report report;
    uint64_t start = clock_ns(CLOCK_MONOTONIC);
    *out = NULL;
    if (message && message_size)
        message[0] = 0;
    if (!options_ok(&j.c, &r))
        return r;
    j.c.validate = j.c.options->validate || KILN_DEBUG(VALIDATE);
    arena_init(&j.c.arena);
    ra_work_init(&j.c.ra);
    enum guard_end end = guard_run(run_job, &j, &report);
    r = end == GUARD_DONE ? j.result : give_up(&j, end, &report);
    *out = r == KILN_OK ? j.kernel : NULL;
    if (r == KILN_OK) {
        j.kernel->info.compile_ns = clock_ns(CLOCK_MONOTONIC) - start;
        if (KILN_DEBUG(STATS)) {
            const struct kiln_kernel_info *i = &j.kernel->info;
            kiln_log("SIMD%u: %u instructions, %u sends, %u spills, %u fills, %u GRFs, %.1f ms", i->simd,
                     i->instructions, i->sends, i->spills, i->fills, i->grf_used,
                     (double)i->compile_ns / 1e6);
        }
    }
    ra_work_finish(&j.c.ra);
    arena_finish(&j.c.arena);
    return r;
}
