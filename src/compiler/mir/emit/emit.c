// Machine IR with registers assigned -> EU instructions: regions, flags, descriptors.
#include "compiler/mir/emit/emit.h"

#include "isa/table/msg.h"
#include "compiler/mir/ir/query.h"

#include <stdio.h>

#include "util/math.h"

void mir_code_fail(struct mir_code *e, const struct mir_inst *i, const char *why)
{
    if (!e->error)
        e->error = arena_printf(e->s->arena, "B%u %s: %s", i->block->index, mir_op_name(i->op), why);
}

// ---- operands

static void place_vreg(struct mir_code *e, const struct mir_inst *i, uint32_t vreg, uint32_t offset,
                       struct eu_operand *o)
{
    const struct mir_vreg *v = &e->s->vregs[vreg];
    if (v->phys < 0)
        mir_code_fail(e, i, arena_printf(e->s->arena, "%%%u has no register", vreg));
    uint32_t at = (uint32_t)v->phys + offset;
    switch (v->file) {
    case MIR_GRF:
        o->file = EU_FILE_GRF;
        o->reg = (uint8_t)(at / e->s->reg_bytes);
        o->subreg = at % e->s->reg_bytes;
        break;
    case MIR_FLAG:
        o->file = EU_FILE_ARF;
        o->reg = (uint8_t)(EU_ARF_FLAG + at / 4);
        o->subreg = at % 4;
        break;
    case MIR_ADDR:
        o->file = EU_FILE_ARF;
        o->reg = EU_ARF_ADDR;
        o->subreg = (uint8_t)at;
        break;
    }
}

static struct eu_operand place(struct mir_code *e, const struct mir_inst *i, const struct mir_operand *m)
{
    struct eu_operand o = {.type = m->type, .negate = m->negate, .abs = m->abs};
    switch (m->kind) {
    case MIR_OPK_NONE:
        break;
    case MIR_OPK_VREG:
        place_vreg(e, i, m->vreg, m->offset, &o);
        break;
    case MIR_OPK_ARF:
        o.file = EU_FILE_ARF;
        o.reg = m->arf;
        o.subreg = (uint8_t)m->offset;
        break;
    case MIR_OPK_IMM:
        o.file = EU_FILE_IMM;
        o.imm = m->imm;
        break;
    case MIR_OPK_ADDROF:
        o.file = EU_FILE_IMM;
        o.imm = (uint64_t)e->s->vregs[m->vreg].phys + m->offset;
        break;
    case MIR_OPK_PRIVATE:
        o.file = EU_FILE_IMM;
        o.imm = mir_private_offset(e->s);
        break;
    case MIR_OPK_INDIRECT:
        o.file = EU_FILE_GRF;
        o.indirect = true;
        o.addr_subreg = (uint8_t)(e->s->vregs[m->vreg].phys / 2 + m->address);
        o.addr_imm = (int16_t)m->offset;
        break;
    }
    return o;
}

static void set_region(struct eu_operand *o, unsigned vstride, unsigned width, unsigned hstride)
{
    o->vstride = (uint8_t)vstride;
    o->width = (uint8_t)width;
    o->hstride = (uint8_t)hstride;
}

// A linear region of `n` elements `stride` apart: the widest rows that do not cross a register and can be
// encoded.
static void linear_region(struct eu_operand *o, unsigned n, unsigned stride, unsigned reg)
{
    if (n == 1 || stride == 0) {
        set_region(o, 0, 1, 0);
        return;
    }
    unsigned size = eu_type_size(o->type), width = n < 8 ? n : 8;
    if (size == 2 && stride == 1 && n == 32)
        width = 16;
    for (; width > 1; width /= 2) {
        unsigned row = width * stride * size;
        bool fits = row <= reg ? reg % row == 0 && o->subreg % reg % row == 0 : false;
        if (n == width) // one row: only its own end matters
            fits = o->subreg + ((width - 1) * stride + 1) * size <= reg;
        if (fits && stride <= 4 && width * stride <= 32)
            break;
    }
    if (width > 1)
        set_region(o, width * stride, width, stride);
    else
        set_region(o, stride, 1, 0);
}

