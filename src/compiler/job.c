// The compiler's door: checks the options, and runs a compile where nothing in a module can end the process.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/compile.h"
#include "compiler/support/guard.h"
#include "hw/devinfo.h"
#include "util/float_env.h"
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
    struct small_candidate small = {0};
    enum kiln_result r = compile_front(c, ctx, spirv, word_count, &llvm);
    if (r == KILN_OK && !compile_stops_at_llvm(c))
        r = compile_choose_width(c, &best, &small);
    if (r == KILN_OK)
        r = compile_make_kernel(c, &best, llvm, out);
    if (r == KILN_OK && small.candidate.shader && (r = compile_add_small(c, &small, *out)) != KILN_OK) {
        kiln_kernel_destroy(*out);
        *out = NULL;
    }
    return r;
}

static bool is_width(unsigned simd)
{
    return simd == 0 || simd == 8 || simd == 16 || simd == 32;
}

static bool options_ok(struct compile *c, const uint32_t *spirv, size_t word_count, const char *wrong,
                       enum kiln_result *r)
{
    const struct kiln_compile_options *o = c->options;
    if (!wrong && (!spirv || word_count > SIZE_MAX / sizeof(*spirv)))
        wrong = "there is no module";
    if (wrong) {
        *r = compile_fail(c, KILN_ERROR_INVALID_ARGUMENT, "%s", wrong);
        return false;
    }
    c->max_threads = kernel_max_threads(o);
    if (!c->max_threads) {
        *r = compile_fail(c, KILN_ERROR_UNSUPPORTED, "device '%s': %s", o->device,
                          kiln_devinfo_refusal(o->device));
        return false;
    }
    c->target = kernel_target(o);
    if (o->registers && !kiln_target_with_registers(c->target, o->registers)) {
        *r = compile_fail(c, KILN_ERROR_UNSUPPORTED, "threads of %s never have %u registers", o->device,
                          o->registers);
        return false;
    }
    const unsigned none = !is_width(o->simd) ? o->simd : !is_width(o->try_simd) ? o->try_simd : 0;
    if (none) {
        *r = compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: the width is 8, 16 or 32", none);
        return false;
    }
    return true;
}

// What the compile's thread is given, and leaves. It has all that the caller gave as its own: the caller may
// be gone before the thread is (guard.h, overdue).
struct kept {
    struct kept *next;
    _Alignas(16) char bytes[];
};

struct job {
    struct compile c;
    struct kiln_compile_options options;
    const uint32_t *spirv;
    size_t word_count;
    struct kiln_kernel *kernel;
    LLVMContextRef ctx;
    enum kiln_result result;
    struct kept *kept;
    bool incomplete; // there was no memory for one of them
    bool ended;      // the run, by itself: `kernel` is one, or NULL
};

// A copy of `size` bytes, or that many zeros where `p` is NULL.
static void *keep(struct job *j, const void *p, size_t size)
{
    struct kept *k = calloc(1, sizeof(*k) + size);
    if (!k) {
        j->incomplete = true;
        return NULL;
    }
    k->next = j->kept;
    j->kept = k;
    if (p && size)
        memcpy(k->bytes, p, size);
    return k->bytes;
}

static const char *keep_string(struct job *j, const char *s)
{
    return s ? keep(j, s, strlen(s) + 1) : NULL;
}

static const struct kiln_spec_constant *keep_constants(struct job *j, const struct kiln_compile_options *o)
{
    struct kiln_spec_constant *all = keep(j, o->spec_constants, sizeof(*all) * o->spec_constant_count);
    for (unsigned i = 0; all && i < o->spec_constant_count; i++)
        all[i].data = keep(j, all[i].data, all[i].size);
    return all;
}

