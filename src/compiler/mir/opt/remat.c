// Values that nothing reads all through an inner loop, and that one instruction computes of what is
// there anyway, are computed again where they are read: addresses mostly, which LLVM moved in front of the
// outer loop. Where registers are plenty they stay, as they are computed once then.
//
// What is computed again has one definition, of vregs with one definition that are live all through as well:
// they have the same value wherever they are read, in all channels that run there and ran where it was
// defined.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/analysis/live.h"
#include "compiler/mir/ir/query.h"
#include "hw/budget.h"

struct remat {
    struct mir_shader *s;
    struct mir_live *l;
    const struct mir_def *defs;
    struct mir_use_lists uses;
    int32_t *live; // bytes into each block
    int32_t limit; // of them, more than which are many
    bool *stays;   // per vreg: its definition or its uses are others by now
};

static bool is_live_into(const struct remat *c, uint32_t vreg, uint32_t block)
{
    for (uint32_t u = c->l->first_unit[vreg]; u < c->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = c->l->first_run[u]; k < c->l->first_run[u + 1]; k++)
            if (block >= c->l->runs[k].first && block < c->l->runs[k].end)
                return true;
    return false;
}

// Of each unit of the vreg, in all blocks that it is live into.
static void add_live(struct remat *c, uint32_t vreg, int sign)
{
    for (uint32_t u = c->l->first_unit[vreg]; u < c->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = c->l->first_run[u]; k < c->l->first_run[u + 1]; k++)
            for (uint32_t b = c->l->runs[k].first; b < c->l->runs[k].end; b++)
                c->live[b] += sign * (int32_t)mir_unit_bytes(c->s, vreg);
}

static bool is_cheap(unsigned op)
{
    return op == EU_OP_ADD || op == EU_OP_ADD3 || op == EU_OP_BFN || op == EU_OP_SHL || op == EU_OP_SHR ||
           op == EU_OP_ASR || op == EU_OP_AND || op == EU_OP_OR || op == EU_OP_MOV;
}

static bool is_computed(const struct remat *c, uint32_t vreg)
{
    const struct mir_inst *i = c->defs[vreg].inst;
    if (c->stays[vreg] || c->s->vregs[vreg].file != MIR_GRF || c->s->vregs[vreg].phys >= 0 ||
        c->s->vregs[vreg].size < c->s->reg_bytes || c->defs[vreg].count != 1 || !is_cheap(i->op) ||
        i->pred.kind || i->flag.kind || i->cmod || i->acc_wr || i->dst.kind != MIR_OPK_VREG ||
        !mir_dst_is_full(i))
        return false;
    struct mir_range r = mir_dst_range(i);
    if (r.lo || r.hi < c->s->vregs[vreg].size)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        bool once = o->kind == MIR_OPK_VREG && c->s->vregs[o->vreg].file == MIR_GRF &&
                    mir_is_defined_once(c->s, c->defs, o->vreg);
        if (o->kind != MIR_OPK_NONE && o->kind != MIR_OPK_IMM && !once)
            return false;
    }
    return true;
}

// The deepest loop that reads it, and whether all reads can do with a copy; false: not.
static bool find_depth(const struct remat *c, uint32_t vreg, uint32_t *depth)
{
    const struct mir_block *last = NULL;
    unsigned blocks = 0;
    *depth = 0;
    for (uint32_t k = c->uses.first[vreg]; k < c->uses.first[vreg + 1]; k++) {
        const struct mir_use *u = &c->uses.list[k];
        if (!u->operand || u->operand->kind != MIR_OPK_VREG ||
            (u->inst->nomask && !c->defs[vreg].inst->nomask))
            return false;
        blocks += u->inst->block != last;
        last = u->inst->block;
        *depth = last->loop_depth > *depth ? last->loop_depth : *depth;
    }
    return blocks && blocks <= BUDGET_REMAT_BLOCKS;
}

// Is it in the way: live into a block of a deeper loop, which has few registers left, and in which all is
// there of which it is made?
static bool is_in_the_way(const struct remat *c, uint32_t vreg, uint32_t depth)
{
    const struct mir_inst *def = c->defs[vreg].inst;
    uint32_t u = c->l->first_unit[vreg];
    bool few = false;
    for (uint32_t k = c->l->first_run[u]; k < c->l->first_run[u + 1]; k++)
        for (uint32_t b = c->l->runs[k].first; b < c->l->runs[k].end; b++) {
            for (unsigned o = 0; o < MIR_MAX_SRCS; o++)
                if (def->src[o].kind == MIR_OPK_VREG && !is_live_into(c, def->src[o].vreg, b))
                    return false;
            few |= c->s->blocks[b]->loop_depth > depth && c->live[b] > c->limit;
        }
    return few;
}

static void compute_again(struct remat *c, uint32_t vreg)
{
    struct mir_inst *def = c->defs[vreg].inst;
    const struct mir_block *last = NULL;
    uint32_t copy = 0;
    for (uint32_t k = c->uses.first[vreg]; k < c->uses.first[vreg + 1]; k++) {
        struct mir_inst *i = c->uses.list[k].inst;
        if (i->block != last) {
            const struct mir_vreg *v = &c->s->vregs[vreg];
            copy = mir_vreg_new(c->s, v->file, v->size, v->align, v->uniform);
            struct mir_inst *again = arena_new(c->s->arena, struct mir_inst);
            *again = *def;
            again->dst.vreg = copy;
            mir_insert_before(i, again);
            last = i->block;
        }
        for (unsigned o = 0; o < MIR_MAX_SRCS; o++)
            if (i->src[o].kind == MIR_OPK_VREG && i->src[o].vreg == vreg)
                i->src[o].vreg = copy;
        if (i->dst.kind == MIR_OPK_VREG)
            c->stays[i->dst.vreg] = true;
    }
    for (unsigned o = 0; o < MIR_MAX_SRCS; o++)
        if (def->src[o].kind == MIR_OPK_VREG)
            c->stays[def->src[o].vreg] = true;
    mir_remove(def);
}

bool mir_opt_remat(struct mir_shader *s)
{
    struct arena a;
    bool any = false, deep = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        deep |= s->blocks[b]->loop_depth > 0;
    if (!deep)
        return false;
    arena_init(&a);
    struct remat c = {.s = s, .l = mir_live_blocks(&a, s)};
    c.limit = (int32_t)((s->target->grf_count - kiln_budget_registers(s->target, BUDGET_REMAT_SPARE)) *
                        s->reg_bytes);
    c.live = arena_array(&a, int32_t, s->block_count);
    uint32_t count = s->vreg_count;
    for (uint32_t v = 0; v < count; v++)
        if (s->vregs[v].file == MIR_GRF)
            add_live(&c, v, 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        any |= s->blocks[b]->loop_depth && c.live[b] > c.limit;
    if (any) {
        any = false;
        c.defs = mir_defs(s);
        c.stays = arena_array(&a, bool, count);
        c.uses = *mir_use_lists(s);
        for (uint32_t v = 0; v < count; v++) {
            uint32_t depth;
            if (!is_computed(&c, v) || !find_depth(&c, v, &depth) || !is_in_the_way(&c, v, depth))
                continue;
            compute_again(&c, v);
            add_live(&c, v, -1);
            any = true;
        }
    }
    arena_finish(&a);
    return any;
}
