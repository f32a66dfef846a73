// What Broxton and Gemini Lake (kiln_target.restricted_qwords) want besides: instructions on 64-bit data, and
// multiplications of dwords, have all operands as far apart as qwords, at the same place of their registers,
// in general registers without address registers (PRM BXT vol7 "Register Region Restrictions" as Mesa's
// brw_eu_validate.c quotes it; isa/validate/lowpower.c checks it). Scalar sources are free of that.
//
// Behind mir_legalize, whose instructions are legal elsewhere: moves of qwords become moves of their halves,
// products of dwords two by words (as Mesa has them there), and what else has its operands elsewhere gets
// copies that lie right. Three-source instructions are exempt.
#include "compiler/mir/lower/legalize.h"
#include "compiler/mir/lower/qword.h"

static unsigned src_count(const struct mir_inst *i)
{
    return i->op == EU_OP_MATH ? 1 + (i->src[1].kind != MIR_OPK_NONE) : eu_op_num_srcs((enum eu_op)i->op);
}

static bool is_concerned(const struct mir_inst *i)
{
    if (i->op >= EU_OP_COUNT || mir_op_is_send(i->op) || mir_is_ternary(i->op) ||
        eu_op_is_branch((enum eu_op)i->op) || i->op == EU_OP_WAIT || i->op == EU_OP_NOP ||
        i->op == EU_OP_MATH)
        return false;
    bool wide = eu_type_size(i->dst.type) == 8;
    for (unsigned k = 0; k < src_count(i); k++)
        wide |= eu_type_size(i->src[k].type) == 8;
    return wide || mir_is_product(i);
}

static bool is_scalar(const struct mir_inst *i, const struct mir_operand *o)
{
    return mir_src_stride(o, i->exec_size) == 0;
}

// Registers and the place in one are known only of what begins at one.
static bool lies_at(struct mir_shader *s, const struct mir_operand *o, uint32_t place)
{
    struct mir_vreg *v = &s->vregs[o->vreg];
    if (o->kind != MIR_OPK_VREG || v->file != MIR_GRF || o->offset % s->reg_bytes != place)
        return false;
    if (v->phys >= 0)
        return (uint32_t)v->phys % s->reg_bytes == 0;
    v->align = (uint8_t)s->reg_bytes;
    return true;
}

static uint32_t temp(struct mir_shader *s, const struct mir_inst *i)
{
    bool uniform = i->dst.kind == MIR_OPK_VREG && s->vregs[i->dst.vreg].uniform && i->nomask;
    return mir_vreg_new(s, MIR_GRF, i->exec_size * 8u < s->reg_bytes ? s->reg_bytes : i->exec_size * 8u,
                        s->reg_bytes, uniform);
}

// ---- operands

// Source k in front of i, an element a qword from `place` on.
static void copy_src(struct mir_shader *s, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k], from = *o;
    unsigned size = eu_type_size(o->type);
    enum eu_type type = size > 1 ? o->type : o->type == EU_TYPE_B ? EU_TYPE_D : EU_TYPE_UD;
    uint32_t t = temp(s, i);
    struct mir_inst *mov = mir_mov_like(s, i);
    from.negate = from.abs = false;
    mov->src[0] = from;
    mov->dst = mir_strided(t, 0, type, 8 / eu_type_size(type));
    mir_insert_before(i, mov);
    bool negate = o->negate, abs = o->abs;
    *o = mov->dst;
    o->negate = negate;
    o->abs = abs;
    if (size == 8)
        mir_split_move(s, mov);
}

// The result goes to a place of its own first; a mov behind takes it on.
static void copy_dst(struct mir_shader *s, struct mir_inst *i)
{
    uint32_t t = temp(s, i);
    struct mir_inst *mov = mir_mov_like(s, i);
    mov->dst = i->dst;
    mov->src[0] = mir_strided(t, 0, i->dst.type, 8 / eu_type_size(i->dst.type));
    if (i->op != EU_OP_SEL) {
        mov->pred = i->pred;
        mov->pred_inv = i->pred_inv;
        mov->pred_ctrl = i->pred_ctrl;
    }
    i->dst = mov->src[0];
    mir_insert_after(i, mov);
    if (eu_type_size(mov->dst.type) == 8)
        mir_split_move(s, mov);
}

static bool any_vector(const struct mir_inst *i)
{
    for (unsigned k = 0; k < src_count(i); k++)
        if (!mir_is_imm(&i->src[k]) && (i->src[k].kind == MIR_OPK_INDIRECT || !is_scalar(i, &i->src[k])))
            return true;
    return false;
}

static void fix(struct mir_shader *s, struct mir_inst *i)
{
    unsigned place = 0;
    // Only what every source reads in one place can stay where it is.
    if (!any_vector(i))
        return;
    if (mir_split_move(s, i) || mir_split_product(s, i, 8))
        return;
    if (mir_has_dst(i)) {
        if (mir_dst_stride(&i->dst) * eu_type_size(i->dst.type) != 8 || !lies_at(s, &i->dst, 0))
            copy_dst(s, i);
    } else if (eu_type_size(i->dst.type) != 8) {
        i->dst.hstride = (uint8_t)(8 / eu_type_size(i->dst.type));
    }
    for (unsigned k = 0; k < src_count(i); k++) {
        const struct mir_operand *o = &i->src[k];
        if (mir_is_imm(o) || (o->kind == MIR_OPK_VREG && is_scalar(i, o)))
            continue;
        int stride = mir_src_stride(o, i->exec_size);
        if (o->kind != MIR_OPK_VREG || stride * (int)eu_type_size(o->type) != 8 || !lies_at(s, o, place))
            copy_src(s, i, k);
    }
}

bool mir_lowpower(struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) if (is_concerned(i)) fix(s, i);
    return true;
}