static struct eu_operand source(struct mir_code *e, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *m = &i->src[k];
    struct eu_operand o = place(e, i, m);
    if (o.file == EU_FILE_IMM || o.file == EU_FILE_NONE)
        return o;
    int stride = mir_src_stride(m, i->exec_size);
    if (m->kind == MIR_OPK_INDIRECT)
        set_region(&o, m->vstride, m->width < i->exec_size ? m->width : i->exec_size, m->hstride);
    else if (stride >= 0)
        linear_region(&o, i->exec_size, (unsigned)stride, e->s->reg_bytes);
    else
        set_region(&o, m->vstride, m->width, m->width == 1 ? 0 : m->hstride);
    if (o.width == 1)
        o.hstride = 0;
    return o;
}

static struct eu_operand destination(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_operand o = place(e, i, &i->dst);
    if (o.file == EU_FILE_NONE) {
        enum eu_type type = i->src[0].kind != MIR_OPK_NONE ? i->src[0].type : EU_TYPE_UD;
        o = (struct eu_operand){.file = EU_FILE_ARF, .type = type, .reg = EU_ARF_NULL};
    }
    o.hstride = (uint8_t)mir_dst_stride(&i->dst);
    o.width = 1;
    return o;
}

// ---- instructions

static void set_flag(struct mir_code *e, const struct mir_inst *i, struct eu_inst *o)
{
    const struct mir_operand *f = i->pred.kind == MIR_OPK_VREG ? &i->pred : &i->flag;
    if (f->kind != MIR_OPK_VREG)
        return;
    uint32_t at = (uint32_t)e->s->vregs[f->vreg].phys + f->offset;
    o->flag_reg = (uint8_t)(at / 4);
    o->flag_subreg = (uint8_t)(at % 4 / 2);
    if (i->pred.kind == MIR_OPK_VREG && i->flag.kind == MIR_OPK_VREG &&
        e->s->vregs[i->pred.vreg].phys != e->s->vregs[i->flag.vreg].phys)
        mir_code_fail(e, i, "predicate and conditional modifier in different flags");
}

static void to_align16(struct eu_inst *o)
{
    o->align16 = true;
    o->dst.writemask = 0xf;
    for (unsigned k = 0; k < 3; k++) {
        bool scalar = o->src[k].vstride == 0 && o->src[k].width == 1,
             quad = o->src[k].vstride == 4 && o->src[k].width == 4 && o->src[k].hstride == 0;
        o->src[k].rep = scalar;
        o->src[k].swizzle = scalar ? 0 : 0xe4;
        if (quad) { // one of each row's four
            o->src[k].swizzle = (uint8_t)(o->src[k].subreg / 4 % 4 * 0x55);
            o->src[k].subreg &= 16;
        }
        set_region(&o->src[k], 0, 0, 0);
    }
}

static struct eu_inst common(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_inst o = {.op = (enum eu_op)i->op,
                        .exec_size = i->exec_size,
                        .chan_offset = i->chan_offset,
                        .nomask = i->nomask,
                        .pred_inv = i->pred_inv,
                        .cmod = i->cmod,
                        .saturate = i->saturate,
                        .acc_wr = i->acc_wr,
                        .math = i->math,
                        .bfn = i->bfn};
    if (i->pred.kind == MIR_OPK_VREG)
        o.pred = i->pred_ctrl ? i->pred_ctrl : EU_PRED_NORMAL;
    set_flag(e, i, &o);
    return o;
}

struct mir_item *mir_code_add(struct mir_code *e, const struct mir_inst *from, const struct eu_inst *inst)
{
    if (e->count == e->capacity) {
        uint32_t n = e->capacity ? e->capacity * 2 : 64;
        e->items = arena_grow(e->s->arena, e->items, e->count * sizeof(*e->items), n * sizeof(*e->items));
        e->capacity = n;
    }
    struct mir_item *it = &e->items[e->count++];
    *it = (struct mir_item){.inst = *inst, .from = from};
    return it;
}

