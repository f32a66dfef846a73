// Comparisons with zero go into the conditional modifier of the instruction that makes the value:
//
//     add(16) %3:f, %1:f, %2:f                          add.l%4(16) %3:f, %1:f, %2:f
//     cmp.l%4(16) null:f, %3:f, 0x0:f          ->
//
// (and a saturating move into the arithmetic before it, below). Within a block, if nothing between touches
// the flag. Integer overflow makes the modifier see the unwrapped result of an ADD, so integers only from
// instructions that cannot overflow; the producer must cover the same channels.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

static bool same_channels(const struct mir_inst *a, const struct mir_inst *b)
{
    return a->exec_size == b->exec_size && a->chan_offset == b->chan_offset && a->nomask == b->nomask;
}

// What is zero is so with a sign and without.
static bool same_zero(enum eu_type a, enum eu_type b)
{
    return a == b || (a != EU_TYPE_F && b != EU_TYPE_F && eu_type_size(a) == 4 && eu_type_size(b) == 4);
}

static bool produces_flags(const struct mir_inst *i, enum eu_type type, enum eu_cmod cmod)
{
    bool zero = cmod == EU_CMOD_Z || cmod == EU_CMOD_NZ;
    if (i->cmod || i->pred.kind || i->flag.kind || i->saturate ||
        (zero ? !same_zero(i->dst.type, type) : i->dst.type != type))
        return false;
    bool is_float = type == EU_TYPE_F;
    switch (i->op) {
    case EU_OP_ADD:
    case EU_OP_MUL:
        return is_float;
    case EU_OP_MAD:
    case EU_OP_LRP:
        return is_float && i->exec_size <= 2 * i->reg_bytes / 4;
    case EU_OP_MOV:
        return i->src[0].type == type && i->src[0].kind == MIR_OPK_VREG;
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_NOT:
        return zero;
    default:
        return false;
    }
}

static bool touches_flag(const struct mir_inst *i, uint32_t flag)
{
    if ((i->flag.kind && i->flag.vreg == flag) || (i->pred.kind && i->pred.vreg == flag))
        return true;
    if (i->dst.kind == MIR_OPK_VREG && i->dst.vreg == flag)
        return true;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG && i->src[k].vreg == flag)
            return true;
    return false;
}

static bool overlaps(const struct mir_inst *i, const struct mir_operand *o)
{
    if (i->dst.kind == MIR_OPK_INDIRECT)
        return i->dst.base == o->vreg;
    return i->dst.kind == MIR_OPK_VREG && i->dst.vreg == o->vreg;
}

// Of floats, either zero.
static bool is_zero(const struct mir_operand *o)
{
    uint32_t bits = (uint32_t)o->imm;
    return o->kind == MIR_OPK_IMM && (o->type == EU_TYPE_F ? !(bits << 1) : !bits);
}

static bool fold(struct mir_inst *cmp)
{
    const struct mir_operand *o = &cmp->src[0];
    if (cmp->op != EU_OP_CMP || cmp->pred.kind || !is_zero(&cmp->src[1]) || o->kind != MIR_OPK_VREG ||
        o->negate || o->abs || cmp->dst.kind == MIR_OPK_VREG || !cmp->flag.kind || eu_type_size(o->type) != 4)
        return false;
    if (cmp->exec_size > 1 && mir_src_stride(o, cmp->exec_size) != 1)
        return false;
    for (struct mir_inst *i = cmp->prev; i; i = i->prev) {
        if (overlaps(i, o)) {
            if (i->op >= EU_OP_COUNT || !mir_has_dst(i) || i->dst.offset != o->offset ||
                mir_dst_stride(&i->dst) != 1 || !same_channels(i, cmp) || mir_touches_acc(i) ||
                !produces_flags(i, o->type, cmp->cmod))
                return false;
            i->cmod = cmp->cmod;
            i->flag = cmp->flag;
            return true;
        }
        if (touches_flag(i, cmp->flag.vreg))
            return false;
    }
    return false;
}

// ---- saturation
//
//     mul(16) %3:f, %1:f, %2:f                          mul.sat(16) %4:f, %1:f, %2:f
//     mov.sat(16) %4:f, %3:f                   ->

struct values { // of all vregs
    const struct mir_def *defs;
    const struct mir_uses *uses;
};

static bool is_saturating_move(const struct mir_inst *i)
{
    return i->op == EU_OP_MOV && i->saturate && !i->pred.kind && !i->cmod && i->dst.kind == MIR_OPK_VREG &&
           i->src[0].kind == MIR_OPK_VREG && !i->src[0].negate && !i->src[0].abs &&
           i->dst.type == EU_TYPE_F && i->src[0].type == EU_TYPE_F && mir_dst_stride(&i->dst) == 1 &&
           (i->exec_size == 1 || mir_src_stride(&i->src[0], i->exec_size) == 1);
}

static bool can_saturate(const struct mir_inst *i)
{
    if (i->op != EU_OP_ADD && i->op != EU_OP_MUL && i->op != EU_OP_MAD && i->op != EU_OP_LRP &&
        i->op != EU_OP_MATH)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind != MIR_OPK_NONE && i->src[k].type != EU_TYPE_F)
            return false;
    return i->dst.type == EU_TYPE_F && !i->cmod && !i->pred.kind && !i->flag.kind && !mir_touches_acc(i);
}

// The move's source is written once, here in its block, and read by it alone; its destination has no other
// value meanwhile.
static bool fold_saturation(const struct values *v, struct mir_inst *mov)
{
    const struct mir_operand *o = &mov->src[0];
    if (!is_saturating_move(mov) || v->uses[o->vreg].count != 1 || v->defs[o->vreg].count != 1 ||
        v->defs[mov->dst.vreg].count != 1)
        return false;
    for (struct mir_inst *i = mov->prev; i; i = i->prev) {
        if (!overlaps(i, o))
            continue;
        if (!can_saturate(i) || i->dst.offset != o->offset || mir_dst_stride(&i->dst) != 1 ||
            !same_channels(i, mov))
            return false;
        i->dst = mov->dst;
        i->saturate = true;
        return true;
    }
    return false;
}

bool mir_opt_cmod(struct mir_shader *s)
{
    bool any = false;
    struct values v = {0}; // once there is a saturating move
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (!v.defs && is_saturating_move(i))
                v = (struct values){mir_defs(s), mir_uses(s)};
            if (!fold(i) && !(v.defs && fold_saturation(&v, i)))
                continue;
            mir_remove(i);
            any = true;
        }
    return any;
}
