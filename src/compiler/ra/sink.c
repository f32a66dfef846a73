// Puts what fills address registers back before its first use. The scheduler counts how many of them are
// taken, but not whether those that are free lie side by side.
#include "compiler/mir/analysis/defs.h"
#include "compiler/ra/ra.h"

static bool writes(const struct mir_inst *i, uint32_t vreg)
{
    return (i->dst.kind == MIR_OPK_VREG && i->dst.vreg == vreg) ||
           (i->dst.kind == MIR_OPK_INDIRECT && i->dst.base == vreg);
}

static bool is_plain(const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_INDIRECT || i->src[k].kind == MIR_OPK_ARF)
            return false;
    return !i->pred.kind && !i->flag.kind && !i->acc_wr && !mir_takes_registers(i->op) &&
           i->op != MIR_OP_UNDEF;
}

// Nothing on the way writes what it reads.
static bool may_sink(const struct mir_inst *def, const struct mir_inst *use)
{
    if (use->block != def->block || !is_plain(def))
        return false;
    const struct mir_inst *i = def->next;
    for (; i && i != use; i = i->next)
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
            if (def->src[k].kind == MIR_OPK_VREG && writes(i, def->src[k].vreg))
                return false;
    return i && i != def->next;
}

bool ra_sink_addresses(struct arena *a, struct mir_shader *s)
{
    struct mir_def *defs = mir_find_defs(a, s);
    struct mir_uses *uses = mir_find_uses(a, s);
    bool any = false;
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        struct mir_inst *def = defs[v].inst, *use = uses[v].first;
        if (s->vregs[v].file != MIR_ADDR || defs[v].count != 1 || !use || !may_sink(def, use))
            continue;
        mir_remove(def);
        mir_insert_before(use, def);
        any = true;
    }
    return any;
}