enum { DESC_WORD = 0, EX_DESC_WORD = 2 }; // places in a0, in words

// Dword `word` of a0 = dword `part` of src[2] | bits.
static void load_descriptor(struct mir_code *e, const struct mir_inst *i, unsigned part, unsigned word,
                            uint32_t bits)
{
    struct mir_operand from = i->src[2];
    from.type = EU_TYPE_UD;
    from.offset += 4 * part;
    struct eu_inst or = {.op = EU_OP_OR, .exec_size = 1, .nomask = true};
    or.dst = (struct eu_operand){.file = EU_FILE_ARF,
                                 .type = EU_TYPE_UD,
                                 .reg = EU_ARF_ADDR,
                                 .subreg = (uint8_t)(word * 2),
                                 .hstride = 1};
    or.src[0] = place(e, i, &from);
    set_region(&or.src[0], 0, 1, 0);
    or.src[1] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = bits};
    mir_code_add(e, i, &or);
}

// Dword 5 of r0 has more than scratch memory's surface state: it is cut out first. Where ugm wants the
// state's offset in bytes, that is there times 16. Source: Mesa 25.0.7 brw_fs_nir.cpp (INTEL_MASK(31, 10),
// SHR by 4).
static void load_scratch_surface(struct mir_code *e, const struct mir_inst *i, uint32_t bits)
{
    enum { STATE = 0xfffffc00, OFFSET_SHIFT = 4 };
    const bool offset = kiln_target_has_ugm_offsets(e->target);
    load_descriptor(e, i, 0, EX_DESC_WORD, STATE);
    e->items[e->count - 1].inst.op = EU_OP_AND;
    if (!bits && !offset)
        return;
    struct eu_inst next = e->items[e->count - 1].inst;
    next.op = offset ? EU_OP_SHR : EU_OP_OR;
    next.src[0] = next.dst;
    set_region(&next.src[0], 0, 1, 0);
    next.src[1].imm = offset ? OFFSET_SHIFT : bits;
    mir_code_add(e, i, &next);
}

static bool by_scratch_surface(const struct mir_code *e, const struct mir_inst *i)
{
    return i->send.space == MIR_SPACE_SCRATCH && !kiln_target_has_data_ports(e->target);
}