static struct job *make_job(const uint32_t *spirv, size_t word_count, const struct kiln_compile_options *o)
{
    struct job *j = calloc(1, sizeof(*j));
    if (!j)
        return NULL;
    arena_init(&j->c.arena);
    arena_init(&j->c.scratch);
    ra_work_init(&j->c.ra);
    j->c.ra.done = pass_step_done;
    j->c.ra.user = &j->c;
    j->options = *o;
    j->options.device = keep_string(j, o->device);
    j->options.entry_point = keep_string(j, o->entry_point);
    j->options.stop_after = keep_string(j, o->stop_after);
    j->options.llvm_step = keep_string(j, o->llvm_step);
    j->options.spec_constants = keep_constants(j, o);
    j->options.ycbcr = keep(j, o->ycbcr, sizeof(*o->ycbcr) * o->ycbcr_count);
    j->spirv = keep(j, spirv, word_count * sizeof(*spirv));
    j->word_count = word_count;
    j->c.options = &j->options;
    return j;
}

// LLVM's context with all that is in it stays behind where LLVM was changing it.
static void drop_job(void *data, const struct guard_report *report)
{
    struct job *j = data;
    if (report->llvm_whole && j->ctx)
        LLVMContextDispose(j->ctx); // and of its modules
    if (j->ended)
        kiln_kernel_destroy(j->kernel);
    ra_work_finish(&j->c.ra);
    arena_finish(&j->c.scratch);
    arena_finish(&j->c.arena);
    for (struct kept *k = j->kept, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    free(j);
}

static void run_job(void *data)
{
    struct job *j = data;
    const struct kiln_compile_options *o = j->c.options;
    lap_start(&j->c.lap);
    j->ctx = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(j->ctx, !(o->dump & KILN_EMIT_LLVM) && !KILN_DEBUG(LLVM));
    j->result = compile(&j->c, j->ctx, j->spirv, j->word_count, &j->kernel);
    if (j->c.shader.module)
        LLVMDisposeModule(j->c.shader.module);
    LLVMContextDispose(j->ctx);
    j->ctx = NULL;
    j->ended = true;
}

// Of a job that was left in the middle, or goes on without us.
static enum kiln_result tell(struct compile *c, enum guard_end end, const struct guard_report *report)
{
    const struct guard_bounds *bounds = guard_get_bounds();
    switch (end) {
    case GUARD_TOO_LONG:
        return compile_fail(c, KILN_ERROR_LIMIT, "the module takes more than %.1f s to compile",
                            (double)bounds->ms / 1e3);
    case GUARD_TOO_LARGE:
        return compile_fail(c, KILN_ERROR_LIMIT, "the module takes more than %u MB to compile",
                            (unsigned)(bounds->bytes >> 20));
    case GUARD_TOO_MUCH_LEFT:
        return compile_fail(c, KILN_ERROR_LIMIT,
                            "modules that could not be compiled have leaked more than %u MB in this "
                            "process, or %u of them do not end",
                            (unsigned)(bounds->abandoned >> 20), GUARD_OVERDUE);
    case GUARD_CUT_IN_TWO:
        return compile_fail(c, KILN_ERROR_LIMIT,
                            "this process was forked off in the middle of a compile of its parent's, and has "
                            "LLVM as it was then: it compiles nothing");
    case GUARD_ENDING:
        return compile_fail(c, KILN_ERROR_LIMIT, "the process is ending, and LLVM with it");
    case GUARD_FATAL:
        return compile_fail(c, KILN_ERROR_INTERNAL, "LLVM: %s", report->why);
    case GUARD_DONE:
    case GUARD_OUT_OF_MEMORY:
        break;
    }
    return compile_fail(c, KILN_ERROR_OUT_OF_MEMORY, "out of memory");
}

// ---- what the caller is told

// "instruction 7 (saxpy.comp:12): OpLoad: ...", as much as there is.
static void write_message(const struct kiln_diagnostic *d, char *message, size_t size)
{
    if (!message || !size)
        return;
    if (d->instruction == KILN_NO_INSTRUCTION)
        snprintf(message, size, "%s", d->message);
    else if (d->file)
        snprintf(message, size, "instruction %u (%s:%u): %s: %s", d->instruction, d->file, d->line,
                 d->opcode_name, d->message);
    else
        snprintf(message, size, "instruction %u: %s: %s", d->instruction, d->opcode_name, d->message);
}

// Where a caller wants what it is told: once for each compile that fails.
struct audience {
    const struct kiln_compile_options *options;
    char *message;
    size_t size;
};

static enum kiln_result refuse(const struct audience *to, const struct compile *c, enum kiln_result r)
{
    struct kiln_diagnostic d = c->why;
    d.size = sizeof(d);
    d.severity = KILN_SEVERITY_ERROR;
    d.result = r;
    if (!d.message) { // an allocation that failed says no more
        d.instruction = KILN_NO_INSTRUCTION;
        d.message = "out of memory";
    }
    write_message(&d, to->message, to->size);
    if (to->options->report)
        to->options->report(to->options->user, &d);
    return r;
}

static void warn(const struct kiln_compile_options *o, const char *message)
{
    const struct kiln_diagnostic d = {.size = sizeof(d),
                                      .severity = KILN_SEVERITY_WARNING,
                                      .instruction = KILN_NO_INSTRUCTION,
                                      .message = message};
    if (o->report)
        o->report(o->user, &d);
}

static void warn_of_spills(const struct kiln_compile_options *o, const struct kiln_kernel_info *i)
{
    char text[96];
    if (!i->spills && !i->fills)
        return;
    snprintf(text, sizeof(text), "SIMD%u: registers do not suffice: %u spills, %u fills", i->simd, i->spills,
             i->fills);
    warn(o, text);
}

static void log_stats(const struct kiln_kernel_info *i)
{
    kiln_log("SIMD%u: %u instructions, %u sends, %u spills, %u fills, %u of %u GRFs, %.1f ms", i->simd,
             i->instructions, i->sends, i->spills, i->fills, i->grf_used, i->registers,
             (double)i->compile_ns / 1e6);
}

// On a thread of its own. `caller` says what there is to say of a job that is left.
static enum kiln_result run_guarded(struct job *j, struct compile *caller, const struct audience *to,
                                    struct kiln_kernel **out)
{
    struct guard_report report;
    enum guard_end end =
        guard_run(&(struct guard_task){.run = run_job, .drop = drop_job, .data = j}, &report);
    if (report.overdue)
        return refuse(to, caller, tell(caller, end, &report));
    enum kiln_result r = end == GUARD_DONE ? j->result : tell(caller, end, &report);
    if (r != KILN_OK)
        refuse(to, end == GUARD_DONE ? &j->c : caller, r);
    if (r == KILN_OK) {
        *out = j->kernel;
        j->kernel = NULL;
    }
    drop_job(j, &report);
    return r;
}

enum kiln_result kiln_compile(const uint32_t *spirv, size_t word_count,
                              const struct kiln_compile_options *options, struct kiln_kernel **out,
                              char *message, size_t message_size)
{
    KILN_DEFAULT_FLOAT_ENV;
    struct kiln_compile_options given;
    const char *wrong = out ? kernel_options(options, &given) : NULL;
    struct compile caller = {.options = &given};
    const struct audience to = {&given, message, message_size};
    enum kiln_result r = KILN_OK;
    uint64_t start = clock_ns(CLOCK_MONOTONIC);
    if (message && message_size)
        message[0] = 0;
    if (!out)
        return KILN_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!options_ok(&caller, spirv, word_count, wrong, &r))
        return refuse(&to, &caller, r);
    struct job *j = make_job(spirv, word_count, &given);
    if (!j || j->incomplete) {
        if (j)
            drop_job(j, &(struct guard_report){.llvm_whole = true});
        return refuse(&to, &caller, tell(&caller, GUARD_OUT_OF_MEMORY, NULL));
    }
    j->c.max_threads = caller.max_threads;
    j->c.target = caller.target;
    j->c.validate = given.validate || KILN_DEBUG(VALIDATE);
    r = run_guarded(j, &caller, &to, out);
    if (r == KILN_OK) {
        (*out)->info.compile_ns = clock_ns(CLOCK_MONOTONIC) - start;
        warn_of_spills(&given, &(*out)->info);
        if (KILN_DEBUG(STATS))
            log_stats(&(*out)->info);
    }
    return r;
}
