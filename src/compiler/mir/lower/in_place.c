// The pipes of Gen12.5 that compute floats, and 64 bits, move nothing between channels: each element of a
// source lies where the destination's does, as far into its register and as far from the next. What lies
// elsewhere is copied, bits or numbers, by the pipe of integers, which may. Scalars are free of that.
//
// After mir_legalize, and with nothing after that moves operands within registers. Halves and floats mix as
// they did before. Source: isa/validate/pipes.c.
#include "compiler/mir/lower/legalize.h"
#include "compiler/mir/lower/qword.h"

static unsigned src_count(const struct mir_inst *i)
{
    return i->op == EU_OP_MATH ? 1 + (i->src[1].kind != MIR_OPK_NONE) : eu_op_num_srcs((enum eu_op)i->op);
}

static bool mixes_halves(const struct mir_inst *i)
{
    bool half = i->dst.type == EU_TYPE_HF, single = i->dst.type == EU_TYPE_F;
    for (unsigned k = 0; k < src_count(i) && k < 2; k++) {
        half |= i->src[k].type == EU_TYPE_HF;
        single |= i->src[k].type == EU_TYPE_F;
    }
    return half && single;
}

static bool is_concerned(const struct mir_inst *i)
{
    if (i->op >= EU_OP_COUNT || mir_takes_registers(i->op) || eu_op_is_branch((enum eu_op)i->op) ||
        i->op == EU_OP_WAIT || i->op == EU_OP_NOP || i->exec_size == 1)
        return false;
    bool wide = eu_type_size(i->dst.type) == 8 || mir_is_product(i);
    for (unsigned k = 0; k < src_count(i); k++)
        wide |= eu_type_size(i->src[k].type) == 8;
    return wide || (mir_is_float(i->dst.type) && !mixes_halves(i));
}

// A MOV of bits is one of integers.
static bool make_integer(struct mir_inst *i)
{
    static const enum eu_type bits[] = {
        [1] = EU_TYPE_UB, [2] = EU_TYPE_UW, [4] = EU_TYPE_UD, [8] = EU_TYPE_UQ};
    const struct mir_operand *o = &i->src[0];
    const unsigned size = eu_type_size(i->dst.type);
    if (i->op != EU_OP_MOV || i->saturate || i->cmod || o->negate || o->abs || o->type != i->dst.type ||
        o->kind == MIR_OPK_IMM || size > 4)
        return false;
    i->src[0].type = i->dst.type = bits[size];
    return true;
}

// The place in a register is known only of what begins at one.
static uint32_t place_of(struct mir_shader *s, const struct mir_operand *o)
{
    struct mir_vreg *v = &s->vregs[o->vreg];
    if (o->kind != MIR_OPK_VREG || v->file != MIR_GRF)
        return 0;
    if (v->phys >= 0)
        return ((uint32_t)v->phys + o->offset) % s->reg_bytes;
    if (v->align < s->reg_bytes)
        v->align = (uint8_t)s->reg_bytes;
    return o->offset % s->reg_bytes;
}

static bool is_in_place(struct mir_shader *s, const struct mir_inst *i, const struct mir_operand *o)
{
    const int stride = mir_src_stride(o, i->exec_size);
    if (mir_is_imm(o) || (o->kind != MIR_OPK_INDIRECT && stride == 0))
        return true;
    if (o->kind == MIR_OPK_INDIRECT) // one for all
        return o->vstride == 0 && o->hstride == 0;
    if (stride < 0)
        return false;
    if (!mir_has_dst(i))
        return true;
    return stride * (int)eu_type_size(o->type) ==
               (int)(mir_dst_stride(&i->dst) * eu_type_size(i->dst.type)) &&
           (o->kind != MIR_OPK_VREG || place_of(s, o) == place_of(s, &i->dst));
}

// What an element is in the copy: as wide as the destination's are apart, or its bits alone.
static enum eu_type copied_type(enum eu_type t, unsigned step)
{
    const unsigned size = eu_type_size(t);
    if (!mir_is_float(t) && size < 4 && step >= 4)
        return t == EU_TYPE_B || t == EU_TYPE_W ? EU_TYPE_D : EU_TYPE_UD;
    return !mir_is_float(t) ? t : size == 2 ? EU_TYPE_UW : size == 4 ? EU_TYPE_UD : EU_TYPE_UQ;
}

static void copy_source(struct mir_shader *s, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k], from = *o;
    const bool has_dst = mir_has_dst(i), real = mir_is_float(o->type);
    unsigned step = has_dst ? mir_dst_stride(&i->dst) * eu_type_size(i->dst.type) : eu_type_size(o->type);
    const uint32_t place = has_dst ? place_of(s, &i->dst) : 0;
    const enum eu_type type = copied_type(o->type, step), was = o->type;
    step = step < eu_type_size(type) ? eu_type_size(type) : step;
    const uint32_t bytes = place + i->exec_size * step;
    const bool uniform = i->dst.kind == MIR_OPK_VREG && s->vregs[i->dst.vreg].uniform && i->nomask;
    uint32_t t = mir_vreg_new(s, MIR_GRF, bytes < s->reg_bytes ? s->reg_bytes : bytes, s->reg_bytes, uniform);
    struct mir_inst *mov = mir_mov_like(s, i);
    from.negate = from.abs = false;
    if (real)
        from.type = type;
    mov->src[0] = from;
    mov->dst = mir_strided(t, place, type, step / eu_type_size(type));
    mir_insert_before(i, mov);
    const bool negate = o->negate, abs = o->abs;
    *o = mov->dst;
    o->type = real ? was : type;
    o->negate = negate;
    o->abs = abs;
    if (eu_type_size(type) == 8)
        mir_split_move(s, mov);
}

// Words that lie apart go to packed words only of certain places (isa/validate/xe2.c, narrow-region). Which
// part of a0 an address gets is known later: they are packed first, where the rule allows it.
static bool pack_words(struct mir_shader *s, struct mir_inst *i)
{
    bool changed = false;
    if (i->dst.kind != MIR_OPK_VREG || s->vregs[i->dst.vreg].file != MIR_ADDR || i->exec_size == 1)
        return false;
    for (unsigned k = 0; k < src_count(i); k++) {
        struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_VREG || eu_type_size(o->type) != 2 || mir_src_stride(o, i->exec_size) != 2)
            continue;
        struct mir_inst *mov = mir_mov_like(s, i);
        const uint32_t place = place_of(s, o) / 2;
        const uint32_t t = mir_vreg_new(s, MIR_GRF, s->reg_bytes, s->reg_bytes, false);
        mov->src[0] = *o;
        *o = mov->dst = mir_vec(t, place, o->type);
        mir_insert_before(i, mov);
        changed = true;
    }
    return changed;
}

bool mir_in_place(struct mir_shader *s)
{
    const bool narrow = kiln_target_has_narrow_regions(s->target);
    bool changed = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (narrow)
                changed |= pack_words(s, i);
            if (!is_concerned(i) || make_integer(i))
                continue;
            for (unsigned k = 0; k < src_count(i); k++)
                if (i->src[k].kind != MIR_OPK_NONE && !is_in_place(s, i, &i->src[k])) {
                    copy_source(s, i, k);
                    changed = true;
                }
        }
    return changed;
}