// The extended descriptor from a register: only SENDS has that.
static void emit_handle(struct mir_code *e, const struct mir_inst *i, unsigned part, struct eu_inst *o)
{
    const bool alone = o->sfid == EU_SFID_UGM && kiln_target_has_ugm_offsets(e->target);
    if (by_scratch_surface(e, i))
        load_scratch_surface(e, i, o->ex_desc & EU_DESC_MASK(EX_MLEN));
    else
        load_descriptor(e, i, part, EX_DESC_WORD, alone ? 0 : o->ex_desc);
    o->op = i->op == EU_OP_SEND ? EU_OP_SENDS : i->op;
    if (!i->send.ex_mlen)
        o->src[1] =
            (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o->ex_desc_in_reg = true;
    o->ex_desc_subreg = EX_DESC_WORD;
    // The length is in the instruction too, or there alone, or in the register alone.
    o->ex_desc &= alone || !kiln_target_has_ugm_offsets(e->target) ? EU_DESC_MASK(EX_MLEN) : 0;
}

// Reads what a message wrote, to go on no sooner.
static void wait_for(struct mir_code *e, const struct mir_inst *i, const struct eu_operand *response)
{
    struct eu_inst o = {.op = EU_OP_MOV, .exec_size = 8, .nomask = true};
    o.dst = (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o.src[0] = *response;
    o.src[0].type = EU_TYPE_UD;
    set_region(&o.src[0], 8, 8, 1);
    mir_code_add(e, i, &o);
}

// Of a message with one: where all have two.
static void two_payloads(struct eu_inst *o)
{
    if (o->op != EU_OP_SEND && o->op != EU_OP_SENDC)
        return;
    o->op = o->op == EU_OP_SEND ? EU_OP_SENDS : EU_OP_SENDSC;
    o->src[1] =
        (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
}

// All of a surface is in the extended descriptor, but for which kind it is.
static bool is_lsc(const struct mir_code *e, const struct mir_send *m)
{
    return !kiln_target_has_data_ports(e->target) &&
           (m->sfid == EU_SFID_UGM || m->sfid == EU_SFID_SLM || m->sfid == EU_SFID_TGM);
}

static void emit_send(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_inst o = common(e, i);
    const struct mir_send *m = &i->send;
    if (!kiln_target_has_send(e->target))
        two_payloads(&o);
    o.sfid = m->sfid;
    o.eot = m->eot;
    o.desc =
        EU_DESC_PUT(MLEN, m->mlen) | EU_DESC_PUT(RLEN, m->rlen) | EU_DESC_PUT(HEADER, m->header) | m->desc;
    o.ex_desc = EU_DESC_PUT(EX_SFID, m->sfid) | EU_DESC_PUT(EX_EOT, m->eot) |
                EU_DESC_PUT(EX_MLEN, m->ex_mlen) | m->ex_desc;
    o.dst =
        m->rlen
            ? destination(e, i)
            : (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o.dst.hstride = 1;
    o.src[0] = place(e, i, &i->src[0]);
    set_region(&o.src[0], 8, 8, 1);
    if (m->ex_mlen)
        o.src[1] = place(e, i, &i->src[1]);
    if (i->src[2].kind != MIR_OPK_NONE) {
        const bool lsc = is_lsc(e, m);
        if (m->surface != MIR_SURFACE_TABLE || lsc)
            emit_handle(e, i, m->surface == MIR_SURFACE_EITHER, &o);
        if (m->surface == MIR_SURFACE_EITHER || (m->surface == MIR_SURFACE_TABLE && !lsc)) {
            load_descriptor(e, i, 0, DESC_WORD, o.desc);
            o.desc_in_reg = true;
            o.desc = 0;
        }
    }
    if (m->mem == MIR_MEM_FENCE && m->space == MIR_SPACE_SHARED &&
        kiln_target_syncs_before_fence(e->target)) {
        struct eu_inst all = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = EU_SYNC_ALLWR};
        mir_code_add(e, i, &all);
    }
    mir_code_add(e, i, &o);
    if (m->mem == MIR_MEM_FENCE && kiln_target_has_shared_fence(e->target))
        wait_for(e, i, &o.dst);
}

// Operands have no region: isa/encoding/systolic.c.
static void emit_systolic(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_inst o = common(e, i);
    o.depth = KILN_SYSTOLIC_DEPTH;
    o.count = i->rows;
    o.dst = place(e, i, &i->dst);
    o.dst.hstride = 1;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        o.src[k] = place(e, i, &i->src[k]);
        o.src[k].width = 1;
    }
    mir_code_add(e, i, &o);
}

static void emit_branch(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_inst o = common(e, i);
    o.branch_ctrl = i->op == EU_OP_GOTO && i->uip->index <= i->block->index;
    mir_code_add(e, i, &o);
}

// Until all of the group are there.
static void emit_wait(struct mir_code *e, const struct mir_inst *i)
{
    struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = EU_SYNC_BAR};
    mir_code_add(e, i, &o);
}

bool mir_is_branch(const struct mir_inst *i)
{
    return i->op < EU_OP_COUNT && eu_op_is_branch((enum eu_op)i->op);
}

static void emit_inst(struct mir_code *e, const struct mir_inst *i)
{
    if (i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER)
        return;
    if (i->op >= EU_OP_COUNT) {
        mir_code_fail(e, i, "a pseudo instruction is left");
    } else if (mir_op_is_send(i->op)) {
        emit_send(e, i);
    } else if (mir_is_systolic(i->op)) {
        emit_systolic(e, i);
    } else if (mir_is_branch(i)) {
        emit_branch(e, i);
    } else if (i->op == EU_OP_WAIT && !kiln_target_has_scoreboard(e->target)) {
        emit_wait(e, i);
    } else {
        struct eu_inst o = common(e, i);
        if (i->op != EU_OP_WAIT && i->op != EU_OP_NOP)
            o.dst = destination(e, i);
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
            o.src[k] = source(e, i, k);
        if (mir_is_ternary(i->op) && kiln_target_has_align16(e->target))
            to_align16(&o);
        if ((i->op == EU_OP_CMP || i->op == EU_OP_CMPN) && i->dst.kind != MIR_OPK_VREG &&
            kiln_target_has_switching_compare(e->target))
            o.thread_ctrl = EU_THREAD_SWITCH;
        mir_code_add(e, i, &o);
    }
}

// The control register is written under a thread switch: the hardware does not wait for it (PRM SKL vol7
// "Control Register").
static void emit_float_mode(struct mir_code *e)
{
    struct mir_inst *from = mir_inst_new(e->s, EU_OP_OR, 1);
    from->block = e->s->blocks[0];
    struct eu_inst o = {.op = EU_OP_OR, .exec_size = 1, .nomask = true};
    if (kiln_target_has_scoreboard(e->target))
        o.thread_ctrl = EU_THREAD_SWITCH;
    o.dst = (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_CONTROL, .hstride = 1};
    o.src[0] = o.dst;
    set_region(&o.src[0], 0, 1, 0);
    o.src[1] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = e->s->float_mode};
    mir_code_add(e, from, &o);
}

