// What Broxton and Gemini Lake (kiln_target.restricted_qwords) want besides: instructions on 64-bit data, and
// multiplications of dwords, have all operands as far apart as qwords, at the same place of their registers,
// in general registers without address registers (PRM BXT vol7 "Register Region Restrictions" as Mesa's
// brw_eu_validate.c quotes it; eu_validate_lowpower.c checks it). Scalar sources are free of that.
//
// Behind mir_legalize, whose instructions are legal elsewhere: moves of qwords become moves of their halves,
// products of dwords two by words (as Mesa has them there), and what else has its operands elsewhere gets
// copies that lie right. Three-source instructions are exempt.
#include "compiler/mir/lower/legalize.h"

static unsigned src_count(const struct mir_inst *i)
{
    return i->op == EU_OP_MATH ? 1 + (i->src[1].kind != MIR_OPK_NONE) : eu_op_num_srcs((enum eu_op)i->op);
}

static bool is_dword(enum eu_type t)
{
    return t == EU_TYPE_D || t == EU_TYPE_UD;
}

static bool is_product(const struct mir_inst *i)
{
    return i->op == EU_OP_MUL && is_dword(i->src[0].type) && is_dword(i->src[1].type);
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
    return wide || is_product(i);
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

static struct mir_inst *mov_like(struct mir_shader *s, const struct mir_inst *i)
{
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, i->exec_size);
    mov->chan_offset = i->chan_offset;
    mov->nomask = i->nomask;
    mov->line = i->line;
    return mov;
}

static uint32_t temp(struct mir_shader *s, const struct mir_inst *i)
{
    bool uniform = i->dst.kind == MIR_OPK_VREG && s->vregs[i->dst.vreg].uniform && i->nomask;
    return mir_vreg_new(s, MIR_GRF, i->exec_size * 8u < s->reg_bytes ? s->reg_bytes : i->exec_size * 8u,
                        s->reg_bytes, uniform);
}

// ---- halves

// A region of qwords as that of their low or high dwords; false if there is no encoding.
static bool halve_src(const struct mir_inst *i, struct mir_operand *o, unsigned half)
{
    int stride = mir_src_stride(o, i->exec_size);
    o->type = EU_TYPE_UD;
    o->offset += 4 * half;
    if (o->kind == MIR_OPK_INDIRECT)
        return o->vstride == 0 && o->hstride == 0;
    if (stride < 0) { // rows
        bool fits = o->hstride <= 2 && o->vstride <= 16;
        o->hstride *= 2;
        o->vstride *= 2;
        return fits;
    }
    if (stride > 16)
        return false;
    o->width = stride && stride <= 2 ? 8 : 1;
    o->hstride = (uint8_t)(stride <= 2 ? 2 * stride : 0);
    o->vstride = (uint8_t)(stride <= 2 ? 16 * stride : 2 * stride);
    return true;
}

// One channel at a time: regions of one element are free.
static bool move_one_by_one(struct mir_shader *s, struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    unsigned to = mir_dst_stride(&i->dst), width = o->width ? o->width : 1;
    if (!i->nomask || i->pred.kind != MIR_OPK_NONE || o->kind != MIR_OPK_VREG)
        return false;
    for (unsigned n = 0; n < i->exec_size; n++) {
        struct mir_inst *mov = mov_like(s, i);
        mov->exec_size = 1;
        mov->chan_offset = 0;
        mov->dst = mir_scalar(i->dst.vreg, i->dst.offset + n * to * 8, i->dst.type);
        mov->src[0] =
            mir_scalar(o->vreg, o->offset + (n / width * o->vstride + n % width * o->hstride) * 8, o->type);
        mir_insert_before(i, mov);
    }
    mir_remove(i);
    return true;
}

