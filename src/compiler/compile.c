// A compile, from SPIR-V to a kernel: the list of passes. Read this first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/support/guard.h"
#include "compiler/isel/ctx.h"
#include "compiler/kernel/kernel.h"
#include "compiler/llvm/pipeline.h"
#include "compiler/spirv/spv.h"
#include "compiler/mir/query.h"
#include "compiler/support/variant.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "util/log.h"

#define MAX_SCRATCH (2 << 20) // bytes a thread (PRM SKL vol2d MEDIA_VFE_STATE "Per Thread Scratch Space")
#define GRF_COUNT 128
#define WIDE_REGS 60          // live at SIMD16, at most, to try SIMD32
#define WIDE_INSTRUCTIONS 300 // likewise
#define WIDE_GAIN 0.92        // instructions for a work item at SIMD32, of those at SIMD16
#define REG_BYTES 32
#define HOPELESS_REGS                                                                                        \
    (3 * GRF_COUNT) // live at SIMD16: with as many values SIMD8 spills more than half as much

struct compile {
    struct arena arena;
    const struct kiln_compile_options *options;
    char *message;
    size_t message_size;
    struct llvm_shader shader;
    struct isel_params params;
    struct llvm_uses uses;
    unsigned max_threads; // of a workgroup
    bool validate, stopped;
    unsigned pass_number;
    uint64_t lap_ns;
    char *mir_text; // KILN_EMIT_MIR: every pass
};

// What one width gave.
struct candidate {
    struct mir_shader *shader;
    unsigned registers; // that may be used
    bool would_spill;   // registers are not allocated yet
    const uint8_t *code;
    size_t code_size;
    char *mir_text;
    unsigned pass_number;
    bool stopped;
};

