// Puts what fills address registers back before its first use. The scheduler counts how many of them are
// taken, but not whether those that are free lie side by side.
#include "compiler/ra/ra.h"

struct address { // per vreg
    struct mir_inst *def;
    struct mir_inst *use; // the first
    uint32_t def_count;
};

struct sinker {
    struct mir_shader *s;
    struct address *addresses;
};

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct sinker *c = ctx;
    if (c->s->vregs[vreg].file == MIR_ADDR && !c->addresses[vreg].use)
        c->addresses[vreg].use = (struct mir_inst *)i;
}

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
    return !i->pred.kind && !i->flag.kind && !i->acc_wr && !mir_op_is_send(i->op) && i->op != MIR_OP_UNDEF;
}

// Nothing on the way writes what it reads.
static bool may_sink(const struct address *a)
{
    if (a->def_count != 1 || !a->use || a->use->block != a->def->block || !is_plain(a->def))
        return false;
    const struct mir_inst *i = a->def->next;
    for (; i && i != a->use; i = i->next)
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
            if (a->def->src[k].kind == MIR_OPK_VREG && writes(i, a->def->src[k].vreg))
                return false;
    return i && i != a->def->next;
}

bool ra_sink_addresses(struct arena *a, struct mir_shader *s)
{
    struct sinker c = {.s = s, .addresses = arena_array(a, struct address, s->vreg_count + 1)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            mir_foreach_use(s, i, note_use, &c);
            if (i->dst.kind == MIR_OPK_VREG && s->vregs[i->dst.vreg].file == MIR_ADDR) {
                c.addresses[i->dst.vreg].def = i;
                c.addresses[i->dst.vreg].def_count++;
            }
        }
    bool any = false;
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        struct address *x = &c.addresses[v];
        if (s->vregs[v].file != MIR_ADDR || !x->def || !may_sink(x))
            continue;
        struct mir_inst *def = x->def;
        mir_remove(def);
        mir_insert_before(x->use, def);
        any = true;
    }
    return any;
}