// mov of qwords without a change: a mov of each half. False: not such a mov.
static bool split_move(struct mir_shader *s, struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    unsigned stride = mir_dst_stride(&i->dst);
    if (i->op != EU_OP_MOV || i->saturate || i->cmod || o->negate || o->abs || o->kind == MIR_OPK_IMM ||
        i->dst.kind != MIR_OPK_VREG || eu_type_size(o->type) != 8 || eu_type_size(i->dst.type) != 8 ||
        (o->type == EU_TYPE_DF) != (i->dst.type == EU_TYPE_DF))
        return false;
    if (stride > 2)
        return move_one_by_one(s, i);
    struct mir_inst *half[2];
    for (unsigned h = 0; h < 2; h++) {
        half[h] = arena_new(s->arena, struct mir_inst);
        *half[h] = *i;
        half[h]->dst.type = EU_TYPE_UD;
        half[h]->dst.offset += 4 * h;
        half[h]->dst.hstride = (uint8_t)(i->exec_size == 1 ? 1 : 2 * stride);
        if (!halve_src(i, &half[h]->src[0], h))
            return move_one_by_one(s, i);
    }
    mir_insert_before(i, half[0]);
    mir_insert_before(i, half[1]);
    mir_remove(i);
    return true;
}

// ---- products of dwords

static struct mir_operand word_of(const struct mir_inst *i, const struct mir_operand *o, unsigned half)
{
    if (o->kind == MIR_OPK_IMM)
        return mir_imm_uw((uint16_t)(o->imm >> (16 * half)));
    struct mir_operand w = *o;
    int stride = mir_src_stride(o, i->exec_size);
    w.type = EU_TYPE_UW;
    w.offset += 2 * half;
    w.negate = false;
    if (stride > 0)
        w = mir_strided(o->vreg, o->offset + 2 * half, EU_TYPE_UW, 2 * (unsigned)stride);
    return w;
}

static struct mir_inst *times_word(struct mir_shader *s, const struct mir_inst *i, struct mir_operand dst,
                                   unsigned half)
{
    struct mir_inst *mul = mov_like(s, i);
    mul->op = EU_OP_MUL;
    mul->dst = dst;
    mul->src[0] = i->src[0];
    mul->src[0].negate ^= i->src[1].negate && i->src[1].kind != MIR_OPK_IMM;
    mul->src[1] = word_of(i, &i->src[1], half);
    return mul;
}

// a * b = a * low(b) + (a * high(b) << 16), of which only the high words are added.
static bool split_product(struct mir_shader *s, struct mir_inst *i)
{
    struct mir_operand *b = &i->src[1];
    int stride = b->kind == MIR_OPK_IMM ? 0 : mir_src_stride(b, i->exec_size);
    if (!is_product(i) || !is_dword(i->dst.type) || b->abs || i->saturate || stride < 0 || stride > 2 ||
        (b->kind != MIR_OPK_VREG && b->kind != MIR_OPK_IMM))
        return false;
    uint32_t low = temp(s, i), high = temp(s, i);
    enum eu_type type = i->dst.type;
    mir_insert_before(i, times_word(s, i, mir_vec(low, 0, type), 0));
    if (b->kind != MIR_OPK_IMM || b->imm >> 16 & 0xffff) {
        mir_insert_before(i, times_word(s, i, mir_vec(high, 0, type), 1));
        struct mir_inst *add = mov_like(s, i);
        add->op = EU_OP_ADD;
        add->dst = mir_strided(low, 2, EU_TYPE_UW, 2);
        add->src[0] = mir_strided(low, 2, EU_TYPE_UW, 2);
        add->src[1] = mir_strided(high, 0, EU_TYPE_UW, 2);
        mir_insert_before(i, add);
    }
    i->op = EU_OP_MOV;
    i->src[0] = mir_vec(low, 0, type);
    i->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
    return true;
}

// ---- operands

// Source k in front of i, an element a qword from `place` on.
static void copy_src(struct mir_shader *s, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k], from = *o;
    unsigned size = eu_type_size(o->type);
    enum eu_type type = size > 1 ? o->type : o->type == EU_TYPE_B ? EU_TYPE_D : EU_TYPE_UD;
    uint32_t t = temp(s, i);
    struct mir_inst *mov = mov_like(s, i);
    from.negate = from.abs = false;
    mov->src[0] = from;
    mov->dst = mir_strided(t, 0, type, 8 / eu_type_size(type));
    mir_insert_before(i, mov);
    bool negate = o->negate, abs = o->abs;
    *o = mov->dst;
    o->negate = negate;
    o->abs = abs;
    if (size == 8)
        split_move(s, mov);
}

// The result goes to a place of its own first; a mov behind takes it on.
static void copy_dst(struct mir_shader *s, struct mir_inst *i)
{
    uint32_t t = temp(s, i);
    struct mir_inst *mov = mov_like(s, i);
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
        split_move(s, mov);
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
    if (split_move(s, i) || split_product(s, i))
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
