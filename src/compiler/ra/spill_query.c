// Queries of the spiller's files about instructions and ranges (ra/spill.h).
#include "compiler/mir/ir/message.h"
#include "compiler/ra/spill.h"

bool ra_is_far(const struct mir_shader *s, uint32_t home, uint32_t regs)
{
    return home / s->reg_bytes + regs > MIR_SPILL_REACH;
}

static bool is_r0(const struct mir_shader *s, const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && o->vreg == s->r0;
}

// The message's first register in memory is where the vreg's copy is.
static bool is_copy_of(const struct ra_spiller *p, const struct mir_inst *i, const struct mir_operand *o)
{
    if (!mir_op_is_send(i->op) || o->kind != MIR_OPK_VREG || i->send.access != MIR_ACCESS_SPILL ||
        i->send.far || !(is_r0(p->s, &i->src[0]) || is_r0(p->s, &i->src[2])))
        return false;
    int32_t home = p->s->vregs[o->vreg].home;
    return home >= 0 && i->send.at == ((uint32_t)home + o->offset) / p->s->reg_bytes;
}

bool ra_is_fill(const struct ra_spiller *p, const struct mir_inst *i)
{
    return i->send.rlen && is_copy_of(p, i, &i->dst);
}

bool ra_is_store(const struct ra_spiller *p, const struct mir_inst *i)
{
    return !i->send.rlen && is_copy_of(p, i, &i->src[1]);
}

void ra_mark_undef(struct mir_shader *s, struct mir_inst *at, uint32_t vreg)
{
    struct mir_inst *i = mir_inst_new(s, MIR_OP_UNDEF, 1);
    i->dst = mir_scalar(vreg, 0, s->vregs[vreg].file == MIR_GRF ? EU_TYPE_UD : EU_TYPE_UW);
    mir_insert_before(at, i);
}

struct mir_inst *ra_insertion_point(struct mir_inst *i)
{
    while (i->prev && mir_op_is_terminator(i->op) && mir_op_is_terminator(i->prev->op))
        i = i->prev;
    return i;
}

// From the first to the last position where any of it is live.
void ra_hull(const struct ra_spiller *p, uint32_t vreg, uint32_t *start, uint32_t *end)
{
    *start = UINT32_MAX;
    *end = 0;
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++) {
        if (live_start(&p->l->units[u]) < *start)
            *start = live_start(&p->l->units[u]);
        if (live_end(&p->l->units[u]) > *end)
            *end = live_end(&p->l->units[u]);
    }
}
