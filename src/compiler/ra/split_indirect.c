// Lets the spiller have what is read indirectly: an indexed vreg must be in registers as a whole where the
// index is used, so it gets a copy there, and the vreg itself may go to memory. Only when nothing else is
// left: each copy moves all of the vreg.
#include "compiler/mir/analysis/defs.h"
#include "compiler/ra/ra.h"

struct detacher {
    struct mir_shader *s;
    const struct mir_live *l;
    struct mir_def *defs; // per vreg
    struct mir_uses *uses;
    bool *kept;       // per vreg: something about it is not as usual
    uint32_t *copies; // per vreg: its copy in this block, RA_NONE: none
    uint32_t vreg_count;
    unsigned detached;
};

// Far enough to matter, and not a copy of ours.
static bool is_long(const struct detacher *d, uint32_t vreg)
{
    const struct mir_vreg *r = &d->s->vregs[vreg];
    if (r->file != MIR_GRF || r->phys >= 0 || r->spill_temp || r->size % d->s->reg_bytes)
        return false;
    uint32_t unit = d->l->first_unit[vreg];
    return live_end(&d->l->units[unit]) - live_start(&d->l->units[unit]) > 64 * LIVE_SLOTS;
}

// In what fills the address register: where the indexed vreg lies. NULL: it is not as usual.
static struct mir_operand *place_of(const struct detacher *d, uint32_t index)
{
    const struct mir_def *def = &d->defs[index];
    if (def->count != 1 || d->uses[index].count != 1)
        return NULL;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (def->inst->src[k].kind == MIR_OPK_ADDROF)
            return &def->inst->src[k];
    return NULL;
}

// The usual: one instruction makes the index, for one read.
static void keep_others(struct detacher *d, const struct mir_inst *i)
{
    if (i->dst.kind == MIR_OPK_INDIRECT)
        d->kept[i->dst.base] = true;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_INDIRECT)
            continue;
        const struct mir_operand *place = place_of(d, o->vreg);
        if (!place || place->vreg != o->base || !is_long(d, o->base))
            d->kept[o->base] = true;
    }
}

static uint32_t copy_before(struct detacher *d, struct mir_inst *at, uint32_t vreg)
{
    struct mir_shader *s = d->s;
    const uint32_t size = s->vregs[vreg].size;
    uint32_t copy = mir_vreg_new(s, MIR_GRF, size, d->s->reg_bytes, s->vregs[vreg].uniform);
    s->vregs[copy].spill_temp = true;
    for (uint32_t done = 0, step; done < size; done += step) {
        step = size - done >= 2 * d->s->reg_bytes ? 2 * d->s->reg_bytes : d->s->reg_bytes;
        struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, step / 4);
        mov->nomask = true;
        mov->line = at->line;
        mov->dst = mir_vec(copy, done, EU_TYPE_UD);
        mov->src[0] = mir_vec(vreg, done, EU_TYPE_UD);
        mir_insert_before(at, mov);
    }
    d->detached++;
    return copy;
}

static void detach(struct detacher *d, struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_INDIRECT || d->kept[o->base])
            continue;
        uint32_t vreg = o->base;
        if (d->copies[vreg] == RA_NONE)
            d->copies[vreg] = copy_before(d, i, vreg);
        o->base = place_of(d, o->vreg)->vreg = d->copies[vreg];
    }
    if (i->dst.kind == MIR_OPK_VREG && i->dst.vreg < d->vreg_count)
        d->copies[i->dst.vreg] = RA_NONE;
}

// A copy serves the reads of an index next to each other, not those far away: it would be long itself.
static void detach_block(struct detacher *d, struct mir_block *block)
{
    enum { REACH = 64 };
    for (uint32_t v = 0; v < d->vreg_count; v++)
        d->copies[v] = RA_NONE;
    uint32_t since = 0;
    mir_foreach_inst_safe(i, block)
    {
        if (++since > REACH) {
            for (uint32_t v = 0; v < d->vreg_count; v++)
                d->copies[v] = RA_NONE;
            since = 0;
        }
        detach(d, i);
    }
}

unsigned ra_split_indirect(struct mir_shader *s, const struct mir_live *l)
{
    struct detacher d = {.s = s, .l = l, .vreg_count = s->vreg_count};
    d.defs = mir_find_defs(l->a, s);
    d.uses = mir_find_uses(l->a, s);
    d.kept = arena_array(l->a, bool, s->vreg_count + 1);
    d.copies = arena_array(l->a, uint32_t, s->vreg_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) keep_others(&d, i);
    for (uint32_t b = 0; b < s->block_count; b++)
        detach_block(&d, s->blocks[b]);
    return d.detached;
}