// A thread names its group's shared memory: bits 27:24 of r0.0, in 11:8 of sr0.1. Source: rule slm-index.
static void emit_shared_index(struct mir_code *e)
{
    struct mir_inst *from = mir_inst_new(e->s, EU_OP_MOV, 1);
    from->block = e->s->blocks[0];
    struct eu_inst o = {.op = EU_OP_MOV, .exec_size = 1, .nomask = true};
    o.dst = (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UW, .reg = EU_ARF_STATE, .subreg = 4};
    o.dst.hstride = 1;
    o.src[0] = (struct eu_operand){.file = EU_FILE_GRF, .type = EU_TYPE_UW, .subreg = 2};
    set_region(&o.src[0], 0, 1, 0);
    mir_code_add(e, from, &o);
}

bool mir_emit(struct mir_shader *s, const struct kiln_target *target, struct mir_code *code,
              const char **error)
{
    *code = (struct mir_code){.s = s, .target = target};
    code->block_offset = arena_array(s->arena, uint32_t, s->block_count + 1);
    code->block_first = arena_array(s->arena, uint32_t, s->block_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++) {
        code->block_first[b] = code->count;
        if (b == 0 && s->float_mode)
            emit_float_mode(code);
        if (b == 0 && s->uses_slm && kiln_target_has_slm_index(target))
            emit_shared_index(code);
        mir_foreach_inst(i, s->blocks[b]) emit_inst(code, i);
    }
    *error = code->error;
    return !code->error;
}

char *mir_code_print(struct arena *a, const struct mir_code *code)
{
    size_t used = 0, room = (size_t)code->count * 64 + 256;
    char *text = arena_alloc(a, room);
    uint32_t block = 0;
    for (uint32_t k = 0; k < code->count; k++) {
        if (room - used < 512) {
            text = arena_grow(a, text, used, room * 2);
            room *= 2;
        }
        while (block < code->s->block_count && code->block_first[block] <= k && room - used > 400)
            used += (size_t)snprintf(text + used, room - used, "B%u:\n", block++);
        char line[256];
        eu_print(code->target, &code->items[k].inst, 0, line, sizeof(line));
        used += (size_t)snprintf(text + used, room - used, "    %s\n", line);
    }
    text[used] = 0;
    return text;
}
