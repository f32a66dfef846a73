// See mir/ir/legal.h.
//
// Sizes (Mesa brw_eu_validate, PRM "Register Region Restrictions"): no region spans more than two registers;
// a region in two registers has half of its channels in each (so it starts at a register); MATH takes two
// registers of 32 bits, integer division one; so many channels the accumulator holds.
#include "compiler/mir/ir/legal.h"

bool mir_is_ternary_source(const struct mir_shader *s, const struct mir_inst *i, const struct mir_operand *o)
{
    if (o->kind != MIR_OPK_VREG || s->vregs[o->vreg].file != MIR_GRF)
        return false;
    int stride = mir_src_stride(o, i->exec_size);
    if (!kiln_target_has_align16(s->target))
        return stride == 0 || stride == 1;
    if (stride == 0)
        return eu_type_size(o->type) == 4 || i->exec_size == 1;
    unsigned need = i->exec_size >= 8 ? s->reg_bytes : 16;
    if (mir_is_quad_region(o))
        return s->vregs[o->vreg].align >= need && o->offset / 16 * 16 % need == 0;
    if (mir_repeats_eight(o, i->exec_size))
        return s->vregs[o->vreg].align >= need && o->offset % need == 0;
    return stride == 1 && s->vregs[o->vreg].align >= need && o->offset % need == 0;
}

static bool is_int_div(const struct mir_inst *i)
{
    return i->op == EU_OP_MATH && i->math >= EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER &&
           i->math <= EU_MATH_INT_DIV_REMAINDER;
}

static bool mixes_floats(const struct mir_inst *i)
{
    bool half = i->dst.type == EU_TYPE_HF, single = i->dst.type == EU_TYPE_F;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind != MIR_OPK_NONE) {
            half |= i->src[k].type == EU_TYPE_HF;
            single |= i->src[k].type == EU_TYPE_F;
        }
    return half && single;
}

static bool span_ok(uint32_t start, unsigned n, unsigned stride, unsigned size, uint32_t reg)
{
    uint32_t from = start % reg, bytes = ((n - 1) * stride + 1) * size;
    if (from + bytes <= reg)
        return true;
    return from + bytes <= 2 * reg &&
           from < stride * size; // both halves start at the same place of their registers
}

static bool operand_ok(const struct mir_shader *s, const struct mir_operand *o, unsigned n, unsigned stride)
{
    if (o->kind == MIR_OPK_ARF)
        return n * stride * eu_type_size(o->type) <= 2 * s->reg_bytes;
    if (o->kind != MIR_OPK_VREG || s->vregs[o->vreg].size < s->reg_bytes)
        return true;
    return span_ok(o->offset, n, stride, eu_type_size(o->type), s->reg_bytes);
}

static bool is_in_two(const struct mir_shader *s, const struct mir_operand *o, unsigned n, unsigned stride)
{
    const unsigned size = eu_type_size(o->type), extent = ((n - 1) * stride + 1) * size;
    return o->kind == MIR_OPK_VREG ? o->offset % s->reg_bytes + extent > s->reg_bytes : extent > s->reg_bytes;
}

// An instruction that writes two registers is executed as two, for the channels of two neighbouring quarters,
// and sources advance with the destination. Source: src/isa/validate/gen75.c.
static bool halves_ok(const struct mir_shader *s, const struct mir_inst *i, unsigned n)
{
    const unsigned to = mir_dst_stride(&i->dst), whole = mir_exec_type_size(i) == 8 ? 4 : 8;
    if (!i->nomask && n > 16)
        return false;
    if (i->dst.kind == MIR_OPK_NONE || !is_in_two(s, &i->dst, n, to))
        return true;
    if (!i->nomask && n != 2 * whole)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        const int stride = mir_src_stride(o, i->exec_size);
        const bool words =
            eu_type_size(o->type) == 2 && stride == 1 && eu_type_size(i->dst.type) == 4 && to == 1;
        if (o->kind == MIR_OPK_NONE || mir_is_imm(o) || stride == 0 || words)
            continue;
        if (stride < 0 || o->kind != MIR_OPK_VREG || !is_in_two(s, o, n, (unsigned)stride))
            return false;
    }
    return true;
}

