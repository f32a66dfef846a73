// Spilling of flags: to general registers and back, by MOVs around each instruction that has to do with them.
#include "compiler/ra/spill.h"

static void flag_move(struct ra_spiller *p, struct mir_inst *at, bool before, uint32_t to, uint32_t from)
{
    struct mir_inst *mov = mir_inst_new(p->s, EU_OP_MOV, 1);
    enum eu_type type = p->s->vregs[to].size == 4 ? EU_TYPE_UD : EU_TYPE_UW;
    mov->nomask = true;
    mov->line = at->line;
    mov->dst = mir_scalar(to, 0, type);
    mov->src[0] = mir_scalar(from, 0, type);
    if (before)
        mir_insert_before(at, mov);
    else
        mir_insert_after(at, mov);
}

static void rewrite_flag(struct ra_spiller *p, struct mir_inst *i)
{
    struct mir_shader *s = p->s;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (ra_is_spilled(p, &i->src[k]))
            i->src[k].vreg = p->c[i->src[k].vreg].home;
    if (ra_is_spilled(p, &i->dst))
        i->dst.vreg = p->c[i->dst.vreg].home;
    bool reads = ra_is_spilled(p, &i->pred), writes = ra_is_spilled(p, &i->flag);
    if (!reads && !writes)
        return;
    uint32_t flag = reads ? i->pred.vreg : i->flag.vreg, home = p->c[flag].home;
    uint32_t temp =
        mir_vreg_new(s, MIR_FLAG, s->vregs[flag].size, s->vregs[flag].align, s->vregs[flag].uniform);
    s->vregs[temp].spill_temp = true;
    bool partial = writes && (i->exec_size < s->simd || !i->nomask) &&
                   live_at(&p->l->units[p->l->first_unit[flag]], i->ip * LIVE_SLOTS);
    if (reads)
        i->pred.vreg = temp;
    if (writes)
        i->flag.vreg = temp;
    if (!reads && !partial)
        ra_mark_undef(s, ra_insertion_point(i), temp);
    if (reads || partial)
        flag_move(p, ra_insertion_point(i), true, temp, home);
    if (writes)
        flag_move(p, i, false, home, temp);
}

bool ra_spill_flag(struct mir_shader *s, const struct mir_live *l, uint32_t failed)
{
    struct ra_spiller p = ra_spiller_start(s, l, MIR_FLAG, 0);
    if (!ra_choose(&p, MIR_FLAG, 8) && !ra_choose(&p, MIR_FLAG, 6) && !ra_choose(&p, MIR_FLAG, 4) &&
        !ra_choose(&p, MIR_FLAG, 2))
        return false;
    for (uint32_t v = 0; v < p.vreg_count; v++)
        if (p.c[v].chosen)
            p.c[v].home = mir_vreg_new(s, MIR_GRF, s->vregs[v].size, s->vregs[v].size, true);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) rewrite_flag(&p, i);
    return true;
}
