// A scalar that is computed only to be spread over the channels of a payload is computed there at once:
//
//     add(1)  %2:ud, %1:ud, 0x10:ud                     add(8)  %3:ud, %1<0;1,0>:ud, 0x10:ud
//     mov(8)  %3:ud, %2<0;1,0>:ud               ->
//
// Within a block; the scalar has no other reader, and its sources are what they were.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_APART = 48 }; // instructions, between a scalar and where it is spread, that are looked at

struct broadcast {
    struct mir_shader *s;
    const struct mir_def *defs; // per vreg
    const struct mir_uses *uses;
};

static bool is_dword(enum eu_type t)
{
    return t == EU_TYPE_UD || t == EU_TYPE_D;
}

static bool is_spread(const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    return i->op == EU_OP_MOV && i->exec_size > 1 && !i->pred.kind && !i->cmod && !i->flag.kind &&
           !i->saturate && i->dst.kind == MIR_OPK_VREG && is_dword(i->dst.type) && o->kind == MIR_OPK_VREG &&
           is_dword(o->type) && !o->negate && !o->abs && mir_src_stride(o, i->exec_size) == 0;
}

// Is the vreg written behind `d`, up to `i`?
static bool written_between(const struct mir_inst *d, const struct mir_inst *i, uint32_t vreg)
{
    if (i->ip - d->ip > MAX_APART)
        return true;
    for (const struct mir_inst *at = d->next; at != i; at = at->next)
        if ((mir_has_dst(at) && at->dst.vreg == vreg) ||
            (at->dst.kind == MIR_OPK_INDIRECT && at->dst.base == vreg))
            return true;
    return false;
}

// Of `d`, for `i`.
static bool is_scalar_source(const struct broadcast *p, const struct mir_inst *d, const struct mir_inst *i,
                             const struct mir_operand *o)
{
    if (o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM)
        return true;
    if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF || !p->s->vregs[o->vreg].uniform)
        return false;
    return mir_is_defined_once(p->s, p->defs, o->vreg) || !written_between(d, i, o->vreg);
}

static bool can_move(const struct broadcast *p, const struct mir_inst *d, const struct mir_inst *i)
{
    switch (d->op) {
    case EU_OP_ADD:
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
        break;
    default:
        return false;
    }
    if (d->exec_size != 1 || !d->nomask || d->pred.kind || d->cmod || d->flag.kind || d->saturate ||
        d->acc_wr || mir_touches_acc(d) || !is_dword(d->dst.type) || d->dst.offset)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (!is_scalar_source(p, d, i, &d->src[k]))
            return false;
    return true;
}

static bool visit(struct broadcast *p, struct mir_inst *i)
{
    if (!is_spread(i))
        return false;
    uint32_t v = i->src[0].vreg;
    struct mir_inst *d = p->defs[v].inst;
    if (p->defs[v].count != 1 || p->uses[v].count != 1 || p->s->vregs[v].phys >= 0 ||
        p->s->vregs[v].size != 4 || d->block != i->block || d->ip > i->ip || !can_move(p, d, i))
        return false;
    i->op = d->op;
    i->dst.type = d->dst.type;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        i->src[k] = d->src[k];
        if (i->src[k].kind == MIR_OPK_VREG) {
            i->src[k].vstride = i->src[k].hstride = 0;
            i->src[k].width = 1;
        }
    }
    mir_remove(d);
    return true;
}

bool mir_opt_broadcast(struct mir_shader *s)
{
    struct broadcast p = {.s = s, .defs = mir_defs(s), .uses = mir_uses(s)};
    bool any = false;
    uint32_t ip = 0;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) i->ip = ip++;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) any |= visit(&p, i);
    return any;
}