bool mir_is_legal_size(const struct mir_shader *s, const struct mir_inst *i, unsigned n)
{
    if (n == 1)
        return true;
    const unsigned native = mir_native_width(s);
    if (!kiln_target_has_free_halves(s->target) && !halves_ok(s, i, n))
        return false;
    if ((i->op == EU_OP_BFI1 || i->op == EU_OP_BFI2) && n > native &&
        kiln_target_has_narrow_insert(s->target))
        return false;
    if (i->op == EU_OP_MATH && n > (is_int_div(i) ? native : 2 * native))
        return false;
    if (mir_touches_acc(i) && n > native)
        return false;
    if (mixes_floats(i) && n > native &&
        (i->dst.type != EU_TYPE_HF || mir_dst_stride(&i->dst) != 2 || i->op == EU_OP_MATH))
        return false; // two registers of single precision become halves that lie apart
    if (n * mir_exec_type_size(i) > 2 * s->reg_bytes && i->dst.kind != MIR_OPK_NONE)
        return false;
    if (i->dst.kind != MIR_OPK_NONE && !operand_ok(s, &i->dst, n, mir_dst_stride(&i->dst)))
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        int stride = mir_src_stride(o, i->exec_size);
        if (o->kind == MIR_OPK_NONE || stride == 0)
            continue;
        if (mir_is_ternary(i->op) && mir_repeats_eight(o, n))
            return false;
        if (stride > 0 && !operand_ok(s, o, n, (unsigned)stride))
            return false;
        if (stride < 0 && o->kind == MIR_OPK_VREG && n > o->width &&
            !span_ok(o->offset, n / o->width, o->vstride, eu_type_size(o->type), s->reg_bytes))
            return false;
    }
    return true;
}

// ---- one source for another

static bool takes_modifiers(const struct mir_inst *i)
{
    switch (i->op) {
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MAD:
    case EU_OP_LRP:
    case EU_OP_CMP:
    case EU_OP_SEL:
    case EU_OP_FRC:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
    case EU_OP_RNDU:
        return true;
    default:
        return false;
    }
}

bool mir_sign_inverts(const struct mir_shader *s, const struct mir_inst *i)
{
    return s->target->isa >= KILN_ISA_GEN8 && (i->op == EU_OP_AND || i->op == EU_OP_OR || i->op == EU_OP_XOR);
}

static bool is_plain(const struct mir_inst *i)
{
    return i->op < EU_OP_COUNT && !mir_takes_registers(i->op) && i->op != EU_OP_MATH;
}

static bool takes_imm(const struct mir_shader *s, const struct mir_inst *i, unsigned k)
{
    if (!is_plain(i) || mir_leaves_acc(i) || i->src[k].negate || i->src[k].abs)
        return false;
    unsigned n = eu_op_num_srcs((enum eu_op)i->op);
    if (s->is_legal)
        return n < 3 && k == n - 1;
    if (n == 3) // becomes a scalar constant: the pool of mir_legalize
        return true;
    if (n == 2 && i->src[1 - k].kind == MIR_OPK_IMM)
        return false;
    return k == n - 1 || i->op == EU_OP_ADD || i->op == EU_OP_MUL || i->op == EU_OP_AND ||
           i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_CMP;
}

bool mir_takes_source(const struct mir_shader *s, const struct mir_inst *i, unsigned k,
                      const struct mir_operand *o)
{
    if (o->kind == MIR_OPK_IMM)
        return takes_imm(s, i, k);
    bool send = mir_op_is_send(i->op), ternary = mir_is_ternary(i->op);
    if ((send && (k < 2 || i->send.surface == MIR_SURFACE_EITHER)) || mir_is_systolic(i->op))
        return false; // a payload is a block, and so are a qword of both and a matrix
    bool modified = o->negate != i->src[k].negate || o->abs != i->src[k].abs;
    if (modified && !takes_modifiers(i) && !(mir_sign_inverts(s, i) && !o->abs))
        return false;
    if (mir_src_stride(o, i->exec_size) > 1 && (!is_plain(i) || ternary))
        return false;
    if (!s->is_legal || send || i->op >= EU_OP_COUNT)
        return true;
    struct mir_inst with = *i;
    with.src[k] = *o;
    return (!ternary || mir_is_ternary_source(s, &with, o)) && mir_is_legal_size(s, &with, i->exec_size);
}
