// Constructors of the machine IR: shaders, vregs, blocks, instructions, operands.
//
// Everything lives in the shader's arena; nothing is freed. Constructors check nothing: mir_validate does.
#include "compiler/mir/ir/access.h"

#include <assert.h>
#include <string.h>

struct mir_shader *mir_shader_create(struct arena *a, const struct kiln_target *target, unsigned simd)
{
    assert(target->grf_bytes <= MIR_REG_BYTES);
    struct mir_shader *s = arena_new(a, struct mir_shader);
    s->arena = a;
    s->target = target;
    s->reg_bytes = target->grf_bytes;
    s->simd = simd;
    s->r0 = s->cross_thread = s->per_thread = s->inline_data = UINT32_MAX;
    return s;
}

static uint32_t fixed_vreg(struct mir_shader *s, uint32_t first_reg, uint32_t regs)
{
    uint32_t v = mir_vreg_new(s, MIR_GRF, regs * s->reg_bytes, s->reg_bytes, true);
    s->vregs[v].phys = (int32_t)(first_reg * s->reg_bytes);
    return v;
}

static void inline_payload(struct mir_shader *s, uint32_t cross_thread_regs, bool per_thread)
{
    if (cross_thread_regs) {
        s->inline_data = fixed_vreg(s, 1, 1);
        s->cross_thread = mir_vreg_new(s, MIR_GRF, cross_thread_regs * s->reg_bytes, s->reg_bytes, true);
    }
    if (per_thread)
        s->per_thread = mir_vreg_new(s, MIR_GRF, 4, 4, true);
}

void mir_shader_payload(struct mir_shader *s, uint32_t cross_thread_regs, uint32_t per_thread_regs)
{
    s->r0 = fixed_vreg(s, 0, 1);
    s->cross_thread_regs = cross_thread_regs;
    if (kiln_target_has_compute_walker(s->target)) {
        inline_payload(s, cross_thread_regs, per_thread_regs);
        return;
    }
    if (cross_thread_regs)
        s->cross_thread = fixed_vreg(s, 1, cross_thread_regs);
    if (per_thread_regs)
        s->per_thread = fixed_vreg(s, 1 + cross_thread_regs, per_thread_regs);
}

uint32_t mir_vreg_new(struct mir_shader *s, enum mir_file file, uint32_t size, unsigned align, bool uniform)
{
    if (s->vreg_count == s->vreg_capacity) {
        uint32_t n = s->vreg_capacity ? s->vreg_capacity * 2 : 64;
        s->vregs = arena_grow(s->arena, s->vregs, s->vreg_count * sizeof(*s->vregs), n * sizeof(*s->vregs));
        s->vreg_capacity = n;
    }
    s->vregs[s->vreg_count] = (struct mir_vreg){
        .file = file, .size = size, .align = (uint8_t)align, .uniform = uniform, .phys = -1, .home = -1};
    return s->vreg_count++;
}

uint32_t mir_private_offset(const struct mir_shader *s)
{
    return (s->spill_bytes + 1023) & ~UINT32_C(1023); // the header's base counts in KiB
}

uint32_t mir_scratch_bytes(const struct mir_shader *s)
{
    return s->private_bytes ? mir_private_offset(s) + s->private_bytes : s->spill_bytes;
}

struct mir_block *mir_block_new(struct mir_shader *s)
{
    if (s->block_count == s->block_capacity) {
        uint32_t n = s->block_capacity ? s->block_capacity * 2 : 16;
        s->blocks =
            arena_grow(s->arena, s->blocks, s->block_count * sizeof(*s->blocks), n * sizeof(*s->blocks));
        s->block_capacity = n;
    }
    struct mir_block *b = arena_new(s->arena, struct mir_block);
    b->index = s->block_count;
    b->loop_header = b->loop_parent = UINT32_MAX;
    s->blocks[s->block_count++] = b;
    return b;
}

void mir_block_link(struct mir_shader *s, struct mir_block *from, struct mir_block *to)
{
    from->succ[from->succ[0] != NULL] = to;
    if (to->pred_count == to->pred_capacity) {
        uint32_t n = to->pred_capacity ? to->pred_capacity * 2 : 4;
        to->preds =
            arena_grow(s->arena, to->preds, to->pred_count * sizeof(*to->preds), n * sizeof(*to->preds));
        to->pred_capacity = n;
    }
    to->preds[to->pred_count++] = from;
}

