// Takes out of the loops that the lowering of accesses makes over the values of an index
// (mir/lower/message/loop.c) what they compute of what they do not change, payloads mostly. LLVM's LICM has
// not seen these loops. They are one block after one that leads there alone.
#include "compiler/mir/ir/query.h"

enum { MAX_LOOP = 256 }; // vregs that a loop writes

struct written {
    uint32_t vregs[MAX_LOOP];
    unsigned count;
};

static bool is_written(const struct written *w, uint32_t vreg)
{
    for (unsigned k = 0; k < w->count; k++)
        if (w->vregs[k] == vreg)
            return true;
    return false;
}

static bool is_invariant(const struct written *w, const struct mir_inst *i)
{
    if (i->op == EU_OP_SEND || i->op == EU_OP_SENDS || i->pred.kind || i->flag.kind || i->cmod ||
        i->dst.kind != MIR_OPK_VREG || is_written(w, i->dst.vreg))
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        bool fixed = o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM ||
                     (o->kind == MIR_OPK_VREG && !is_written(w, o->vreg));
        if (!fixed)
            return false;
    }
    return true;
}

// A vreg with a part that changes stays as a whole.
static bool find_written(struct written *w, const struct mir_block *b)
{
    for (bool more = true; more;) {
        more = false;
        mir_foreach_inst(i, b)
        {
            if (i->dst.kind == MIR_OPK_INDIRECT)
                return false;
            if (i->flag.kind == MIR_OPK_VREG && !is_written(w, i->flag.vreg)) {
                if (w->count == MAX_LOOP)
                    return false;
                w->vregs[w->count++] = i->flag.vreg;
                more = true;
            }
            if (i->dst.kind != MIR_OPK_VREG || is_written(w, i->dst.vreg) || is_invariant(w, i))
                continue;
            if (w->count == MAX_LOOP)
                return false;
            w->vregs[w->count++] = i->dst.vreg;
            more = true;
        }
    }
    return true;
}

static bool hoist_invariants(struct mir_block *before, struct mir_block *loop)
{
    struct written w = {.count = 0};
    bool any = false;
    if (!find_written(&w, loop))
        return false;
    mir_foreach_inst_safe(i, loop)
    {
        if (!is_invariant(&w, i))
            continue;
        mir_remove(i);
        mir_append(before, i);
        any = true;
    }
    return any;
}

bool mir_opt_value_loops(struct mir_shader *s)
{
    bool any = false;
    for (uint32_t b = 1; b < s->block_count; b++) {
        struct mir_block *before = s->blocks[b - 1], *loop = s->blocks[b];
        bool alone =
            before->succ[0] == loop && !before->succ[1] && (!before->last || before->last->op != MIR_OP_BR);
        if (loop->over_values && alone)
            any |= hoist_invariants(before, loop);
    }
    return any;
}
