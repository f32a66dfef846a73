// Takes out blocks that do nothing, once copies are merged (ra/coalesce.c) and they can be told: the blocks
// that split critical edges and hold a phi's copies are most often empty then. Branches go on to where such a
// block leads.
//
// Copies were merged by where channels would wait with the blocks there (mir/analysis/branches.h). Nothing
// that was merged becomes wrong: a channel that took d -> empty -> J waits for the same blocks as one that
// takes d -> J.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_COMPARED = 64 }; // predecessors of a block

static bool is_choice(const struct mir_block *b)
{
    return b->last && b->last->op == MIR_OP_BR && b->last->pred.kind;
}

static bool is_empty(const struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        if (i->op != MIR_OP_BR)
            return false;
    }
    return true;
}

// A latch of several predecessors stays: there channels that `continue` meet before the next iteration. So
// does one that other blocks precede: they are in the loop because it is behind them, and channels that leave
// the loop by them must not wait for the next iterations' (spirv/converge.c).
static bool may_go(const struct mir_shader *s, const struct mir_block *b)
{
    const struct mir_block *to = b->succ[0];
    if (!b->index || !to || to == b || b->succ[1] || b->loop_end || is_choice(b))
        return false;
    bool back = to->index <= b->index;
    return (!back ||
            (kiln_target_has_goto(s->target) && b->pred_count == 1 && b->preds[0]->index + 1 == b->index)) &&
           is_empty(b);
}

static void add_pred(struct mir_shader *s, struct mir_block *b, struct mir_block *pred)
{
    for (uint32_t k = 0; k < b->pred_count; k++)
        if (b->preds[k] == pred)
            return;
    if (b->pred_count == b->pred_capacity) {
        uint32_t n = b->pred_capacity ? b->pred_capacity * 2 : 4;
        b->preds = arena_grow(s->arena, b->preds, b->pred_count * sizeof(*b->preds), n * sizeof(*b->preds));
        b->pred_capacity = n;
    }
    b->preds[b->pred_count++] = pred;
}

// What led to b leads to `to`.
static void redirect(struct mir_shader *s, struct mir_block *b, struct mir_block *to)
{
    for (uint32_t k = 0; k < b->pred_count; k++) {
        struct mir_block *p = b->preds[k];
        for (unsigned e = 0; e < 2; e++)
            if (p->succ[e] == b)
                p->succ[e] = to;
        add_pred(s, to, p);
        if (p->succ[0] == p->succ[1]) { // no choice is left
            p->succ[1] = NULL;
            p->divergent_branch = false;
            mir_remove(p->last);
        }
    }
    b->pred_count = 0;
    b->succ[0] = NULL;
}

static void bypass(struct mir_shader *s, struct mir_block *b)
{
    struct mir_block *to = b->succ[0];
    mir_drop_pred(to, b);
    redirect(s, b, to);
}

// ---- blocks that do the same
//
// The constants that a phi gets on several edges are set in a block for each. One will do: the last of them
// in layout order, where the channels of the others wait. Only constants: what else a block reads would have
// to live until there, and copies were merged without regard to that.

static bool sets_constants(const struct mir_block *b)
{
    bool any = false;
    mir_foreach_inst(i, b)
    {
        if (i->op == MIR_OP_BR)
            continue;
        if (i->op != EU_OP_MOV || i->src[0].kind != MIR_OPK_IMM || i->dst.kind != MIR_OPK_VREG ||
            i->pred.kind || i->flag.kind || i->nomask)
            return false;
        any = true;
    }
    return any && b->index && b->succ[0] && !b->succ[1] && !b->loop_end && b->succ[0]->index > b->index &&
           !is_choice(b);
}

static const struct mir_inst *next_real(const struct mir_inst *i)
{
    while (i && i->op == MIR_OP_BR)
        i = i->next;
    return i;
}

static bool does_the_same(const struct mir_block *x, const struct mir_block *y)
{
    const struct mir_inst *i = next_real(x->first), *k = next_real(y->first);
    for (; i && k; i = next_real(i->next), k = next_real(k->next))
        if (i->exec_size != k->exec_size || i->chan_offset != k->chan_offset || i->dst.vreg != k->dst.vreg ||
            i->dst.offset != k->dst.offset || i->dst.type != k->dst.type ||
            mir_dst_stride(&i->dst) != mir_dst_stride(&k->dst) || i->src[0].type != k->src[0].type ||
            i->src[0].imm != k->src[0].imm || i->saturate != k->saturate)
            return false;
    return !i && !k && x->succ[0] == y->succ[0] && x->loop_header == y->loop_header;
}

// Two predecessors of `to`, the first in front of the second.
static bool find_same(struct mir_block *to, struct mir_block **x, struct mir_block **y)
{
    for (uint32_t k = 0; k < to->pred_count; k++) {
        *x = to->preds[k];
        for (uint32_t n = 0; sets_constants(*x) && n < to->pred_count; n++) {
            *y = to->preds[n];
            if ((*x)->index < (*y)->index && sets_constants(*y) && does_the_same(*x, *y))
                return true;
        }
    }
    return false;
}

static bool merge_same(struct mir_shader *s, struct mir_block *to)
{
    struct mir_block *x, *y;
    bool any = false;
    for (; find_same(to, &x, &y); any = true) {
        mir_drop_pred(to, x);
        redirect(s, x, y);
        x->gone = true;
    }
    return any;
}

bool mir_opt_cfg(struct mir_shader *s)
{
    uint32_t n = 0;
    bool any = false;
    mir_loops(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        if (s->blocks[b]->pred_count > 1 && s->blocks[b]->pred_count <= MAX_COMPARED)
            any |= merge_same(s, s->blocks[b]);
    for (uint32_t b = 0; b < s->block_count; b++)
        if (!s->blocks[b]->gone && may_go(s, s->blocks[b])) {
            bypass(s, s->blocks[b]);
            any = s->blocks[b]->gone = true;
        }
    if (!any)
        return false;
    for (uint32_t b = 0; b < s->block_count; b++)
        if (!s->blocks[b]->gone) {
            s->blocks[b]->index = n;
            s->blocks[n++] = s->blocks[b];
        }
    s->block_count = n;
    mir_facts_keep(s, MIR_KEEPS_NOTHING);
    mir_loops(s);
    return true;
}
