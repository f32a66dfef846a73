// A compile, from SPIR-V to EU code: the list of passes. Read this first.
#include <string.h>

#include "compiler/compile.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/list.h"
#include "compiler/mir/emit/emit.h"
#include "compiler/mir/lower/int64.h"
#include "compiler/ra/ra.h"
#include "compiler/spirv/translate.h"
#include "compiler/kernel/keep_module.h"
#include "compiler/support/variant.h"
#include "util/log.h"

#define ARRAYS 3              // eighths of the registers that private arrays may have
#define MAX_SCRATCH (2 << 20) // bytes a thread (PRM SKL vol2d MEDIA_VFE_STATE "Per Thread Scratch Space")

// ---- SPIR-V to LLVM IR

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
    p->target = kernel_target(c->options);
    p->cross_thread_regs = (bytes + p->target->grf_bytes - 1) / p->target->grf_bytes;
    p->per_thread_regs = c->uses.subgroup_id ? 1 : 0;
    p->frame_bytes = c->shader.frame_bytes;
    p->robust_buffer_access = c->options->robust_buffer_access;
    p->heap_low = 0;
    for (uint32_t n = 0; n < c->shader.binding_count; n++)
        if (c->shader.bindings[n].resource == KILN_RESOURCE_HEAP_LOW &&
            c->shader.bindings[n].handle < p->handle_count)
            p->heap_low = c->shader.bindings[n].handle + 1;
    p->surface_states = !c->options->descriptor_buffers && (!c->options->descriptor_heaps || p->heap_low);
}

// The IR keeps to the contract between the halves.
static enum kiln_result check_contract(struct compile *c, const char *stage)
{
    if (!c->validate)
        return KILN_OK;
    const char *wrong = intrinsic_validate(&c->scratch, c->shader.module);
    enum kiln_result r = wrong ? compile_fail(c, KILN_ERROR_INTERNAL, "after %s: %s", stage, wrong) : KILN_OK;
    arena_reset(&c->scratch);
    return r;
}

// *llvm: the text that is to be kept, or NULL.
static enum kiln_result optimize(struct compile *c, char **llvm)
{
    const struct kiln_compile_options *o = c->options;
    bool wanted = o->dump & KILN_EMIT_LLVM, after_step = wanted && o->llvm_step;
    struct llvm_request request = {
        .lap = &c->lap, .validate = c->validate, .stop = after_step && compile_stops_at_llvm(c)};
    const char *near;
    if (after_step)
        step_parse(o->llvm_step, &request.after, &near); // kernel/options.c has refused what is none
    const char *error = llvm_optimize(&c->arena, &c->shader, &request, llvm);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "%s", error);
    if (*llvm && request.stop)
        return KILN_OK;
    enum kiln_result r = check_contract(c, "LLVM");
    if (r != KILN_OK)
        return r;
    char *text = (wanted && !after_step) || KILN_DEBUG(LLVM) ? llvm_text(&c->arena, c->shader.module) : NULL;
    if (KILN_DEBUG(LLVM))
        compile_show(text, "optimized LLVM IR");
    if (!after_step)
        *llvm = text;
    return KILN_OK;
}

enum kiln_result compile_front(struct compile *c, LLVMContextRef ctx, const uint32_t *spirv,
                               size_t word_count, char **llvm)
{
    keep_module(spirv, word_count, c->options->spec_constants, c->options->spec_constant_count);
    enum kiln_result r = spv_to_llvm(&c->arena, ctx, spirv, word_count, c->options, &c->shader, &c->why);
    if (r != KILN_OK)
        return r;
    lap_end(&c->lap, "SPIR-V to LLVM IR");
    if ((r = check_contract(c, "the front end")) != KILN_OK)
        return r;
    if (KILN_DEBUG(LLVM))
        compile_show(llvm_text(&c->arena, c->shader.module), "LLVM IR");
    if ((r = optimize(c, llvm)) != KILN_OK)
        return r;
    c->uses = llvm_find_uses(c->shader.kernel);
    lay_out_constants(c);
    return KILN_OK;
}

// ---- LLVM IR to EU code

