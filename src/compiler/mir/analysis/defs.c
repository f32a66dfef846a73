// Definitions and uses (mir/analysis/defs.h).
#include "compiler/mir/analysis/defs.h"

// The vregs that an instruction writes, at most two: number of them.
static unsigned written(const struct mir_inst *i, uint32_t vreg[2])
{
    unsigned n = 0;
    if (i->op == MIR_OP_UNDEF)
        return 0;
    if (mir_has_dst(i))
        vreg[n++] = i->dst.vreg;
    if (i->dst.kind == MIR_OPK_INDIRECT)
        vreg[n++] = i->dst.base;
    if (i->flag.kind == MIR_OPK_VREG)
        vreg[n++] = i->flag.vreg;
    return n;
}

// Does a message go on, for its next channels, with what the last one brought for others?
static bool goes_on(const struct mir_def *d, const struct mir_inst *i)
{
    const struct mir_inst *last = d->inst;
    if ((d->count != 1 && !d->cut) || !mir_op_is_send(i->op) || !mir_op_is_send(last->op) ||
        last->block != i->block || i->chan_offset != last->chan_offset + last->exec_size || i->nomask ||
        last->nomask || i->pred.kind || last->pred.kind)
        return false;
    return mir_dst_range(last).hi == mir_dst_range(i).lo;
}

struct mir_def *mir_find_defs(struct arena *a, const struct mir_shader *s)
{
    struct mir_def *defs = arena_array(a, struct mir_def, s->vreg_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            uint32_t vreg[2];
            unsigned n = written(i, vreg);
            for (unsigned k = 0; k < n; k++) {
                struct mir_def *d = &defs[vreg[k]];
                d->cut = d->count && goes_on(d, i);
                d->inst = i;
                d->count += k == 0 && i->dst.kind == MIR_OPK_INDIRECT ? 2 : 1;
            }
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].carried && defs[v].count) {
            defs[v].count++;
            defs[v].cut = false;
        }
    return defs;
}

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct mir_uses *u = (struct mir_uses *)ctx + vreg;
    if (!u->count++)
        u->first = (struct mir_inst *)i;
}

struct mir_uses *mir_find_uses(struct arena *a, const struct mir_shader *s)
{
    struct mir_uses *uses = arena_array(a, struct mir_uses, s->vreg_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, note_use, uses);
    return uses;
}

struct mir_def_lists mir_list_defs(struct arena *a, const struct mir_shader *s)
{
    uint32_t n = s->vreg_count, vreg[2];
    struct mir_def_lists d = {.first = arena_array(a, uint32_t, n + 2)};
    uint32_t *at = d.first + 1;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            for (unsigned k = written(i, vreg); k--;)
                at[vreg[k] + 1]++;
        }
    for (uint32_t v = 0; v < n; v++)
        at[v + 1] += at[v];
    d.list = arena_array(a, struct mir_inst *, at[n] + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            for (unsigned k = written(i, vreg); k--;)
                d.list[at[vreg[k]]++] = i;
        }
    return d;
}

static void count_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                      struct mir_range r)
{
    ((struct mir_use_lists *)ctx)->first[vreg + 2]++;
}

static void list_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct mir_use_lists *u = ctx;
    u->list[u->first[vreg + 1]++] = (struct mir_use){(struct mir_inst *)i, o, r};
}

struct mir_use_lists mir_list_uses(struct arena *a, const struct mir_shader *s)
{
    struct mir_use_lists u = {.first = arena_array(a, uint32_t, s->vreg_count + 3)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, count_use, &u);
    for (uint32_t v = 0; v < s->vreg_count + 1; v++)
        u.first[v + 2] += u.first[v + 1];
    u.list = arena_array(a, struct mir_use, u.first[s->vreg_count + 2] + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, list_use, &u);
    return u;
}
