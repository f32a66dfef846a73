// Removes instructions whose results are not read: by counting reads of each vreg over the whole program,
// until nothing changes. Sends stay if they do more than read memory; accumulator users stay. What only
// changes a vreg is no reader of it: a counter that nobody asks, the second half of a vector from the first.
#include <string.h>

#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

static bool has_side_effect(const struct mir_inst *i)
{
    if (i->op >= EU_OP_COUNT || eu_op_is_branch((enum eu_op)i->op) || i->op == EU_OP_WAIT ||
        i->op == EU_OP_NOP || i->op == EU_OP_AVG) // isel/call/machine.c, tell_index
        return true;
    if (mir_op_is_send(i->op))
        return i->send.eot || !i->send.rlen ||
               (i->send.mem != MIR_MEM_READ && i->send.mem != MIR_MEM_CONST_READ);
    return mir_leaves_acc(i) || i->dst.kind == MIR_OPK_INDIRECT ||
           (i->dst.kind == MIR_OPK_ARF && i->dst.arf != EU_ARF_NULL);
}

static bool is_dead(const struct mir_inst *i, const struct mir_uses *uses)
{
    if (has_side_effect(i))
        return false;
    if (i->flag.kind == MIR_OPK_VREG && uses[i->flag.vreg].count)
        return false;
    return i->dst.kind != MIR_OPK_VREG || !uses[i->dst.vreg].count;
}

struct counting {
    struct mir_uses *uses;
    uint32_t own; // vreg that the instruction only changes; UINT32_MAX: there is none
};

static uint32_t own_vreg(const struct mir_inst *i)
{
    return has_side_effect(i) || i->flag.kind != MIR_OPK_NONE || i->dst.kind != MIR_OPK_VREG ? UINT32_MAX
                                                                                             : i->dst.vreg;
}

static void uncount_own(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                        struct mir_range r)
{
    const struct counting *c = ctx;
    c->uses[vreg].count -= vreg == c->own;
}

static void uncount_other(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                          struct mir_range r)
{
    const struct counting *c = ctx;
    c->uses[vreg].count -= vreg != c->own;
}

bool mir_opt_dce(struct mir_shader *s)
{
    // What it removes no longer counts: in a copy.
    struct mir_uses *uses = arena_array(s->arena, struct mir_uses, s->vreg_count + 1);
    memcpy(uses, mir_uses(s), s->vreg_count * sizeof(*uses));
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            struct counting c = {uses, own_vreg(i)};
            if (c.own != UINT32_MAX)
                mir_foreach_use(s, i, uncount_own, &c);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = s->block_count; b--;)
            for (struct mir_inst *i = s->blocks[b]->last, *prev; i; i = prev) {
                prev = i->prev;
                bool stale = i->op == MIR_OP_UNDEF && !uses[i->dst.vreg].count;
                if (!stale && !is_dead(i, uses))
                    continue;
                struct counting c = {uses, own_vreg(i)};
                mir_foreach_use(s, i, uncount_other, &c);
                mir_remove(i);
                any = changed = true;
            }
    }
    return any;
}