// One that a kernel is right without as well.
#define PASS(call)                                                                                           \
    do {                                                                                                     \
        if (!pass_is_off(#call))                                                                             \
            (void)(call);                                                                                    \
        const char *wrong = pass_done(c, &out->log, s, #call);                                               \
        if (wrong)                                                                                           \
            return wrong;                                                                                    \
    } while (0)
#define PASS_OR_FAIL(call)                                                                                   \
    do {                                                                                                     \
        const char *why = NULL, *wrong;                                                                      \
        if (!(call) && why)                                                                                  \
            return arena_printf(&c->arena, "%s: %s", pass_name(#call), why);                                 \
        if ((wrong = pass_done(c, &out->log, s, #call)))                                                     \
            return wrong;                                                                                    \
    } while (0)

static const char *general_registers(struct compile *c, struct mir_shader *s, struct candidate *out,
                                     bool may_spill)
{
    const char *why;
    enum ra_result r = ra_general(&c->ra, s, out->registers, may_spill, &why);
    ra_work_finish(&c->ra);
    out->would_spill = r == RA_SPILLS;
    if (r == RA_FAILED)
        return why;
    return r == RA_DONE ? pass_done(c, &out->log, s, "ra") : NULL;
}

// For one width, up to where registers are allocated if none need to be spilled. NULL, or what went wrong.
static const char *machine_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const char *error = pass_done(c, &out->log, s, "isel");
    if (error)
        return error;
    PASS(mir_opt_value_loops(s));
    if (!s->target->has_int64) {
        PASS(mir_opt_copy(s)); // halves of constants are worth knowing
        PASS_OR_FAIL(mir_int64(s, &why));
        PASS(mir_split_qwords(s));
    }
    PASS(mir_opt_cse(s));
    PASS(mir_opt_copy(s));
    PASS(mir_opt_extract(s));
    PASS(mir_opt_cmod(s));
    PASS(mir_opt_dce(s));
    PASS(mir_opt_broadcast(s)); // counts readers
    PASS(mir_opt_swizzle(s));
    PASS(mir_opt_dce(s));
    if (!c->options->debug) // a debugger shows all lanes
        PASS(mir_opt_narrow(s));
    if (!c->options->debug) // a debugger follows branches,
        PASS(mir_opt_predicate(s));
    PASS(mir_opt_mixed(s));
    PASS_OR_FAIL(mir_legalize(s, &why));
    PASS(mir_opt_cse(s)); // scalars in all channels, for instructions that take no scalars
    PASS(mir_opt_forward(s));
    PASS(mir_opt_dce(s));
    PASS(mir_opt_aim(s));
    if (!c->options->debug) // and what was computed where it was
        PASS(mir_opt_idle(s));
    if (!kiln_target_has_split_sends(s->target))
        PASS_OR_FAIL(mir_payload(s, &why));
    if (kernel_target(c->options)->restricted_qwords)
        PASS_OR_FAIL(mir_lowpower(s)); // nothing may move operands behind it
    if (!c->options->debug) {          // and statements in order
        PASS(mir_sched(s));
        PASS(mir_opt_compare(s)); // where flags are then
    }
    PASS_OR_FAIL(mir_end_thread(s));
    PASS(ra_coalesce(s));
    if (!s->target->has_int64)
        PASS_OR_FAIL(mir_qword_moves(s, &why)); // those that are left
    PASS(mir_opt_cfg(s));                       // blocks of which coalescing left nothing
    PASS(mir_opt_dce(s));                       // conditions that nobody asks for now
    PASS_OR_FAIL(mir_cf(s));
    PASS(mir_opt_jump(s));
    PASS_OR_FAIL(ra_small(&c->ra, s, &why));
    return general_registers(c, s, out, false);
}

// On the EU's own instructions.
static const char *emission(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const struct kiln_target *target = kernel_target(c->options);
    struct mir_code code;
    struct eu_error eu;
    const char *error;
    if (!mir_emit(s, target, &code, &error))
        return arena_printf(&c->arena, "emit: %s", error);
    pass_done_code(c, &out->log, &code, "emit");
    if (!kiln_target_has_scoreboard(target)) {
        mir_scoreboard(&code);
        pass_done_code(c, &out->log, &code, "scoreboard");
    }
    if (!mir_encode(&code, &out->code, &out->code_size, &error))
        return arena_printf(&c->arena, "encode: %s", error);
    lap_end(&c->lap, "encode");
    if (c->validate && !eu_validate_kernel(target, out->code, out->code_size, &eu))
        return arena_printf(&c->arena, "EU validator: %s", eu.text);
    return NULL;
}

// And from there.
static const char *last_passes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const char *error = out->would_spill ? general_registers(c, s, out, true) : NULL;
    if (error)
        return error;
    PASS(mir_opt_private(s));
    if (c->validate && (error = ra_validate(&c->scratch, s)))
        return arena_printf(&c->arena, "register allocation: %s", error);
    arena_reset(&c->scratch);
    lap_end(&c->lap, "  (check of register allocation)");
    if (!c->options->debug)
        PASS(mir_opt_rotate(s));
    if (!s->target->has_dword_mul && kiln_target_mach_gives_low(s->target)) {
        const char *wrong;
        mir_accumulate(s);
        if ((wrong = pass_done(c, &out->log, s, "accumulate")))
            return wrong;
    }
    PASS_OR_FAIL(mir_messages(s, kernel_target(c->options), &why));
    if (!c->options->debug) // which only stops at what has a line by itself
        PASS(mir_lines(s));
    return emission(c, s, out);
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
    return compile_fail(c, KILN_ERROR_LIMIT, "SIMD%u: %u bytes of private memory and spills a thread",
                        s->simd, mir_scratch_bytes(s));
}

enum kiln_result compile_machine(struct compile *c, unsigned simd, unsigned registers, struct candidate *out)
{
    char text[512] = "";
    *out = (struct candidate){.registers = registers};
    c->params.simd = simd;
    c->params.lap = &c->lap;
    c->params.array_regs = c->in_memory || c->options->debug ? 0 : registers * ARRAYS / 8;
    struct mir_shader *s = isel_function(&c->arena, c->shader.kernel, &c->params, text, sizeof(text));
    if (!s)
        return compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: %s", simd, text);
    s->float_mode = float_mode(c);
    s->thrifty = c->thrifty;
    s->late = c->late;
    if (check_scratch(c, s) != KILN_OK)
        return KILN_ERROR_LIMIT;
    const char *error = machine_passes(c, s, out);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", simd, error);
    out->shader = s;
    return KILN_OK;
}

enum kiln_result compile_code(struct compile *c, struct candidate *out)
{
    const char *error = last_passes(c, out->shader, out);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", out->shader->simd, error);
    return check_scratch(c, out->shader);
}
