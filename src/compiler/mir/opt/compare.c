// Compares once what several SELs ask: isel makes a CMP in front of each SEL that wants its condition
// (isel/alu/sink.c), since there are few flags. Behind the scheduler, a SEL that has a CMP of its own goes
// up to the last one that asks the same, if it can, and takes that one's flag:
//
//     cmp.eq(16) %f %i 4                   cmp.eq(16) %f %i 4
//     (+%f) sel(16) %a %x %a0              (+%f) sel(16) %a %x %a0
//     ...                            ->    (+%f) sel(16) %b %y %x
//     cmp.eq(16) %g %i 4                   ...
//     (+%g) sel(16) %b %y %x
//
// So it is where an array is in registers and its index is computed: each element is asked whether it is the
// one, when it is read and when it is written. Flags are in use no longer than before. Nor are more general
// registers: what a SEL writes takes the place of something that it is the last to read.
#include <string.h>

#include "compiler/mir/analysis/facts.h"

enum { SLOTS = 64 };

struct entry {
    struct mir_inst *cmp, *user; // user: the last SEL that asks it
    uint32_t at, user_at;
};

struct pass {
    struct mir_shader *s;
    const struct mir_def *defs;
    const struct mir_uses *uses;
    uint32_t *written, *reads; // per vreg: where it was last written, and its readers so far
    struct entry table[SLOTS];
};

static void count_read(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                       struct mir_range r)
{
    struct pass *p = ctx;
    p->reads[vreg]++;
}

static bool is_compare(const struct pass *p, const struct mir_inst *i)
{
    return i->op == EU_OP_CMP && i->dst.kind == MIR_OPK_ARF && i->dst.arf == EU_ARF_NULL &&
           i->flag.kind == MIR_OPK_VREG && !i->pred.kind && p->defs[i->flag.vreg].count == 1;
}

static bool is_same(const struct mir_inst *a, const struct mir_inst *b)
{
    if (a->cmod != b->cmod || a->exec_size != b->exec_size || a->chan_offset != b->chan_offset ||
        a->nomask != b->nomask)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (!mir_same_source(&a->src[k], &b->src[k]))
            return false;
    return true;
}

static uint32_t hash(const struct mir_inst *i)
{
    uint32_t h = i->cmod;
    for (unsigned k = 0; k < 2; k++) {
        const struct mir_operand *o = &i->src[k];
        h = (h ^ (o->kind == MIR_OPK_IMM ? (uint32_t)o->imm : o->vreg * 64u + o->offset)) * 0x9e3779b1u;
    }
    return (h ^ h >> 16) % SLOTS;
}

static bool is_written_since(const struct pass *p, const struct mir_inst *i, uint32_t at)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_INDIRECT ||
            (i->src[k].kind == MIR_OPK_VREG && p->written[i->src[k].vreg] > at))
            return true;
    return false;
}

// Is it the last to read something as large as what it writes?
static bool ends_one(const struct pass *p, const struct mir_inst *sel)
{
    for (unsigned k = 0; k < 2; k++) {
        const struct mir_operand *o = &sel->src[k];
        if (o->kind == MIR_OPK_VREG && p->reads[o->vreg] == p->uses[o->vreg].count &&
            p->s->vregs[o->vreg].phys < 0 && p->s->vregs[o->vreg].size >= p->s->vregs[sel->dst.vreg].size)
            return true;
    }
    return false;
}

static bool may_go_up(const struct pass *p, const struct mir_inst *sel, const struct entry *to)
{
    const struct mir_inst *user = to->user;
    return sel->dst.kind == MIR_OPK_VREG && p->defs[sel->dst.vreg].count == 1 && mir_dst_is_full(sel) &&
           sel->exec_size == user->exec_size && sel->chan_offset == user->chan_offset &&
           sel->nomask == user->nomask && !is_written_since(p, sel, to->user_at) && ends_one(p, sel);
}

// The CMP of the block that a SEL asks; NULL: it asks none.
static struct mir_inst *asked_by(const struct pass *p, const struct mir_inst *i)
{
    if (i->op != EU_OP_SEL || i->pred.kind != MIR_OPK_VREG || i->pred_ctrl != EU_PRED_NORMAL || i->flag.kind)
        return NULL;
    struct mir_inst *cmp = p->defs[i->pred.vreg].inst;
    return cmp && cmp->block == i->block && is_compare(p, cmp) ? cmp : NULL;
}

// The SEL at hand asks `cmp`, which only it does: may it ask another one?
static bool ask_other(struct pass *p, struct mir_inst *sel, struct mir_inst *cmp, struct entry *e)
{
    if (!e->user || e->cmp == cmp || !is_same(e->cmp, cmp) || is_written_since(p, cmp, e->at) ||
        p->uses[cmp->flag.vreg].count != 1 || !may_go_up(p, sel, e))
        return false;
    mir_remove(sel);
    mir_insert_after(e->user, sel);
    sel->pred.vreg = e->cmp->flag.vreg;
    p->written[sel->dst.vreg] = e->user_at;
    e->user = sel;
    mir_remove(cmp);
    return true;
}

static bool do_block(struct pass *p, struct mir_block *b, uint32_t *at)
{
    bool any = false;
    memset(p->table, 0, sizeof(p->table));
    mir_foreach_inst_safe(i, b)
    {
        ++*at;
        mir_foreach_use(p->s, i, count_read, p);
        if (i->dst.kind == MIR_OPK_VREG)
            p->written[i->dst.vreg] = *at;
        else if (i->dst.kind == MIR_OPK_INDIRECT)
            p->written[i->dst.base] = *at;
        if (i->flag.kind == MIR_OPK_VREG)
            p->written[i->flag.vreg] = *at;
        struct mir_inst *cmp = asked_by(p, i);
        struct entry *e = cmp ? &p->table[hash(cmp)] : NULL;
        if (e && ask_other(p, i, cmp, e))
            any = true;
        else if (e)
            *e = (struct entry){cmp, i, p->written[cmp->flag.vreg], *at};
    }
    return any;
}

bool mir_opt_compare(struct mir_shader *s)
{
    struct pass p = {.s = s,
                     .defs = mir_defs(s),
                     .uses = mir_uses(s),
                     .written = arena_array(s->arena, uint32_t, s->vreg_count + 1),
                     .reads = arena_array(s->arena, uint32_t, s->vreg_count + 1)};
    uint32_t at = 0;
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        any |= do_block(&p, s->blocks[b], &at);
    return any;
}