static enum kiln_result fail(struct compile *c, enum kiln_result r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static enum kiln_result fail(struct compile *c, enum kiln_result r, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (c->message && c->message_size)
        vsnprintf(c->message, c->message_size, fmt, ap);
    va_end(ap);
    return r;
}

// A text of any length, for KILN_DEBUG.
static void show(const char *text, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void show(const char *text, const char *fmt, ...)
{
    char title[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(title, sizeof(title), fmt, ap);
    va_end(ap);
    flockfile(stderr);
    fprintf(stderr, "kiln: %s\n%s\n", title, text);
    funlockfile(stderr);
}

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// KILN_DEBUG=time: of this thread, since the last call.
static void lap(struct compile *c, const char *stage)
{
    if (!KILN_DEBUG(TIME))
        return;
    uint64_t now = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    kiln_log("%9.3f ms  %s", (double)(now - c->lap_ns) / 1e6, stage);
    c->lap_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

// ---- machine passes ----

static void dump(struct compile *c, const struct mir_shader *s, const char *pass)
{
    bool keep = (c->options->dump & KILN_EMIT_MIR) && !c->stopped;
    const char *only = c->options->stop_after;
    if (!keep && !KILN_DEBUG(MIR))
        return;
    char *text = mir_print(&c->arena, s);
    if (KILN_DEBUG(MIR))
        show(text, "%u SIMD%u after %s", c->pass_number, s->simd, pass);
    if (keep && only) {
        if (!strcmp(only, pass)) {
            c->mir_text = text;
            c->stopped = true;
        }
    } else if (keep) {
        c->mir_text = arena_printf(&c->arena, "%s; %u SIMD%u after %s\n%s", c->mir_text ? c->mir_text : "",
                                   c->pass_number, s->simd, pass, text);
    }
}

// After each pass: number it, keep or print its text, and check what it left.
static const char *after(struct compile *c, struct mir_shader *s, const char *pass)
{
    c->pass_number++;
    guard_check_time();
    lap(c, pass);
    dump(c, s, pass);
    const char *bad = c->validate ? mir_validate(&c->arena, s) : NULL;
    if (c->validate)
        lap(c, "  (validate)");
    return bad ? arena_printf(&c->arena, "after %s: %s", pass, bad) : NULL;
}

// One that a kernel is right without as well.
#define PASS(call)                                                                                           \
    do {                                                                                                     \
        if (!variant_without(pass_name(#call)))                                                              \
            (void)mir_##call;                                                                                \
        const char *pass_error = after(c, s, pass_name(#call));                                              \
        if (pass_error)                                                                                      \
            return pass_error;                                                                               \
    } while (0)
#define PASS_OR_FAIL(call)                                                                                   \
    do {                                                                                                     \
        const char *why = NULL;                                                                              \
        if (!mir_##call && why)                                                                              \
            return arena_printf(&c->arena, "%s: %s", pass_name(#call), why);                                 \
        const char *pass_error = after(c, s, pass_name(#call));                                              \
        if (pass_error)                                                                                      \
            return pass_error;                                                                               \
    } while (0)

static const char *pass_name(const char *call) // "legalize(s, &why)" -> "legalize"
{
    static _Thread_local char name[64];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(call, "("), call);
    return name;
}

// The back half of the compiler, for one width: up to where registers are allocated if none need to be
// spilled. NULL, or what went wrong.
static const char *machine_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const char *error = after(c, s, "isel");
    if (error)
        return error;
    PASS(opt_cse(s));
    PASS(opt_copy(s));
    PASS(opt_extract(s));
    PASS(opt_broadcast(s));
    PASS(opt_cmod(s));
    PASS(opt_dce(s));
    PASS(opt_predicate(s));
    PASS_OR_FAIL(legalize(s, &why));
    PASS(opt_cse(s)); // scalars in all channels, for instructions that take no scalars
    PASS(opt_forward(s));
    PASS(opt_dce(s));
    if (kernel_target(c->options)->restricted_qwords)
        PASS(lowpower(s)); // must be: nothing may move operands behind it
    PASS(sched(s));
    PASS_OR_FAIL(cf(s));
    enum mir_ra_result r = mir_ra(s, out->registers, false, &error);
    out->would_spill = r == MIR_RA_SPILLS;
    return r == MIR_RA_FAILED ? error : NULL;
}

// And from there.
static const char *last_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const char *error = NULL;
    if (out->would_spill && mir_ra(s, out->registers, true, &error) != MIR_RA_DONE)
        return error;
    if ((error = after(c, s, "ra")))
        return error;
    if (c->validate && (error = mir_ra_validate(&c->arena, NULL, s)))
        return arena_printf(&c->arena, "register allocation: %s", error);
    lap(c, "  (check of register allocation)");
    PASS(opt_rotate(s));
    if (!mir_emit(s, kernel_target(c->options), &out->code, &out->code_size, &error))
        return arena_printf(&c->arena, "emit: %s", error);
    lap(c, "emit");
    struct eu_error eu;
    if (c->validate && !eu_validate_kernel(kernel_target(c->options), out->code, out->code_size, &eu))
        return arena_printf(&c->arena, "EU validator: %s", eu.text);
    return NULL;
}

// ---- widths ----

static uint32_t group_size(const struct compile *c)
{
    return c->shader.local_size[0] * c->shader.local_size[1] * c->shader.local_size[2];
}

static bool width_fits(const struct compile *c, unsigned simd)
{
    return (group_size(c) + simd - 1) / simd <= c->max_threads;
}

// Denormals of single precision are flushed unless the module wants them, as other drivers of this device do;
// those of the other widths are kept, which costs nothing.
static uint32_t float_mode(const struct compile *c)
{
    const struct llvm_float_modes *m = &c->shader.float_modes;
    uint32_t mode = m->rtz ? MIR_FLOAT_RTZ : 0;
    if (m->preserve & 32)
        mode |= MIR_FLOAT_DENORM_F;
    if ((c->uses.half || m->preserve & 16) && !(m->flush & 16))
        mode |= MIR_FLOAT_DENORM_HF;
    if ((c->uses.real64 || m->preserve & 64) && !(m->flush & 64))
        mode |= MIR_FLOAT_DENORM_DF;
    return mode;
}

static enum kiln_result check_scratch(struct compile *c, const struct mir_shader *s)
{
    if (mir_scratch_bytes(s) <= MAX_SCRATCH)
        return KILN_OK;
    return fail(c, KILN_ERROR_LIMIT, "SIMD%u: %u bytes of private memory and spills a thread", s->simd,
                mir_scratch_bytes(s));
}

// All but the allocation of registers if it takes spills (out->would_spill), and what comes after it.
static enum kiln_result begin_with(struct compile *c, unsigned simd, unsigned registers,
                                   struct candidate *out)
{
    *out = (struct candidate){.registers = registers};
    char text[512] = "";
    c->params.simd = simd;
    c->pass_number = 0;
    c->mir_text = NULL;
    c->stopped = false;
    struct mir_shader *s = isel_function(&c->arena, c->shader.kernel, &c->params, text, sizeof(text));
    if (!s)
        return fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: %s", simd, text);
    s->float_mode = float_mode(c);
    if (check_scratch(c, s) != KILN_OK)
        return KILN_ERROR_LIMIT;
    const char *error = machine_passes(c, s, out);
    if (error)
        return fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", simd, error);
    out->shader = s;
    out->mir_text = c->mir_text;
    out->pass_number = c->pass_number;
    out->stopped = c->stopped;
    return KILN_OK;
}

static enum kiln_result finish_with(struct compile *c, struct candidate *out)
{
    c->pass_number = out->pass_number;
    c->mir_text = out->mir_text;
    c->stopped = out->stopped;
    const char *error = last_passes(c, out->shader, out);
    if (error)
        return fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", out->shader->simd, error);
    out->mir_text = c->mir_text;
    return check_scratch(c, out->shader);
}

static enum kiln_result compile_with(struct compile *c, unsigned simd, unsigned registers,
                                     struct candidate *out)
{
    enum kiln_result r = begin_with(c, simd, registers, out);
    return r == KILN_OK ? finish_with(c, out) : r;
}

// With all registers, where those that tests leave are not enough.
static enum kiln_result begin_width(struct compile *c, unsigned simd, struct candidate *out)
{
    unsigned registers = variant_registers(GRF_COUNT);
    enum kiln_result r = begin_with(c, simd, registers, out);
    return r != KILN_OK && registers < GRF_COUNT ? begin_with(c, simd, GRF_COUNT, out) : r;
}

static enum kiln_result finish_width(struct compile *c, struct candidate *out)
{
    enum kiln_result r = finish_with(c, out);
    return r != KILN_OK && out->registers < GRF_COUNT ? compile_with(c, out->shader->simd, GRF_COUNT, out)
                                                      : r;
}

static enum kiln_result compile_width(struct compile *c, unsigned simd, struct candidate *out)
{
    enum kiln_result r = begin_width(c, simd, out);
    return r == KILN_OK ? finish_width(c, out) : r;
}

// The width that KILN_DEBUG asks for, where the group fits; else 0.
static unsigned debug_width(const struct compile *c)
{
    unsigned simd = kernel_debug_width();
    return simd && width_fits(c, simd) ? simd : 0;
}

// Instructions that run, with ten rounds for each loop.
static double estimate(const struct mir_shader *s)
{
    double sum = 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        double weight = 1;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth; d++)
            weight *= 10;
        mir_foreach_inst(i, s->blocks[b]) sum += weight;
    }
    return sum;
}

// SIMD32 saves what is done once a thread: scalars, jumps, half of the threads' starts and ends. It is worth
// a try where all of its channels are used and go the same way, and it has the registers.
static bool may_widen(const struct compile *c, const struct mir_shader *s)
{
    if (c->options->stop_after || group_size(c) % 32 || s->max_live_bytes > WIDE_REGS * REG_BYTES ||
        s->private_bytes)
        return false;
    uint32_t n = 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        if (s->blocks[b]->divergent_branch && s->blocks[b]->loop_header != UINT32_MAX)
            return false;
        mir_foreach_inst(i, s->blocks[b]) n++;
    }
    return n <= WIDE_INSTRUCTIONS;
}

static void try_wide(struct compile *c, struct candidate *best)
{
    struct candidate wide = {0};
    if (may_widen(c, best->shader) && compile_width(c, 32, &wide) == KILN_OK && !wide.shader->spills &&
        estimate(wide.shader) <= 2 * WIDE_GAIN * estimate(best->shader))
        *best = wide;
}

// SIMD16 would spill, or does not compile (`r`): SIMD8 if it spills less than half as much. The spills of
// SIMD16 are only made where those of SIMD8 do not settle it.
static enum kiln_result choose_narrow(struct compile *c, enum kiln_result r, struct candidate *best)
{
    struct candidate narrow = {0};
    bool hopeless = r == KILN_OK && best->shader->max_live_bytes > HOPELESS_REGS * REG_BYTES;
    if (hopeless) // but for the room to spill, which SIMD8 has when SIMD16 has not
        r = finish_width(c, best);
    if (!width_fits(c, 8) || (hopeless && r == KILN_OK))
        return r == KILN_OK && !hopeless ? finish_width(c, best) : r;
    if (KILN_DEBUG(STATS))
        kiln_log("falling back to SIMD8: %s", r == KILN_OK ? "SIMD16 spills" : c->message ? c->message : "");
    enum kiln_result r8 = compile_width(c, 8, &narrow);
    if (r8 == KILN_OK && narrow.shader->spills && r == KILN_OK)
        r = finish_width(c, best);
    else if (r8 != KILN_OK && r == KILN_OK)
        return finish_width(c, best);
    if (r8 == KILN_OK &&
        (r != KILN_OK || !narrow.shader->spills || narrow.shader->spills * 2 < best->shader->spills)) {
        *best = narrow;
        return KILN_OK;
    }
    return r == KILN_OK ? r : r8;
}

// SIMD16 first: two register files' worth of latency hiding for one decode. SIMD8 for small groups, or when
// SIMD16 spills; SIMD32 when the group has too many threads otherwise, or where it takes fewer instructions.
static enum kiln_result choose_width(struct compile *c, struct candidate *best)
{
    unsigned simd = c->shader.simd;
    if (simd) {
        if (!width_fits(c, simd))
            return fail(c, KILN_ERROR_LIMIT, "SIMD%u: %u invocations are more than %u threads", simd,
                        group_size(c), c->max_threads);
        return compile_width(c, simd, best);
    }
    if (debug_width(c))
        return compile_width(c, debug_width(c), best);
    if (!width_fits(c, 16))
        return compile_width(c, 32, best);
    if (group_size(c) <= 8)
        return compile_width(c, 8, best);
    enum kiln_result r = begin_width(c, 16, best);
    if (r == KILN_OK && !best->would_spill) {
        r = finish_width(c, best);
        if (r == KILN_OK) {
            try_wide(c, best);
            return r;
        }
    }
    return r == KILN_ERROR_UNSUPPORTED ? r : choose_narrow(c, r, best);
}

// ---- the kernel ----

// Cross-thread constants: push constants, then the dispatch's group counts, then handles (kiln/compiler.h).
static void lay_out_constants(struct compile *c)
{
    struct isel_params *p = &c->params;
    memcpy(p->local_size, c->shader.local_size, sizeof(p->local_size));
    p->sampler_count = c->shader.sampler_count;
    p->push_size = c->shader.push_size;
    p->push_bti = c->uses.dynamic_push ? c->shader.bti_count++ : KILN_NO_OFFSET;
    p->num_workgroups_offset = c->uses.num_workgroups ? p->push_size : KILN_NO_OFFSET;
    p->handle_offset = p->push_size + (c->uses.num_workgroups ? 12 : 0);
    p->handle_count = c->shader.handle_count;
    p->far_handle_bti = c->shader.far_handle_bti;
    uint32_t bytes = p->handle_offset + 4 * c->shader.handle_count;
    p->cross_thread_regs = (bytes + REG_BYTES - 1) / REG_BYTES;
    p->per_thread_regs = c->uses.subgroup_id ? 1 : 0;
    p->robust_buffer_access = c->options->robust_buffer_access;
    p->surface_states = !c->options->descriptor_buffers;
}

static void count(const struct mir_shader *s, struct kiln_kernel_info *i)
{
    i->simd = s->simd;
    i->scratch_size = mir_scratch_bytes(s) ? 1024 : 0;
    while (i->scratch_size < mir_scratch_bytes(s))
        i->scratch_size *= 2;
    i->spills = s->spills;
    i->fills = s->fills;
    i->cycles = s->cycles;
    i->max_live_regs = (s->max_live_bytes + REG_BYTES - 1) / REG_BYTES;
    for (uint32_t b = 0; b < s->block_count; b++) {
        mir_foreach_inst(inst, s->blocks[b])
        {
            i->instructions += inst->op < EU_OP_COUNT;
            if (!mir_op_is_send(inst->op))
                continue;
            i->sends++;
            i->uses_sampler |= inst->send.sfid == EU_SFID_SAMPLER;
            i->uses_constant_cache |= inst->send.sfid == EU_SFID_CONSTANT_CACHE;
        }
        i->loops += s->blocks[b]->loop_header == b;
    }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file == MIR_GRF && s->vregs[v].phys >= 0) {
            uint32_t end = ((uint32_t)s->vregs[v].phys + s->vregs[v].size + REG_BYTES - 1) / REG_BYTES;
            i->grf_used = end > i->grf_used ? end : i->grf_used;
        }
}

static void fill_info(struct compile *c, const struct mir_shader *s, struct kiln_kernel_info *i)
{
    snprintf(i->device, sizeof(i->device), "%s", kernel_target(c->options)->dev->name);
    memcpy(i->local_size, c->shader.local_size, sizeof(i->local_size));
    i->cross_thread_regs = c->params.cross_thread_regs;
    i->per_thread_regs = c->params.per_thread_regs;
    i->push_offset = 0;
    i->push_size = c->params.push_size;
    i->push_bti = c->params.push_bti;
    i->const_bti = c->shader.data_bti;
    i->const_size = c->shader.data_size;
    i->num_workgroups_offset = c->params.num_workgroups_offset;
    i->handle_offset = c->params.handle_offset;
    i->handle_count = c->shader.handle_count;
    i->far_handle_count = c->shader.far_handle_count;
    i->far_handle_bti = c->shader.far_handle_bti;
    i->slm_size = c->shader.shared_size;
    i->uses_barrier = c->uses.barrier;
    i->uses_atomics = c->uses.atomics;
    i->uses_a64 = c->uses.global_memory;
    i->quads = c->shader.quads;
    i->binding_count = c->shader.binding_count;
    i->bti_count = c->shader.bti_count;
    i->sampler_count = c->shader.sampler_count;
    if (s) // NULL: the compile stopped at LLVM IR
        count(s, i);
    if (s)
        i->threads_per_group = (group_size(c) + s->simd - 1) / s->simd;
}

static char *assembly(const struct kiln_target *target, const void *code, size_t size)
{
    struct eu_text text = {0};
    struct eu_error error;
    if (!eu_disassemble(target, code, size, &text, &error)) {
        free(text.data);
        return strdup(error.text);
    }
    return text.data;
}

// The lines of the code, with their files numbered. False when out of memory.
static bool add_lines(struct compile *c, const struct mir_shader *s, struct kiln_kernel *k)
{
    if (!s || !s->line_count)
        return true;
    struct llvm_map numbers; // of the files: lines of one file name the same string
    llvm_map_init(&numbers, &c->arena, 16);
    k->lines = calloc(s->line_count + 1, sizeof(*k->lines));
    k->files = calloc(c->shader.line_count + 1, sizeof(*k->files));
    if (!k->lines || !k->files)
        return false;
    for (uint32_t n = 0; n < s->line_count; n++) {
        struct kiln_line *l = &k->lines[k->line_count++];
        *l = (struct kiln_line){.offset = s->lines[n].offset, .atomic = s->lines[n].atomic};
        if (!s->lines[n].line || s->lines[n].line > c->shader.line_count)
            continue;
        const struct llvm_line *from = &c->shader.lines[s->lines[n].line - 1];
        l->line = from->line;
        l->file = llvm_map_get(&numbers, from->file);
        if (l->file != LLVM_NONE)
            continue;
        l->file = k->file_count;
        llvm_map_set(&numbers, from->file, l->file);
        if (!(k->files[k->file_count++] = strdup(from->file)))
            return false;
    }
    return true;
}

static enum kiln_result make_kernel(struct compile *c, const struct candidate *best, const char *llvm,
                                    struct kiln_kernel **out)
{
    struct kiln_kernel *k = calloc(1, sizeof(*k));
    if (!k)
        return KILN_ERROR_OUT_OF_MEMORY;
    fill_info(c, best->shader, &k->info);
    k->bindings = calloc(k->info.binding_count + 1, sizeof(*k->bindings));
    size_t data_at = (best->code_size + 63) & ~(size_t)63;
    k->info.const_offset = k->info.const_size ? (uint32_t)data_at : 0;
    k->code_size = k->info.const_size ? data_at + ((k->info.const_size + 7) & ~7u) : best->code_size;
    k->code = calloc(1, k->code_size + 1);
    if (!k->bindings || !k->code || !add_lines(c, best->shader, k)) {
        kiln_kernel_destroy(k);
        return KILN_ERROR_OUT_OF_MEMORY;
    }
    memcpy(k->bindings, c->shader.bindings, k->info.binding_count * sizeof(*k->bindings));
    if (best->code_size)
        memcpy(k->code, best->code, best->code_size);
    if (k->info.const_size)
        memcpy((uint8_t *)k->code + data_at, c->shader.data, k->info.const_size);
    if (c->options->dump & KILN_EMIT_LLVM)
        k->text[0] = strdup(llvm);
    if (best->mir_text)
        k->text[1] = strdup(best->mir_text);
    if (best->code_size && (c->options->dump & KILN_EMIT_ASM || KILN_DEBUG(ASM)))
        k->text[2] = assembly(kernel_target(c->options), k->code, best->code_size);
    if (KILN_DEBUG(ASM))
        show(k->text[2] ? k->text[2] : "(none)", "EU assembly");
    *out = k;
    return KILN_OK;
}

// ---- the whole ----

static enum kiln_result compile(struct compile *c, LLVMContextRef ctx, const uint32_t *spirv,
                                size_t word_count, struct kiln_kernel **out)
{
    enum kiln_result r =
        spv_to_llvm(&c->arena, ctx, spirv, word_count, c->options, &c->shader, c->message, c->message_size);
    if (r != KILN_OK)
        return r;
    lap(c, "SPIR-V to LLVM IR");
    if (KILN_DEBUG(LLVM))
        show(llvm_text(&c->arena, c->shader.module), "LLVM IR");
    const char *error = llvm_optimize(&c->arena, &c->shader);
    if (error)
        return fail(c, KILN_ERROR_INTERNAL, "%s", error);
    lap(c, "LLVM");
    char *llvm =
        c->options->dump & KILN_EMIT_LLVM || KILN_DEBUG(LLVM) ? llvm_text(&c->arena, c->shader.module) : NULL;
    if (KILN_DEBUG(LLVM))
        show(llvm, "optimized LLVM IR");
    c->uses = llvm_find_uses(c->shader.kernel);
    lay_out_constants(c);
    struct candidate best = {0};
    if (!c->options->stop_after || strcmp(c->options->stop_after, "llvm") != 0)
        r = choose_width(c, &best);
    if (r != KILN_OK)
        return r;
    return make_kernel(c, &best, llvm, out);
}

static bool options_ok(struct compile *c, enum kiln_result *r)
{
    const struct kiln_compile_options *o = c->options;
    c->max_threads = kernel_max_threads(o);
    if (!c->max_threads) {
        *r = fail(c, KILN_ERROR_UNSUPPORTED, "device '%s': %s", o->device, kiln_devinfo_refusal(o->device));
        return false;
    }
    if (o->simd != 0 && o->simd != 8 && o->simd != 16 && o->simd != 32) {
        *r = fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: the width is 8, 16 or 32", o->simd);
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
        return fail(c, KILN_ERROR_LIMIT, "the module takes more than %.1f s to compile",
                    (double)bounds->ms / 1e3);
    case GUARD_TOO_LARGE:
        return fail(c, KILN_ERROR_LIMIT, "the module takes more than %u MB to compile",
                    (unsigned)(bounds->bytes >> 20));
    case GUARD_TOO_MUCH_LEFT:
        return fail(c, KILN_ERROR_LIMIT,
                    "modules that could not be compiled have left more than %u MB behind in this process",
                    (unsigned)(bounds->abandoned >> 20));
    case GUARD_FATAL:
        return fail(c, KILN_ERROR_INTERNAL, "LLVM: %s", report->why);
    case GUARD_DONE:
    case GUARD_OUT_OF_MEMORY:
        break;
    }
    return fail(c, KILN_ERROR_OUT_OF_MEMORY, "out of memory");
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
    arena_finish(&j.c.arena);
    return r;
}