void mir_drop_pred(struct mir_block *b, const struct mir_block *pred)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->pred_count; k++)
        if (b->preds[k] != pred)
            b->preds[n++] = b->preds[k];
    b->pred_count = n;
}

struct mir_inst *mir_inst_new(struct mir_shader *s, unsigned op, unsigned exec_size)
{
    struct mir_inst *i = arena_new(s->arena, struct mir_inst);
    i->op = op;
    i->exec_size = (uint8_t)exec_size;
    i->reg_bytes = (uint8_t)s->reg_bytes;
    i->line = s->line;
    i->relaxed = s->relaxed;
    return i;
}

struct mir_inst *mir_access_new(struct mir_shader *s, enum mir_access access, bool once, unsigned args,
                                unsigned data, unsigned results)
{
    const size_t count = MIR_PARTS + args + data + results;
    struct mir_inst *i = mir_inst_new(s, MIR_OP_ACCESS, once ? 1 : s->simd);
    i->nomask = once;
    i->send.access = access;
    i->parts = arena_alloc(s->arena, sizeof(*i->parts) + count * sizeof(i->parts->at[0]));
    i->parts->args = (uint8_t)args;
    i->parts->data = (uint8_t)data;
    i->parts->results = (uint8_t)results;
    i->parts->born = s->vreg_count;
    return i;
}

void mir_append(struct mir_block *b, struct mir_inst *i)
{
    i->block = b;
    i->next = NULL;
    i->prev = b->last;
    if (b->last)
        b->last->next = i;
    else
        b->first = i;
    b->last = i;
}

void mir_insert_before(struct mir_inst *at, struct mir_inst *i)
{
    i->block = at->block;
    i->next = at;
    i->prev = at->prev;
    if (at->prev)
        at->prev->next = i;
    else
        at->block->first = i;
    at->prev = i;
}

void mir_insert_after(struct mir_inst *at, struct mir_inst *i)
{
    i->block = at->block;
    i->prev = at;
    i->next = at->next;
    if (at->next)
        at->next->prev = i;
    else
        at->block->last = i;
    at->next = i;
}

void mir_remove(struct mir_inst *i)
{
    if (i->prev)
        i->prev->next = i->next;
    else
        i->block->first = i->next;
    if (i->next)
        i->next->prev = i->prev;
    else
        i->block->last = i->prev;
    i->prev = i->next = NULL;
    i->block = NULL;
}

struct mir_operand mir_null(enum eu_type type)
{
    return (struct mir_operand){.kind = MIR_OPK_ARF, .type = type, .arf = EU_ARF_NULL, .hstride = 1};
}

struct mir_operand mir_imm(enum eu_type type, uint64_t bits)
{
    return (struct mir_operand){.kind = MIR_OPK_IMM, .type = type, .imm = bits};
}

struct mir_operand mir_imm_ud(uint32_t v)
{
    return mir_imm(EU_TYPE_UD, v);
}

struct mir_operand mir_imm_d(int32_t v)
{
    return mir_imm(EU_TYPE_D, (uint32_t)v);
}

struct mir_operand mir_imm_uw(uint16_t v)
{
    return mir_imm(EU_TYPE_UW, v);
}

struct mir_operand mir_imm_f(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof(bits));
    return mir_imm(EU_TYPE_F, bits);
}

struct mir_operand mir_strided(uint32_t vreg, uint32_t offset, enum eu_type type, unsigned stride)
{
    return (struct mir_operand){.kind = MIR_OPK_VREG,
                                .type = type,
                                .vreg = vreg,
                                .offset = offset,
                                .vstride = (uint8_t)(8 * stride),
                                .width = 8,
                                .hstride = (uint8_t)stride};
}

struct mir_operand mir_vec(uint32_t vreg, uint32_t offset, enum eu_type type)
{
    return mir_strided(vreg, offset, type, 1);
}

// <0;1,0>; a destination's stride of 0 counts as 1 everywhere.
struct mir_operand mir_scalar(uint32_t vreg, uint32_t offset, enum eu_type type)
{
    return (struct mir_operand){.kind = MIR_OPK_VREG,
                                .type = type,
                                .vreg = vreg,
                                .offset = offset,
                                .vstride = 0,
                                .width = 1,
                                .hstride = 0};
}
