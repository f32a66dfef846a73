// Halves as operands of arithmetic on floats: a conversion all of whose readers may take the half itself is
// gone (kiln_target_has_mixed_float). Sums and products take it as it is. A multiply-add of two halves
// becomes a product, which is exact (22 bits of 24, and its exponent is one of a float's), and a sum: an
// instruction less than two conversions and the multiply-add, with the same result. Multiply-adds themselves
// want halves that lie side by side, and messages bring them a dword apart.
//
// With a float as result an instruction takes eight channels: what was one instruction of sixteen becomes
// two, which take as long. So a conversion with many readers stays.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { WIDE_READERS = 2, READERS = 4 }; // of a conversion, at most: of more than eight channels, of eight

struct mixed {
    struct mir_shader *s;
    const struct mir_def *defs;
    struct mir_use_lists uses;
    bool *goes; // per vreg: it is a conversion that is not needed, as far as is known
};

static bool is_conversion(const struct mixed *m, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->pred.kind || i->saturate || i->cmod ||
        i->exec_size < mir_native_width(m->s) || i->nomask || d->kind != MIR_OPK_VREG ||
        d->type != EU_TYPE_F || d->offset || o->kind != MIR_OPK_VREG || o->type != EU_TYPE_HF)
        return false;
    const struct mir_vreg *to = &m->s->vregs[d->vreg], *from = &m->s->vregs[o->vreg];
    int stride = mir_src_stride(o, i->exec_size);
    return to->file == MIR_GRF && to->phys < 0 && mir_dst_range(i).hi == to->size && mir_dst_is_full(i) &&
           from->file == MIR_GRF && (stride == 1 || stride == 2) && m->defs[d->vreg].count == 1 &&
           mir_is_defined_once(m->s, m->defs, o->vreg);
}

static bool is_float_vreg(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && o->type == EU_TYPE_F;
}

static bool goes(const struct mixed *m, const struct mir_inst *i)
{
    return i->op == EU_OP_MOV && i->dst.kind == MIR_OPK_VREG && m->defs[i->dst.vreg].inst == i &&
           m->goes[i->dst.vreg];
}

// The conversion whose whole result the source is, channel by channel; NULL: it is none that goes.
static const struct mir_inst *conversion_of(const struct mixed *m, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *o = &i->src[k];
    if (!is_float_vreg(o) || o->offset || !m->goes[o->vreg] || mir_src_stride(o, i->exec_size) != 1)
        return NULL;
    const struct mir_inst *c = m->defs[o->vreg].inst;
    return c->block == i->block && c->exec_size == i->exec_size && c->chan_offset == i->chan_offset ? c
                                                                                                    : NULL;
}

static uint32_t readers(const struct mixed *m, uint32_t vreg)
{
    return m->uses.first[vreg + 1] - m->uses.first[vreg];
}

// Are both factors conversions that nothing else reads?
static bool is_product_of_halves(const struct mixed *m, const struct mir_inst *i)
{
    const struct mir_inst *a = conversion_of(m, i, 1), *b = conversion_of(m, i, 2);
    return a && b && a != b && readers(m, a->dst.vreg) == 1 && readers(m, b->dst.vreg) == 1 &&
           i->src[0].kind == MIR_OPK_VREG;
}

static bool takes_halves(const struct mixed *m, const struct mir_inst *i, const struct mir_operand *o)
{
    if (i->dst.kind != MIR_OPK_VREG || i->dst.type != EU_TYPE_F || i->nomask || mir_touches_acc(i))
        return false;
    if (i->op == EU_OP_MAD)
        return o != &i->src[0] && is_product_of_halves(m, i);
    return (i->op == EU_OP_ADD || i->op == EU_OP_MUL) && is_float_vreg(&i->src[0]) &&
           is_float_vreg(&i->src[1]) && conversion_of(m, i, o == &i->src[1]);
}

static bool may_go(const struct mixed *m, const struct mir_inst *c)
{
    uint32_t v = c->dst.vreg, n = readers(m, v);
    if (!n || n > (c->exec_size > mir_native_width(m->s) ? WIDE_READERS : READERS))
        return false;
    for (uint32_t k = m->uses.first[v]; k < m->uses.first[v + 1]; k++)
        if (!m->uses.list[k].operand || !takes_halves(m, m->uses.list[k].inst, m->uses.list[k].operand))
            return false;
    return true;
}

// A conversion that stays may be what another one's reader wants: again, until nothing changes. Is any left?
static bool settle(struct mixed *m)
{
    bool any, again;
    do {
        any = again = false;
        for (uint32_t b = 0; b < m->s->block_count; b++)
            mir_foreach_inst(i, m->s->blocks[b])
            {
                if (!goes(m, i))
                    continue;
                bool still = m->goes[i->dst.vreg] = may_go(m, i);
                again |= !still;
                any |= still;
            }
    } while (again);
    return any;
}

static void put_half(const struct mixed *m, struct mir_operand *o)
{
    struct mir_operand half = m->defs[o->vreg].inst->src[0];
    half.negate = o->abs ? o->negate : half.negate != o->negate;
    half.abs |= o->abs;
    *o = half;
}

// The factors' product into a register of its own; the rest of the instruction is a sum.
static void split_product(const struct mixed *m, struct mir_inst *i)
{
    struct mir_inst *product = mir_inst_new(m->s, EU_OP_MUL, i->exec_size);
    product->chan_offset = i->chan_offset;
    product->line = i->line;
    product->dst =
        mir_vec(mir_vreg_new(m->s, MIR_GRF, i->exec_size * 4, m->s->reg_bytes, false), 0, EU_TYPE_F);
    product->src[0] = i->src[1];
    product->src[1] = i->src[2];
    mir_insert_before(i, product);
    put_half(m, &product->src[0]);
    put_half(m, &product->src[1]);
    i->op = EU_OP_ADD;
    i->src[1] = mir_vec(product->dst.vreg, 0, EU_TYPE_F);
    i->src[2] = (struct mir_operand){.kind = MIR_OPK_NONE};
}

static void rewrite(const struct mixed *m, struct mir_inst *i)
{
    if (!is_float_vreg(&i->dst) || (i->op != EU_OP_ADD && i->op != EU_OP_MUL && i->op != EU_OP_MAD))
        return;
    if (i->op == EU_OP_MAD) {
        if (is_product_of_halves(m, i))
            split_product(m, i);
        return;
    }
    for (unsigned k = 0; k < 2; k++)
        if (conversion_of(m, i, k))
            put_half(m, &i->src[k]);
}

bool mir_opt_mixed(struct mir_shader *s)
{
    if (!kiln_target_has_mixed_float(s->target))
        return false;
    struct mixed m = {.s = s,
                      .defs = mir_defs(s),
                      .uses = *mir_use_lists(s),
                      .goes = arena_array(s->arena, bool, s->vreg_count + 1)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (is_conversion(&m, i))
                m.goes[i->dst.vreg] = true;
        }
    if (!settle(&m))
        return false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) rewrite(&m, i);
    for (uint32_t b = 0; b < s->block_count; b++)
        for (struct mir_inst *i = s->blocks[b]->first, *next; i; i = next) {
            next = i->next;
            if (goes(&m, i))
                mir_remove(i);
        }
    return true;
}
