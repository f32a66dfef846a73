// The second half of a compile, for one width: LLVM IR to EU code, by compile.c's list.
#include "compiler/compile.h"
#include "compiler/mir/ir/query.h"
#include "hw/budget.h"
#include "util/log.h"

// Bytes a thread: what MEDIA_VFE_STATE can say (PRM SKL vol2d "Per Thread Scratch Space"), or the pitch of a
// surface (Mesa 25.0.7 gen125.xml RENDER_SURFACE_STATE "Surface Pitch", 18 bits).
static uint32_t most_scratch(const struct kiln_target *t)
{
    return kiln_target_has_compute_walker(t) ? 256 << 10 : 2 << 20;
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
    if (mir_scratch_bytes(s) <= most_scratch(s->target))
        return KILN_OK;
    return compile_fail(c, KILN_ERROR_LIMIT, "SIMD%u: %u bytes of private memory and spills a thread",
                        s->simd, mir_scratch_bytes(s));
}

enum kiln_result compile_machine(struct compile *c, unsigned simd, unsigned registers, struct candidate *out)
{
    char text[512] = "";
    *out = (struct candidate){.registers = registers};
    c->log = &out->log;
    c->params.simd = simd;
    c->params.target = c->target;
    c->params.lap = &c->lap;
    c->params.array_regs =
        c->in_memory || c->options->debug ? 0 : kiln_budget_of(registers, BUDGET_ARRAY_REGISTERS);
    struct mir_shader *s = isel_function(&c->arena, c->shader.kernel, &c->params, text, sizeof(text));
    if (!s)
        return compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: %s", simd, text);
    s->float_mode = float_mode(c);
    s->sched_mode = c->sched_mode;
    if (check_scratch(c, s) != KILN_OK)
        return KILN_ERROR_LIMIT;
    const char *error = compile_passes(c, s, out);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", simd, error);
    out->shader = s;
    return KILN_OK;
}

static void log_facts(const struct mir_shader *s)
{
    static const char *const names[MIR_FACTS] = {"loops", "definitions", "uses", "lists of definitions",
                                                 "lists of uses"};
    for (unsigned k = 0; k < MIR_FACTS && s->facts; k++)
        kiln_log("SIMD%u: %s: %u times, of %u uses", s->simd, names[k], s->facts->found[k],
                 s->facts->asked[k]);
}

enum kiln_result compile_code(struct compile *c, struct candidate *out)
{
    c->log = &out->log;
    const char *error = compile_last_passes(c, out->shader, out);
    if (KILN_DEBUG(TIME))
        log_facts(out->shader);
    if (error)
        return compile_fail(c, KILN_ERROR_INTERNAL, "SIMD%u: %s", out->shader->simd, error);
    return check_scratch(c, out->shader);
}
