// Conditions that only JMPIs read are computed for one channel: JMPI reads no more.
#include "compiler/mir/ir/query.h"

struct flag_use {
    bool wide;              // read or written otherwise
    struct mir_inst *first; // of the instructions that write it
    uint32_t writes;
};

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct flag_use *u = ctx;
    if (i->op != EU_OP_JMPI || o != &i->pred || i->pred_ctrl > EU_PRED_NORMAL)
        u[vreg].wide = true;
}

static bool is_scalar_test(const struct mir_inst *i)
{
    if (!i->nomask || i->pred.kind || i->dst.kind == MIR_OPK_VREG || i->dst.kind == MIR_OPK_INDIRECT ||
        i->op >= EU_OP_COUNT || (i->op != EU_OP_CMP && i->op != EU_OP_MOV))
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_NONE && !mir_is_imm(o) &&
            (o->kind != MIR_OPK_VREG || mir_src_stride(o, i->exec_size) != 0))
            return false;
    }
    return true;
}

static bool is_all_channels(const struct mir_shader *s, const struct flag_use *u)
{
    return u->first && !u->wide && u->writes * u->first->exec_size == s->simd;
}

bool mir_opt_jump(struct mir_shader *s)
{
    struct flag_use *use = arena_array(s->arena, struct flag_use, s->vreg_count + 1);
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            mir_foreach_use(s, i, note_use, use);
            if (i->dst.kind == MIR_OPK_VREG)
                use[i->dst.vreg].wide = true;
            if (i->flag.kind != MIR_OPK_VREG)
                continue;
            struct flag_use *u = &use[i->flag.vreg];
            u->wide |= !is_scalar_test(i);
            u->first = u->writes++ ? u->first : i;
        }
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (i->flag.kind != MIR_OPK_VREG || !is_all_channels(s, &use[i->flag.vreg]))
                continue;
            any = true;
            if (i != use[i->flag.vreg].first) { // the same for the other channels
                mir_remove(i);
                continue;
            }
            s->vregs[i->flag.vreg].size = s->vregs[i->flag.vreg].align = 2;
            s->vregs[i->flag.vreg].uniform = true;
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (is_all_channels(s, &use[v]))
            use[v].first->exec_size = 1;
    return any;
}
