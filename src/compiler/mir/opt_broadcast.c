// A scalar that is computed only to be spread over the channels of a payload is computed there at once:
//
//     add(1)  %2:ud, %1:ud, 0x10:ud                     add(8)  %3:ud, %1<0;1,0>:ud, 0x10:ud
//     mov(8)  %3:ud, %2<0;1,0>:ud               ->
//
// Within a block; the scalar has no other reader, and its sources have one definition.
#include "compiler/mir/legalize.h"

struct broadcast {
    struct mir_shader *s;
    uint32_t *defs, *reads; // per vreg
    struct mir_inst **def;
};

static void note_read(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                      struct mir_range r)
{
    struct broadcast *p = ctx;
    p->reads[vreg]++;
}

static void note_all(struct broadcast *p)
{
    for (uint32_t b = 0; b < p->s->block_count; b++)
        mir_foreach_inst(i, p->s->blocks[b])
        {
            mir_foreach_use(p->s, i, note_read, p);
            if (i->dst.kind == MIR_OPK_VREG && i->op != MIR_OP_UNDEF) {
                p->defs[i->dst.vreg]++;
                p->def[i->dst.vreg] = i;
            }
            if (i->dst.kind == MIR_OPK_INDIRECT)
                p->defs[i->dst.base] += 2;
        }
}

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

static bool is_scalar_source(const struct broadcast *p, const struct mir_operand *o)
{
    if (o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM)
        return true;
    if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF || !p->s->vregs[o->vreg].uniform)
        return false;
    return p->defs[o->vreg] == (p->s->vregs[o->vreg].phys >= 0 ? 0u : 1u);
}

static bool can_move(const struct broadcast *p, const struct mir_inst *d)
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
        if (!is_scalar_source(p, &d->src[k]))
            return false;
    return true;
}

static bool visit(struct broadcast *p, struct mir_inst *i)
{
    if (!is_spread(i))
        return false;
    uint32_t v = i->src[0].vreg;
    struct mir_inst *d = p->def[v];
    if (p->defs[v] != 1 || p->reads[v] != 1 || p->s->vregs[v].phys >= 0 || p->s->vregs[v].size != 4 ||
        d->block != i->block || !can_move(p, d))
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
    struct broadcast p = {.s = s,
                          .defs = arena_array(s->arena, uint32_t, s->vreg_count + 1),
                          .reads = arena_array(s->arena, uint32_t, s->vreg_count + 1),
                          .def = arena_array(s->arena, struct mir_inst *, s->vreg_count + 1)};
    bool any = false;
    note_all(&p);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) any |= visit(&p, i);
    return any;
}
