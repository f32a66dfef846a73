// End of thread: one block, last in layout, where every RET goes; it sends g0, copied to g127, to the thread
// spawner. Behind this pass there is no RET.
#include "compiler/mir/ir/query.h"

static bool has_unanswered(const struct mir_shader *s)
{
    for (uint32_t k = 0; k < s->block_count; k++)
        for (const struct mir_inst *i = s->blocks[k]->first; i; i = i->next)
            if (mir_op_is_send(i->op) && i->send.access == MIR_ACCESS_ATOMIC && !i->send.rlen &&
                i->send.space != MIR_SPACE_SHARED)
                return true;
    return false;
}

// Waits until atomics without response have arrived.
static void drain(struct mir_shader *s, struct mir_block *b)
{
    struct mir_inst *i = mir_inst_new(s, EU_OP_SEND, 1);
    i->nomask = true;
    i->dst = mir_vec(mir_vreg_new(s, MIR_GRF, s->reg_bytes, s->reg_bytes, true), 0, EU_TYPE_UD);
    i->src[0] = mir_vec(s->r0, 0, EU_TYPE_UD);
    i->send = (struct mir_send){.access = MIR_ACCESS_DRAIN, .mlen = 1, .rlen = 1, .mem = MIR_MEM_FENCE};
    mir_append(b, i);
}

static void end_thread(struct mir_shader *s, struct mir_block *b)
{
    if (kiln_target_ends_after_fence(s->target) && has_unanswered(s))
        drain(s, b);
    uint32_t v = mir_vreg_new(s, MIR_GRF, s->reg_bytes, s->reg_bytes, true);
    s->vregs[v].phys = (int32_t)((s->target->grf_count - 1u) * s->reg_bytes);
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, mir_native_width(s));
    mov->nomask = true;
    mov->dst = mir_vec(v, 0, EU_TYPE_UD);
    mov->src[0] = mir_vec(s->r0, 0, EU_TYPE_UD);
    mir_append(b, mov);
    struct mir_inst *send = mir_inst_new(s, EU_OP_SEND, mir_native_width(s));
    send->nomask = true;
    send->dst = mir_null(EU_TYPE_UD);
    send->src[0] = mir_vec(v, 0, EU_TYPE_UD);
    send->send = (struct mir_send){.access = MIR_ACCESS_END, .mlen = 1, .eot = true, .mem = MIR_MEM_BARRIER};
    mir_append(b, send);
}

bool mir_end_thread(struct mir_shader *s)
{
    struct mir_block *exit = NULL, *last = s->blocks[s->block_count - 1];
    unsigned returns = 0;
    for (uint32_t k = 0; k < s->block_count; k++)
        returns += s->blocks[k]->last && s->blocks[k]->last->op == MIR_OP_RET;
    if (returns == 1 && last->last && last->last->op == MIR_OP_RET) {
        mir_remove(last->last);
        end_thread(s, last);
        return true;
    }
    uint32_t n = s->block_count;
    exit = mir_block_new(s);
    end_thread(s, exit);
    for (uint32_t k = 0; k < n; k++) {
        struct mir_inst *t = s->blocks[k]->last;
        if (t && t->op == MIR_OP_RET) {
            t->op = MIR_OP_BR;
            t->pred = (struct mir_operand){0};
            mir_block_link(s, s->blocks[k], exit);
        }
    }
    return true;
}
