// Removes instructions whose results nobody reads: by counting reads of each vreg over the whole program,
// until nothing changes. Sends stay if they do more than read memory; accumulator users stay.
#include "compiler/mir/legalize.h"

struct counts {
    uint32_t *reads;
};

static void count_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                      struct mir_range r)
{
    struct counts *c = ctx;
    c->reads[vreg]++;
}

static void uncount_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                        struct mir_range r)
{
    struct counts *c = ctx;
    c->reads[vreg]--;
}

static bool has_side_effect(const struct mir_inst *i)
{
    if (i->op >= EU_OP_COUNT || eu_op_is_branch((enum eu_op)i->op) || i->op == EU_OP_WAIT ||
        i->op == EU_OP_NOP)
        return true;
    if (mir_op_is_send(i->op))
        return i->send.eot || !i->send.rlen ||
               (i->send.mem != MIR_MEM_READ && i->send.mem != MIR_MEM_CONST_READ);
    return mir_touches_acc(i) || i->dst.kind == MIR_OPK_INDIRECT ||
           (i->dst.kind == MIR_OPK_ARF && i->dst.arf != EU_ARF_NULL);
}

static bool is_dead(const struct mir_inst *i, const uint32_t *reads)
{
    if (has_side_effect(i))
        return false;
    if (i->flag.kind == MIR_OPK_VREG && reads[i->flag.vreg])
        return false;
    return i->dst.kind != MIR_OPK_VREG || !reads[i->dst.vreg];
}

bool mir_opt_dce(struct mir_shader *s)
{
    struct counts c = {arena_array(s->arena, uint32_t, s->vreg_count + 1)};
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, count_use, &c);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = s->block_count; b--;)
            for (struct mir_inst *i = s->blocks[b]->last, *prev; i; i = prev) {
                prev = i->prev;
                bool stale = i->op == MIR_OP_UNDEF && !c.reads[i->dst.vreg];
                if (!stale && !is_dead(i, c.reads))
                    continue;
                mir_foreach_use(s, i, uncount_use, &c);
                mir_remove(i);
                any = changed = true;
            }
    }
    return any;
}
