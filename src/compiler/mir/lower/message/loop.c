// Loops over values: all lanes of a message reach one surface, so what differs between lanes takes a round
// for each value. A round serves the lanes that have what the first enabled lane has.
#include "compiler/mir/lower/message/lower.h"

#include "compiler/mir/ir/query.h"

static bool varies(const struct mir_operand *o)
{
    return o->kind != MIR_OPK_NONE && !mir_is_scalar(o);
}

struct value_loop lower_loop_begin(struct lower *l, struct mir_operand *const *values, unsigned count)
{
    struct value_loop loop = {0};
    struct mir_operand vec[LOOP_VALUES];
    bool any = false;
    for (unsigned k = 0; k < count; k++) {
        any |= varies(values[k]);
        if (varies(values[k]))
            vec[k] = mir_whole_vector(&l->m, *values[k], EU_TYPE_UD);
    }
    if (!any)
        return loop;
    struct mir_block *before = l->b;
    loop.open = true;
    loop.header = lower_next_block(l);
    loop.header->over_values = true;
    loop.header->loop_depth++;
    mir_block_link(l->s, before, loop.header);

    struct mir_operand first = mir_first_lane(&l->m);
    bool compared = false;
    loop.flag = mir_new_flag(&l->m, false);
    for (unsigned k = 0; k < count; k++) {
        if (!varies(values[k]))
            continue;
        *values[k] = mir_read_lane(&l->m, vec[k], first);
        struct mir_inst *cmp = mir_op2(&l->m, EU_OP_CMP, mir_null(EU_TYPE_UD), vec[k], *values[k]);
        cmp->cmod = EU_CMOD_Z;
        cmp->flag = loop.flag;
        if (compared) // where the values before are the first lane's as well
            mir_where(cmp, loop.flag);
        compared = true;
    }
    return loop;
}

// Where a thread may go round without a channel (mir/emit/waits.c: partial blocks), there is no first lane,
// and what is asked for once would ask a surface that no lane named.
static void only_for_channels(struct lower *l, struct mir_inst *first)
{
    struct mir_operand any = {0};
    for (struct mir_inst *i = first; i; i = i->next) {
        if (!mir_op_is_send(i->op) || !i->nomask || i->pred.kind != MIR_OPK_NONE)
            continue;
        if (any.kind == MIR_OPK_NONE) {
            any = mir_new_flag(&l->m, true);
            struct mir_inst *cmp = mir_inst_new(l->s, EU_OP_CMP, 1);
            cmp->nomask = true;
            cmp->dst = mir_null(EU_TYPE_UD);
            cmp->src[0] = mir_enabled_channels(&l->m);
            cmp->src[1] = mir_imm_ud(0);
            cmp->cmod = EU_CMOD_NZ;
            cmp->flag = any;
            mir_insert_before(i, cmp);
        }
        mir_where(i, any);
    }
}

void lower_loop_end(struct lower *l, struct value_loop loop)
{
    if (!loop.open)
        return;
    if (kiln_target_has_fused_pairs(l->s->target))
        only_for_channels(l, loop.header->first);
    // What is asked for once depends on no lane: the first eight may all be others, or off.
    mir_foreach_inst(i, loop.header) if (mir_op_is_send(i->op) && !i->nomask) mir_where(i, loop.flag);
    struct mir_inst *br = mir_inst_new(l->s, MIR_OP_BR, l->s->simd);
    mir_append(l->b, mir_where(br, loop.flag));
    loop.header->divergent_branch = true;
    struct mir_block *after = lower_next_block(l);
    mir_block_link(l->s, loop.header, after);
    mir_block_link(l->s, loop.header, loop.header);
}
